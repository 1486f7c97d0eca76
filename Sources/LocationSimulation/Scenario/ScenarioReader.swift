import LocationCore
import LocationText

/// A value of a scenario file with its path, and methods that read it as a type.
struct ScenarioReader {
  let value: JSONValue
  let path: String

  /// An error at this path.
  func error(_ problem: String) -> ScenarioError {
    ScenarioError(line: value.line, path: path, problem: problem)
  }

  // MARK: Objects and arrays

  /// The members of an object. An unknown name is an error.
  func members(_ names: [String]) throws(ScenarioError) -> [String: ScenarioReader] {
    var readers: [String: ScenarioReader] = [:]
    for member in try object().members {
      let place = path.isEmpty ? member.name : "\(path).\(member.name)"
      guard names.contains(member.name) else {
        throw ScenarioError(
          line: member.line, path: place,
          problem: "unknown member; expected one of \(names.joined(separator: ", "))")
      }
      readers[member.name] = ScenarioReader(value: member.value, path: place)
    }
    return readers
  }

  /// One member of an object; `nil` if it is missing. Other members are ignored.
  func member(_ name: String) throws(ScenarioError) -> ScenarioReader? {
    try object()[name].map {
      ScenarioReader(value: $0, path: path.isEmpty ? name : "\(path).\(name)")
    }
  }

  private func object() throws(ScenarioError) -> JSONObject {
    guard let object = value.object else {
      throw error("expected an object, not \(value.summary)")
    }
    return object
  }

  func elements() throws(ScenarioError) -> [ScenarioReader] {
    guard let elements = value.array else {
      throw error("expected an array, not \(value.summary)")
    }
    return elements.enumerated().map { ScenarioReader(value: $1, path: "\(path)[\($0)]") }
  }

  // MARK: Scalars

  func string() throws(ScenarioError) -> String {
    guard let text = value.string else {
      throw error("expected a string, not \(value.summary)")
    }
    return text
  }

  func bool() throws(ScenarioError) -> Bool {
    guard let bool = value.bool else {
      throw error("expected true or false, not \(value.summary)")
    }
    return bool
  }

  /// A number within a range.
  func number(
    _ range: ClosedRange<Double> = -1e9...1e9, _ unit: String = ""
  ) throws(ScenarioError) -> Double {
    let wanted = "a number\(unit.isEmpty ? "" : " of \(unit)")"
    guard let number = value.double else {
      throw error("expected \(wanted), not \(value.summary)")
    }
    guard range.contains(number) else {
      let bounds = "\(Self.plain(range.lowerBound))...\(Self.plain(range.upperBound))"
      throw error("expected \(wanted) within \(bounds), not \(Self.plain(number))")
    }
    return number
  }

  /// A number that is greater than 0.
  func positive(_ unit: String) throws(ScenarioError) -> Double {
    let value = try number(0...1e9, unit)
    guard value > 0 else { throw error("expected a number of \(unit) above 0") }
    return value
  }

  func integer(_ range: ClosedRange<Int>) throws(ScenarioError) -> Int {
    let value = try number(Double(range.lowerBound)...Double(range.upperBound))
    guard let integer = Int(exactly: value) else {
      throw error("expected a whole number, not \(Self.plain(value))")
    }
    return integer
  }

  /// Seconds, as a duration in whole milliseconds.
  func seconds(_ range: ClosedRange<Double> = 0...1e9) throws(ScenarioError) -> Duration {
    .milliseconds(Int((try number(range, "seconds") * 1000).rounded()))
  }

  /// One of several words.
  func choice<Value>(
    _ what: String, _ choices: [(name: String, value: Value)]
  ) throws(ScenarioError) -> Value {
    let name = try string()
    if let choice = choices.first(where: { $0.name == name }) { return choice.value }
    let names = choices.map(\.name).joined(separator: ", ")
    throw error("unknown \(what) \"\(name)\"; expected one of \(names)")
  }

  /// A place: latitude and longitude in degrees, and optionally an altitude in meters.
  func place() throws(ScenarioError) -> (coordinate: Coordinate, altitude: Double?) {
    let numbers = try elements()
    guard (2...3).contains(numbers.count) else {
      throw error("expected [latitude, longitude] or [latitude, longitude, altitude]")
    }
    let latitude = try numbers[0].number(-90...90, "degrees")
    let longitude = try numbers[1].number(-180...180, "degrees")
    let altitude = numbers.count == 3 ? try numbers[2].number(-12_000...100_000, "meters") : nil
    do throws(CoordinateError) {
      return (try Coordinate(latitude: latitude, longitude: longitude), altitude)
    } catch {
      throw self.error("\(error)")
    }
  }

  /// A date: `2025-06-01T08:00:00Z`, with or without decimals of the second.
  func date() throws(ScenarioError) -> Date {
    let text = try string()
    guard let date = UTCTimestamp.date(text) else {
      throw error("expected a UTC time as \"2025-06-01T08:00:00Z\", not \"\(text)\"")
    }
    return date
  }

  static func plain(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
  }
}

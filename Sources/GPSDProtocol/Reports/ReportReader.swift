import LocationCore
import LocationText

/// Reads the members of gpsd's objects. A wrong value throws an error with the member's name.
struct ReportReader {
  private var json: JSONScanner

  init(_ line: UnsafeRawBufferPointer) { json = JSONScanner(line) }

  /// Whether the last name or string is `text`.
  @inline(__always)
  func textEquals(_ text: StaticString) -> Bool { json.contentsEqual(text) }

  /// The last name or string.
  var text: String { json.text }

  // MARK: Structure

  /// Reads the brace and the name of the class, which is the last string from then on.
  ///
  /// - Returns: a reader of the members, which are all if the class is not the first, as gpsd writes it. Programs that
  ///   sort members move it.
  mutating func beginReport() throws(GPSDReportError) -> ReportReader {
    guard (try? json.next()) == .beginObject else { throw .notAReport }
    let members = self
    var isFirst = true
    while (try? json.next()) == .name {
      if textEquals("class") {
        guard (try? json.next()) == .string else { break }
        return isFirst ? self : members
      }
      isFirst = false
      guard (try? skipValue()) != nil else { break }
    }
    throw .notAReport
  }

  /// Begins an object that is the next value.
  mutating func beginObject(_ name: StaticString) throws(GPSDReportError) {
    guard try next() == .beginObject else { throw invalid(name) }
  }

  /// Begins an array that is the next value.
  mutating func beginArray(_ name: StaticString) throws(GPSDReportError) {
    guard try next() == .beginArray else { throw invalid(name) }
  }

  /// Reads the name of the next member; false at the end of the object.
  mutating func nextMember() throws(GPSDReportError) -> Bool { try next() == .name }

  /// Begins the next object of an array; false at the end of the array.
  mutating func nextObject(_ name: StaticString) throws(GPSDReportError) -> Bool {
    switch try next() {
    case .beginObject: return true
    case .endArray: return false
    default: throw invalid(name)
    }
  }

  /// Skips a value of any type.
  mutating func skipValue() throws(GPSDReportError) {
    let depth = json.depth
    _ = try next()
    while json.depth > depth { _ = try next() }
  }

  /// Checks that nothing follows the object, and that the text is UTF-8.
  mutating func end() throws(GPSDReportError) {
    _ = try next()
    guard json.isASCII || String(validating: json.bytes, as: UTF8.self) != nil else {
      throw .malformed(offset: 0)
    }
  }

  // MARK: Values

  mutating func string(_ name: StaticString) throws(GPSDReportError) -> String {
    guard try next() == .string else { throw invalid(name) }
    return json.text
  }

  /// Reads a number; NaN for `null`, which means that the value is not known.
  mutating func number(_ name: StaticString) throws(GPSDReportError) -> Double {
    switch try next() {
    case .number: return json.number
    case .null: return .nan
    default: throw invalid(name)
    }
  }

  mutating func integer(_ name: StaticString) throws(GPSDReportError) -> Int {
    guard try next() == .number, let number = json.fixedPoint, number.decimals == 0 else {
      throw invalid(name)
    }
    return number.digits
  }

  mutating func integer(
    _ name: StaticString, in range: ClosedRange<Int>
  ) throws(GPSDReportError) -> Int {
    let integer = try integer(name)
    guard range.contains(integer) else { throw .outOfRange(member: "\(name)") }
    return integer
  }

  /// Reads the path of a device; `nil` for an empty path.
  mutating func device() throws(GPSDReportError) -> String? {
    let path = try string("device")
    return path.isEmpty ? nil : path
  }

  /// Reads a truth value. gpsd's clients also write it as 0 or 1.
  mutating func boolean(_ name: StaticString) throws(GPSDReportError) -> Bool {
    switch try next() {
    case .true: return true
    case .false: return false
    case .number: return json.number != 0
    default: throw invalid(name)
    }
  }

  /// Reads a level. gpsd's clients also write it as a truth value.
  mutating func level(_ name: StaticString) throws(GPSDReportError) -> Int {
    switch try next() {
    case .true: return 1
    case .false: return 0
    case .number:
      guard let number = json.fixedPoint, number.decimals == 0 else { throw invalid(name) }
      return number.digits
    default: throw invalid(name)
    }
  }

  mutating func date(_ name: StaticString) throws(GPSDReportError) -> Date {
    guard try next() == .string,
      let time = ISO8601Time(UnsafeRawBufferPointer(rebasing: json.bytes[json.contents]))
    else { throw invalid(name) }
    return Date(timeIntervalSince1970: time.secondsSince1970)
  }

  /// Reads since when a device is active. 0 means that it was given up. Old releases of gpsd write
  /// seconds since 1970, and new releases ISO 8601.
  mutating func activation() throws(GPSDReportError) -> GPSDDevice.Activation? {
    switch try next() {
    case .number:
      let seconds = json.number
      return seconds == 0 ? .givenUp : .active(since: Date(timeIntervalSince1970: seconds))
    case .string:
      guard !json.contents.isEmpty else { return .givenUp }
      let time = ISO8601Time(UnsafeRawBufferPointer(rebasing: json.bytes[json.contents]))
      return .active(since: time.map { Date(timeIntervalSince1970: $0.secondsSince1970) })
    default: throw invalid("activated")
    }
  }

  func invalid(_ name: StaticString) -> GPSDReportError { .invalid(member: "\(name)") }

  private mutating func next() throws(GPSDReportError) -> JSONScanner.Token {
    do throws(JSONScanner.Failure) {
      return try json.next()
    } catch {
      throw .malformed(offset: error.offset)
    }
  }
}

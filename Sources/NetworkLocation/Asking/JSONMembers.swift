import LocationText

/// The strings, numbers and truth values of a JSON text, by the names of their members.
struct JSONMembers {
  enum Value: Hashable {
    case text(String)
    case number(Double)
    case other
  }

  /// By the names of the member and of the objects around it. Elements of arrays have the name of the array;
  /// the first one counts.
  private(set) var values: [[String]: Value] = [:]

  /// Reads a complete JSON text; `nil` if it is not JSON, or not UTF-8.
  init?(_ bytes: [UInt8]) {
    guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
    let values = bytes.withUnsafeBytes { bytes in try? Self.read(bytes) }
    guard let values else { return nil }
    self.values = values
  }

  /// The number of a member; `nil` if it is missing or has another type.
  func number(_ path: String...) -> Double? {
    if case .number(let number) = values[path] { number } else { nil }
  }

  /// The text of a member; `nil` if it is missing or has another type.
  func text(_ path: String...) -> String? {
    if case .text(let text) = values[path] { text } else { nil }
  }

  private static func read(
    _ bytes: UnsafeRawBufferPointer
  ) throws(JSONScanner.Failure) -> [[String]: Value] {
    var scanner = JSONScanner(bytes)
    var values: [[String]: Value] = [:]
    /// The names of the open objects' members, and whether an array is open at each level.
    var path: [String] = []
    var isArray: [Bool] = []
    func add(_ value: Value) {
      if values[path] == nil { values[path] = value }
      leave()
    }
    /// A value of a member is over, so its name is. An element of an array leaves the array's name.
    func leave() {
      if isArray.last == false { path.removeLast() }
    }
    while true {
      switch try scanner.next() {
      case .name: path.append(scanner.text)
      case .beginObject: isArray.append(false)
      case .beginArray: isArray.append(true)
      case .endObject, .endArray:
        isArray.removeLast()
        leave()
      case .string: add(.text(scanner.text))
      case .number: add(.number(scanner.number))
      case .true, .false, .null: add(.other)
      case .end: return values
      }
    }
  }
}

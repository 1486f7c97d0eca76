/// Receives the events of an ``XMLPushParser``.
///
/// Names and texts are valid only during the call. If a function throws, the parser stops.
protocol XMLEvents: AnyObject {
  /// The name of the innermost open element, for errors. Empty if it is not known.
  var openElement: String { get }

  /// An element begins.
  func begin(_ name: XMLName, _ attributes: XMLAttributes) throws(FormatProblem)

  /// An element ends.
  ///
  /// - Parameter offset: the offset in the document of the byte after the element.
  func end(_ name: XMLName, at offset: Int) throws(FormatProblem)

  /// A part of the text in the innermost open element.
  func text(_ text: UnsafeRawBufferPointer) throws(FormatProblem)
}

/// The name of an element or an attribute. Its parts are found when they are used.
struct XMLName {
  private let start: UnsafePointer<UInt8>

  init(_ name: UnsafePointer<CChar>) {
    start = UnsafeRawPointer(name).assumingMemoryBound(to: UInt8.self)
  }

  /// The name without its prefix, UTF-8.
  var bytes: UnsafeBufferPointer<UInt8> {
    let (local, end) = parts
    return UnsafeBufferPointer(start: start + local, count: end - local)
  }

  /// The prefix without the colon, UTF-8. Empty if there is none.
  var prefix: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: start, count: max(parts.local - 1, 0))
  }

  /// Where the name without its prefix begins, and where it ends.
  private var parts: (local: Int, end: Int) {
    var (local, end) = (0, 0)
    while start[end] != 0 {
      if start[end] == UInt8(ascii: ":") { local = end + 1 }
      end += 1
    }
    return (local, end)
  }

  @inline(__always)
  static func == (name: XMLName, literal: StaticString) -> Bool {
    name.start.equals(literal) || name.bytes.baseAddress?.equals(literal) ?? false
  }

  var string: String { String(decoding: bytes, as: UTF8.self) }
}

extension UnsafePointer<UInt8> {
  /// Whether a C string is a text.
  @inline(__always)
  fileprivate func equals(_ text: StaticString) -> Bool {
    var index = 0
    while index < text.utf8CodeUnitCount, self[index] == text.utf8Start[index] { index += 1 }
    return index == text.utf8CodeUnitCount && self[index] == 0
  }
}

struct XMLAttributes {
  /// Names and values in turn, and `nil` at the end.
  let pairs: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  /// The offset in the document of the element's first byte.
  let start: Int

  /// The value of an attribute; `nil` if the element does not have it.
  subscript(name: StaticString) -> String? { value(name).map { String(cString: $0) } }

  /// The value of an attribute as a decimal number; `nil` if it is none.
  func number(_ name: StaticString) -> Double? {
    guard let value = value(name) else { return nil }
    var count = 0
    while value[count] != 0 { count += 1 }
    return XMLValue.number(UnsafeRawBufferPointer(start: value, count: count))
  }

  /// All names, with their prefixes, and values.
  var all: [(name: String, value: String)] {
    var all: [(String, String)] = []
    var index = 0
    while let pairs, let key = pairs[index], let value = pairs[index + 1] {
      all.append((String(cString: key), String(cString: value)))
      index += 2
    }
    return all
  }

  /// Calls `body` with each name that has a prefix, and with its value.
  func forEachPrefix(
    _ body: (_ prefix: UnsafeBufferPointer<UInt8>, _ name: String, _ value: String) -> Void
  ) {
    var index = 0
    while let pairs, let key = pairs[index], let value = pairs[index + 1] {
      let name = XMLName(key)
      if !name.prefix.isEmpty { body(name.prefix, name.string, String(cString: value)) }
      index += 2
    }
  }

  private func value(_ name: StaticString) -> UnsafePointer<CChar>? {
    guard let pairs else { return nil }
    var index = 0
    while let key = pairs[index], let value = pairs[index + 1] {
      if XMLName(key) == name { return value }
      index += 2
    }
    return nil
  }
}

/// Receives the events of an ``XMLPushParser``.
///
/// Names and texts are valid only during the call. If a function throws, the parser stops.
protocol XMLEvents: AnyObject {
  /// The name of the innermost open element, for errors. Empty if it is not known.
  var openElement: String { get }

  /// An element begins.
  func begin(_ name: XMLName, _ attributes: XMLAttributes) throws(XMLProblem)

  /// An element ends.
  ///
  /// - Parameter offset: the offset in the document of the byte after the element.
  func end(_ name: XMLName, at offset: Int) throws(XMLProblem)

  /// A part of the text in the innermost open element.
  func text(_ text: UnsafeRawBufferPointer) throws(XMLProblem)
}

/// Why a parser has to stop.
struct XMLProblem: Error {
  let text: String

  init(_ text: String) { self.text = text }
}

/// The name of an element without its prefix.
struct XMLName {
  /// UTF-8.
  let bytes: UnsafeBufferPointer<UInt8>
  /// The prefix without the colon, UTF-8. Empty if there is none.
  let prefix: UnsafeBufferPointer<UInt8>

  init(_ name: UnsafePointer<CChar>) {
    var (start, end) = (0, 0)
    while name[end] != 0 {
      if name[end] == CChar(ascii: ":") { start = end + 1 }
      end += 1
    }
    let whole = UnsafeRawBufferPointer(start: name, count: end).bindMemory(to: UInt8.self)
    bytes = UnsafeBufferPointer(rebasing: whole[start...])
    prefix = UnsafeBufferPointer(rebasing: whole[..<max(start - 1, 0)])
  }

  static func == (name: XMLName, literal: StaticString) -> Bool {
    name.bytes.count == literal.utf8CodeUnitCount
      && literal.withUTF8Buffer { $0.elementsEqual(name.bytes) }
  }

  var string: String { String(decoding: bytes, as: UTF8.self) }
}

/// The attributes of an element.
struct XMLAttributes {
  /// Names and values in turn, and `nil` at the end.
  let pairs: UnsafeMutablePointer<UnsafePointer<CChar>?>?

  /// The value of an attribute; `nil` if the element does not have it.
  subscript(name: StaticString) -> String? { value(name).map { String(cString: $0) } }

  /// The value of an attribute as a decimal number; `nil` if it is none.
  func number(_ name: StaticString) -> Double? {
    guard let value = value(name) else { return nil }
    var count = 0
    while value[count] != 0 { count += 1 }
    return XMLValue.number(UnsafeRawBufferPointer(start: value, count: count))
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

extension CChar {
  fileprivate init(ascii scalar: Unicode.Scalar) { self = CChar(UInt8(ascii: scalar)) }
}

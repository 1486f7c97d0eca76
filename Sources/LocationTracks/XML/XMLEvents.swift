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

  init(_ name: UnsafePointer<CChar>) {
    var (start, end) = (0, 0)
    while name[end] != 0 {
      if name[end] == CChar(ascii: ":") { start = end + 1 }
      end += 1
    }
    let local = UnsafeRawBufferPointer(start: name + start, count: end - start)
    bytes = local.bindMemory(to: UInt8.self)
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
  subscript(name: StaticString) -> String? {
    guard let pairs else { return nil }
    var index = 0
    while let key = pairs[index], let value = pairs[index + 1] {
      if XMLName(key) == name { return String(cString: value) }
      index += 2
    }
    return nil
  }
}

extension CChar {
  fileprivate init(ascii scalar: Unicode.Scalar) { self = CChar(UInt8(ascii: scalar)) }
}

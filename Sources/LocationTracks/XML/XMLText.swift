import LocationCore
import LocationText

/// The text of the innermost element, while it is read. The text of the next element uses its memory again.
struct XMLText: ~Copyable {
  private static let longest = 65_536

  /// Memory for the longest text. The system provides a page of it when a text first needs the page.
  private let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: longest, alignment: 16)
  private var count = 0
  /// Whether the text of the innermost element is kept.
  private(set) var isKept = false

  deinit { memory.deallocate() }

  /// Keeps the text from here on.
  mutating func begin() {
    count = 0
    isKept = true
  }

  /// Keeps no text any more.
  mutating func drop() { isKept = false }

  /// Appends the next part of the text if it is kept. A text that is too long is dropped.
  mutating func append(_ part: UnsafeRawBufferPointer) {
    guard isKept else { return }
    guard part.count <= memory.count - count else { return drop() }
    UnsafeMutableRawBufferPointer(rebasing: memory[count...]).copyMemory(from: part)
    count += part.count
  }

  private var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[..<count]) }

  var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether the text has nothing but white space.
  var isBlank: Bool { bytes.allSatisfy(XMLValue.isSpace) }

  /// The text without white space at its ends; `nil` if nothing remains.
  var words: String? {
    let words = string.trimmingXMLSpace
    return words.isEmpty ? nil : words
  }

  /// The text as a decimal number; `nil` if it is none.
  var number: Double? { XMLValue.number(bytes) }

  /// The text as a decimal number; `nil` if it is none, or out of its range.
  func number(in range: ClosedRange<Double>) -> Double? {
    number.flatMap { range.contains($0) ? $0 : nil }
  }

  /// The text as a whole number; `nil` if it is none, or out of its range.
  func integer(in range: ClosedRange<Int>) -> Int? {
    Int(string.trimmingXMLSpace).flatMap { range.contains($0) ? $0 : nil }
  }

  /// The text as an angle in degrees, 0 ..< 360; `nil` if it is none.
  var direction: Double? { number(in: 0...360).map { $0 == 360 ? 0 : $0 } }

  /// The text as an instant; `nil` if it is none.
  ///
  /// - Parameter assumesUTC: whether a time without a zone is UTC. Otherwise it is no instant.
  func time(assumesUTC: Bool = false) -> Date? {
    ISO8601Time(XMLValue.trimmed(bytes), assumesUTC: assumesUTC).map {
      Date(timeIntervalSince1970: $0.secondsSince1970)
    } ?? words.flatMap { FileTime.instant($0, assumesUTC: assumesUTC) }
  }

  /// Calls `body` with the bytes, which are UTF-8.
  func withBytes<Value, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try body(bytes)
  }
}

/// Values in texts and attributes.
enum XMLValue {
  /// A decimal number; `nil` for anything else.
  static func number(_ text: UnsafeRawBufferPointer) -> Double? { Double(decimal: trimmed(text)) }

  /// The text without the white space of XML at both ends.
  static func trimmed(_ text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    var (start, end) = (0, text.count)
    while start < end, isSpace(text[start]) { start += 1 }
    while end > start, isSpace(text[end - 1]) { end -= 1 }
    return UnsafeRawBufferPointer(rebasing: text[start..<end])
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}

extension String {
  /// The text without the white space of XML at both ends.
  var trimmingXMLSpace: String {
    guard let first = utf8.first, let last = utf8.last,
      XMLValue.isSpace(first) || XMLValue.isSpace(last)
    else { return self }
    guard let start = utf8.firstIndex(where: { !XMLValue.isSpace($0) }),
      let end = utf8.lastIndex(where: { !XMLValue.isSpace($0) })
    else { return "" }
    return String(self[start...end])
  }
}

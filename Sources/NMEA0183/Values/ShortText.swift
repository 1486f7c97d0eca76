/// Text of a sentence, stored in place: up to 64 bytes of UTF-8, enough for a sentence of the
/// standard's length. Longer text is cut.
///
/// The standard escapes reserved characters as `^` and two hexadecimal digits of ISO 8859-1:
/// `^2C` is a comma. Decoding resolves the escapes, and encoding writes them.
public struct ShortText: Hashable, Sendable {
  /// How many bytes there can be.
  public static let capacity = 64
  private var bytes: SIMD64<UInt8> = .zero
  /// How many bytes there are.
  public private(set) var count = 0

  /// Makes empty text.
  public init() {}

  /// Makes text of a string's UTF-8.
  public init(_ text: String) {
    for byte in text.utf8 { append(byte) }
  }

  /// Takes a field unchanged, with its escapes.
  init(unresolved field: UnsafeBufferPointer<UInt8>) {
    for byte in field { append(byte) }
  }

  /// Takes a field and resolves its escapes.
  init(_ field: UnsafeBufferPointer<UInt8>) {
    field.forEachResolved(roomFor: { Self.capacity - count >= $0 }) { append($0) }
  }

  /// A byte, 0 ..< ``capacity``; 0 from ``count`` on.
  public subscript(index: Int) -> UInt8 { bytes[index] }

  /// Adds a byte; one beyond ``capacity`` is dropped.
  public mutating func append(_ byte: UInt8) {
    guard count < Self.capacity else { return }
    bytes[count] = byte
    count += 1
  }
}

extension ShortText: CustomStringConvertible {
  /// The text.
  public var description: String {
    String(decoding: (0..<count).map { bytes[$0] }, as: UTF8.self)
  }
}

/// The name of a waypoint or datum, stored in place: up to 16 bytes of UTF-8. A longer name is cut.
/// Escapes are those of ``ShortText``.
public struct ShortName: Hashable, Sendable {
  /// How many bytes there can be.
  public static let capacity = 16
  private var bytes: SIMD16<UInt8> = .zero
  /// How many bytes there are.
  public private(set) var count = 0

  /// Makes a name of a string's UTF-8.
  public init(_ text: String) {
    for byte in text.utf8.prefix(Self.capacity) {
      bytes[count] = byte
      count += 1
    }
  }

  /// A name, unless the field is empty.
  init?(_ field: UnsafeBufferPointer<UInt8>) {
    if field.isEmpty { return nil }
    field.forEachResolved(roomFor: { Self.capacity - count >= $0 }) {
      bytes[count] = $0
      count += 1
    }
  }

  /// A byte, 0 ..< ``capacity``; 0 from ``count`` on.
  public subscript(index: Int) -> UInt8 { bytes[index] }
}

extension ShortName: CustomStringConvertible {
  /// The name.
  public var description: String {
    String(decoding: (0..<count).map { bytes[$0] }, as: UTF8.self)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Goes through the field's bytes while there is room. Each escape becomes its character in UTF-8.
  fileprivate func forEachResolved(roomFor hasRoom: (Int) -> Bool, _ body: (UInt8) -> Void) {
    var index = 0
    while index < count {
      var byte = self[index]
      index += 1
      if byte == Byte.caret, index + 1 < count, let high = Byte.hexadecimalValue(self[index]),
        let low = Byte.hexadecimalValue(self[index + 1])
      {
        byte = high << 4 | low
        index += 2
      }
      guard hasRoom(byte < 0x80 ? 1 : 2) else { return }
      if byte < 0x80 {
        body(byte)
      } else {
        body(0xC0 | byte >> 6)
        body(0x80 | byte & 0x3F)
      }
    }
  }
}

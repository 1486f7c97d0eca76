/// Text of a sentence, stored in place: up to 64 bytes, which hold all that a sentence of the
/// standard's length can; what is longer is cut.
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

  init(_ field: UnsafeBufferPointer<UInt8>) {
    for byte in field { append(byte) }
  }

  /// A byte, from 0.
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

/// The name of a waypoint or datum, stored in place: up to 16 bytes; what is longer is cut.
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
    for byte in field.prefix(Self.capacity) {
      bytes[count] = byte
      count += 1
    }
  }

  /// A byte, from 0.
  public subscript(index: Int) -> UInt8 { bytes[index] }
}

extension ShortName: CustomStringConvertible {
  /// The name.
  public var description: String {
    String(decoding: (0..<count).map { bytes[$0] }, as: UTF8.self)
  }
}

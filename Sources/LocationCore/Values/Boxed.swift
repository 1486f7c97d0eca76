/// Holds a value apart from its owner, which needs one word for it: a large value that is seldom there, or a value
/// of the owner's own type.
@propertyWrapper
public struct Boxed<Value: Hashable & Codable & Sendable>: Hashable, Sendable {
  private final class Box: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  private var box: Box?

  /// Holds no value.
  public init() {}

  /// The value; `nil` if there is none.
  public var wrappedValue: Value? {
    get { box?.value }
    set { box = newValue.map(Box.init) }
  }

  /// Compares the values.
  public static func == (one: Boxed, other: Boxed) -> Bool {
    one.box === other.box || one.wrappedValue == other.wrappedValue
  }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension Boxed: Codable {
  // Only for the compiler, which demands the conformance and calls the functions below.

  /// Writes the value, or nothing.
  public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }

  /// Reads a value.
  public init(from decoder: any Decoder) throws { wrappedValue = try Value?(from: decoder) }
}

extension KeyedEncodingContainer {
  mutating func encode<Value>(_ boxed: Boxed<Value>, forKey key: Key) throws {
    try encodeIfPresent(boxed.wrappedValue, forKey: key)
  }
}

extension KeyedDecodingContainer {
  func decode<Value>(_ type: Boxed<Value>.Type, forKey key: Key) throws -> Boxed<Value> {
    var boxed = Boxed<Value>()
    boxed.wrappedValue = try decodeIfPresent(Value.self, forKey: key)
    return boxed
  }
}

/// Holds bytes that an update carries through this process. They are not coded.
@propertyWrapper
package struct CarriedBytes: Hashable, Sendable {
  /// The bytes; `nil` if the update carries none.
  package var wrappedValue: [UInt8]?

  /// Holds no bytes.
  package init() {}
}

extension CarriedBytes: Codable {
  // Only for the compiler, which demands the conformance and calls the functions below.

  package func encode(to encoder: any Encoder) throws {}
  package init(from decoder: any Decoder) throws {}
}

extension KeyedEncodingContainer {
  mutating func encode(_ bytes: CarriedBytes, forKey key: Key) throws {}
}

extension KeyedDecodingContainer {
  func decode(_ type: CarriedBytes.Type, forKey key: Key) throws -> CarriedBytes { CarriedBytes() }
}

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

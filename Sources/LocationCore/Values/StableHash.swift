/// A hash that is the same in each run and on each machine, unlike those of Swift: FNV-1a with 64 bits.
package enum StableHash {
  /// The hash of the UTF-8 of a text.
  package static func value(_ text: String) -> UInt64 { value(text.utf8) }

  /// The hash of bytes. As a checksum it notices each changed bit.
  package static func value(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
  }

  /// The hash in hexadecimal digits. It makes names of files from texts that may have slashes and be long.
  package static func text(_ text: String) -> String { String(value(text), radix: 16) }
}

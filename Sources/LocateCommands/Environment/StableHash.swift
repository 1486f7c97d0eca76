/// A hash that is the same in each run, unlike those of Swift. It makes names of files from texts that may
/// have slashes and be long.
enum StableHash {
  /// FNV-1a with 64 bits, in hexadecimal digits.
  static func text(_ text: String) -> String {
    let hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    return String(hash, radix: 16)
  }
}

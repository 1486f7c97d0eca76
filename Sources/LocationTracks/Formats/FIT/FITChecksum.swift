/// The checksum of FIT: CRC-16 with the reversed polynomial 0xA001, which begins with 0.
struct FITChecksum {
  private(set) var value: UInt16 = 0

  private static let table: [UInt16] = (0..<256).map { byte in
    (0..<8).reduce(UInt16(byte)) { rest, _ in rest & 1 == 1 ? rest >> 1 ^ 0xA001 : rest >> 1 }
  }

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var value = value
    Self.table.withUnsafeBufferPointer { table in
      for byte in bytes { value = value >> 8 ^ table[Int(UInt8(truncatingIfNeeded: value) ^ byte)] }
    }
    self.value = value
  }
}

extension FITChecksum: CustomStringConvertible {
  var description: String { "0x" + String(value, radix: 16, uppercase: true) }
}

/// The header of an entry in a zip archive (PKWARE's APPNOTE.TXT, section 4.3.7).
struct ZipEntryHeader {
  /// The size of the fixed part, before the name.
  static let size = 30
  /// The first bytes of a header.
  static let signature: UInt32 = 0x0403_4B50
  /// The first bytes of the list at the end of an archive, and of the end of an empty archive.
  static let listSignatures: [UInt32] = [0x0201_4B50, 0x0605_4B50]

  /// 0 for stored bytes, 8 for deflated ones.
  let method: Int
  let isEncrypted: Bool
  /// Whether the sizes and the checksum follow the bytes.
  let hasDescriptor: Bool
  /// The CRC-32 of the decompressed bytes.
  let checksum: UInt32
  /// The number of compressed bytes; `nil` if the header does not state it.
  let compressedSize: Int?
  let nameLength: Int
  /// The number of bytes between the name and the content.
  let extraLength: Int

  /// Reads the fixed part, whose signature was checked.
  init(_ bytes: UnsafeRawBufferPointer) {
    let flags = bytes.littleEndian16(at: 6)
    isEncrypted = flags & 1 != 0
    hasDescriptor = flags & 8 != 0
    method = Int(bytes.littleEndian16(at: 8))
    checksum = bytes.littleEndian32(at: 14)
    let size = bytes.littleEndian32(at: 18)
    // Larger sizes are in an extra field.
    compressedSize = size == .max || (hasDescriptor && size == 0) ? nil : Int(size)
    nameLength = Int(bytes.littleEndian16(at: 26))
    extraLength = Int(bytes.littleEndian16(at: 28))
  }
}

extension UnsafeRawBufferPointer {
  func littleEndian16(at offset: Int) -> UInt16 {
    UInt16(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt16.self))
  }

  func littleEndian32(at offset: Int) -> UInt32 {
    UInt32(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }
}

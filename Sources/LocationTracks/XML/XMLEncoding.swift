/// The encodings of XML that Expat does not know: all but UTF-8, UTF-16, ISO-8859-1 and US-ASCII.
enum XMLEncoding {
  /// Fills Expat's `XML_Encoding`: a table of 256 integers of C, the code point of each byte, and three pointers, which a
  /// table needs not.
  ///
  /// Numbers, times and names of elements are ASCII in all encodings of track files. In an encoding other than
  /// windows-1252, all other bytes become U+FFFD, so that the track is read and no text is guessed.
  static func fill(_ encoding: UnsafeMutableRawPointer, named name: String) {
    let isWindows = name.hasSuffix("1252")
    for byte in 0..<256 {
      var scalar = CInt(byte)
      if byte >= 0x80 {
        scalar = isWindows ? (byte < 0xA0 ? windows[byte - 0x80] : CInt(byte)) : 0xFFFD
      }
      encoding.storeBytes(of: scalar, toByteOffset: byte * MemoryLayout<CInt>.stride, as: CInt.self)
    }
    let pointers = encoding + 256 * MemoryLayout<CInt>.stride
    for index in 0..<3 {
      pointers.storeBytes(
        of: nil, toByteOffset: index * MemoryLayout<UnsafeRawPointer?>.stride,
        as: UnsafeRawPointer?.self)
    }
  }

  /// The characters of windows-1252 from 0x80 to 0x9F. Five bytes mean nothing.
  private static let windows: [CInt] = [
    0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0xFFFD, 0x017D, 0xFFFD, 0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178,
  ]
}

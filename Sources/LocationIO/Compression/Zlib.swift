/// The functions of zlib (https://zlib.net) that decompression needs, with the signatures of zlib.h 1.2.
struct Zlib: Sendable {
  /// `z_stream`. The functions take its address as a raw pointer, because Swift has no C signature with a
  /// Swift struct.
  struct Stream {
    var nextIn: UnsafePointer<UInt8>?
    var availableIn: CUnsignedInt = 0
    var totalIn: CUnsignedLong = 0
    var nextOut: UnsafeMutablePointer<UInt8>?
    var availableOut: CUnsignedInt = 0
    var totalOut: CUnsignedLong = 0
    var message: UnsafePointer<CChar>?
    var state: OpaquePointer?
    var allocate: OpaquePointer?
    var free: OpaquePointer?
    var user: OpaquePointer?
    var dataType: CInt = 0
    var checksum: CUnsignedLong = 0
    var reserved: CUnsignedLong = 0
  }

  /// The result codes that matter here.
  static let ok: CInt = 0
  static let streamEnd: CInt = 1
  static let bufferError: CInt = -5

  /// The installed library. The first use loads it.
  static let shared = Result { () throws(SystemLibraryError) in try Zlib() }

  let version: @Sendable @convention(c) () -> UnsafePointer<CChar>?
  let inflateInit:
    @Sendable @convention(c) (
      UnsafeMutableRawPointer, CInt, UnsafePointer<CChar>?, CInt
    ) -> CInt
  let inflate: @Sendable @convention(c) (UnsafeMutableRawPointer, CInt) -> CInt
  let inflateReset: @Sendable @convention(c) (UnsafeMutableRawPointer) -> CInt
  let inflateEnd: @Sendable @convention(c) (UnsafeMutableRawPointer) -> CInt
  let crc32:
    @Sendable @convention(c) (CUnsignedLong, UnsafePointer<UInt8>?, CUnsignedInt) -> CUnsignedLong

  private init() throws(SystemLibraryError) {
    let library = try SystemLibrary(
      "zlib", sonames: ["libz.so.1", "/usr/lib/libz.1.dylib"], package: "zlib1g")
    version = try library.function("zlibVersion")
    inflateInit = try library.function("inflateInit2_")
    inflate = try library.function("inflate")
    inflateReset = try library.function("inflateReset")
    inflateEnd = try library.function("inflateEnd")
    crc32 = try library.function("crc32")
  }
}

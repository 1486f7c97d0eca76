import LocationIO

/// The functions of Expat, an XML parser (https://libexpat.github.io), that reading GPX, KML and TCX needs.
///
/// Foundation's XML parser would load all of Foundation, which doubles the time that a command takes
/// to start. The signatures are those of expat.h 2.x, whose ABI has not changed since 2001.
struct Expat: Sendable {
  typealias Parser = UnsafeMutableRawPointer
  typealias Start =
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafePointer<CChar>?,
      UnsafeMutablePointer<UnsafePointer<CChar>?>?
    ) -> Void
  typealias End = @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?) -> Void
  typealias Text =
    @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, CInt) -> Void
  typealias Doctype =
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
      UnsafePointer<CChar>?, CInt
    ) -> Void

  /// Fills the table of an encoding that Expat does not know; 0 if that is not possible.
  typealias UnknownEncoding =
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafePointer<CChar>?, UnsafeMutableRawPointer?
    ) -> CInt

  /// The installed library. The first use loads it.
  static let shared = Result { () throws(SystemLibraryError) in try Expat() }

  /// The errors for another element, and for `<?xml`, after a complete document.
  static let documentFollows: [CInt] = [9, 17]

  let create: @Sendable @convention(c) (UnsafePointer<CChar>?) -> Parser?
  let free: @Sendable @convention(c) (Parser) -> Void
  let setUserData: @Sendable @convention(c) (Parser, UnsafeMutableRawPointer?) -> Void
  let setElementHandler: @Sendable @convention(c) (Parser, Start, End) -> Void
  let setTextHandler: @Sendable @convention(c) (Parser, Text) -> Void
  let setDoctypeHandler: @Sendable @convention(c) (Parser, Doctype) -> Void
  let setUnknownEncodingHandler:
    @Sendable @convention(c) (Parser, UnknownEncoding, UnsafeMutableRawPointer?) -> Void
  let parse: @Sendable @convention(c) (Parser, UnsafePointer<CChar>?, CInt, CInt) -> CInt
  let stop: @Sendable @convention(c) (Parser, UInt8) -> CInt
  let errorCode: @Sendable @convention(c) (Parser) -> CInt
  let errorText: @Sendable @convention(c) (CInt) -> UnsafePointer<CChar>?
  let line: @Sendable @convention(c) (Parser) -> CUnsignedLong
  let byteIndex: @Sendable @convention(c) (Parser) -> CLong
  let byteCount: @Sendable @convention(c) (Parser) -> CInt

  private init() throws(SystemLibraryError) {
    let library = try SystemLibrary(
      "Expat", sonames: ["libexpat.so.1", "/usr/lib/libexpat.1.dylib"], package: "libexpat1")
    create = try library.function("XML_ParserCreate")
    free = try library.function("XML_ParserFree")
    setUserData = try library.function("XML_SetUserData")
    setElementHandler = try library.function("XML_SetElementHandler")
    setTextHandler = try library.function("XML_SetCharacterDataHandler")
    setDoctypeHandler = try library.function("XML_SetStartDoctypeDeclHandler")
    setUnknownEncodingHandler = try library.function("XML_SetUnknownEncodingHandler")
    parse = try library.function("XML_Parse")
    stop = try library.function("XML_StopParser")
    errorCode = try library.function("XML_GetErrorCode")
    errorText = try library.function("XML_ErrorString")
    line = try library.function("XML_GetCurrentLineNumber")
    byteIndex = try library.function("XML_GetCurrentByteIndex")
    byteCount = try library.function("XML_GetCurrentByteCount")
  }
}

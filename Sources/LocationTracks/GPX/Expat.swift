#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Expat, the XML parser (https://libexpat.github.io), as far as it is needed here.
///
/// It is loaded when the first GPX file is read and not before. Foundation's parser would bring all
/// of Foundation along, which doubles the time that a command takes to start, and a header to
/// compile against would be one more package that whoever builds this has to install. The
/// signatures are those of expat.h 2.x, whose ABI has not changed since 2001.
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

  let create: @Sendable @convention(c) (UnsafePointer<CChar>?) -> Parser?
  let free: @Sendable @convention(c) (Parser) -> Void
  let setUserData: @Sendable @convention(c) (Parser, UnsafeMutableRawPointer?) -> Void
  let setElementHandler: @Sendable @convention(c) (Parser, Start, End) -> Void
  let setTextHandler: @Sendable @convention(c) (Parser, Text) -> Void
  let parse: @Sendable @convention(c) (Parser, UnsafePointer<CChar>?, CInt, CInt) -> CInt
  let stop: @Sendable @convention(c) (Parser, UInt8) -> CInt
  let errorCode: @Sendable @convention(c) (Parser) -> CInt
  let errorText: @Sendable @convention(c) (CInt) -> UnsafePointer<CChar>?
  let line: @Sendable @convention(c) (Parser) -> CUnsignedLong

  /// The library of this machine; `nil` where there is none.
  static let shared = Expat()

  private init?() {
    #if canImport(Darwin)
      let names = ["/usr/lib/libexpat.1.dylib"]
    #else
      let names = ["libexpat.so.1"]
    #endif
    guard let library = names.lazy.compactMap({ dlopen($0, RTLD_NOW) }).first,
      let create = dlsym(library, "XML_ParserCreate"),
      let free = dlsym(library, "XML_ParserFree"),
      let setUserData = dlsym(library, "XML_SetUserData"),
      let setElementHandler = dlsym(library, "XML_SetElementHandler"),
      let setTextHandler = dlsym(library, "XML_SetCharacterDataHandler"),
      let parse = dlsym(library, "XML_Parse"), let stop = dlsym(library, "XML_StopParser"),
      let errorCode = dlsym(library, "XML_GetErrorCode"),
      let errorText = dlsym(library, "XML_ErrorString"),
      let line = dlsym(library, "XML_GetCurrentLineNumber")
    else { return nil }
    func function<F>(_ symbol: UnsafeMutableRawPointer) -> F { unsafeBitCast(symbol, to: F.self) }
    self.create = function(create)
    self.free = function(free)
    self.setUserData = function(setUserData)
    self.setElementHandler = function(setElementHandler)
    self.setTextHandler = function(setTextHandler)
    self.parse = function(parse)
    self.stop = function(stop)
    self.errorCode = function(errorCode)
    self.errorText = function(errorText)
    self.line = function(line)
  }
}

import CCurlCalls

/// The functions of libcurl (https://curl.se/libcurl/c/) that sending requests needs.
///
/// The signatures and the numbers are those of curl/curl.h and curl/multi.h 7.68 and later. libcurl never
/// changes them.
struct Curl: Sendable {
  typealias Handle = UnsafeMutableRawPointer
  typealias List = UnsafeMutableRawPointer

  /// The installed library. The first use loads it.
  static let shared = Result { () throws(SystemLibraryError) in try Curl() }

  let makeEasy: @Sendable @convention(c) () -> Handle?
  let freeEasy: @Sendable @convention(c) (Handle) -> Void
  let errorText: @Sendable @convention(c) (CInt) -> UnsafePointer<CChar>?
  let makeMulti: @Sendable @convention(c) () -> Handle?
  let freeMulti: @Sendable @convention(c) (Handle) -> CInt
  let add: @Sendable @convention(c) (Handle, Handle) -> CInt
  let remove: @Sendable @convention(c) (Handle, Handle) -> CInt
  let perform: @Sendable @convention(c) (Handle, UnsafeMutablePointer<CInt>) -> CInt
  let poll:
    @Sendable @convention(c) (
      Handle, UnsafeMutableRawPointer?, CUnsignedInt, CInt, UnsafeMutablePointer<CInt>?
    ) -> CInt
  let wakeUp: @Sendable @convention(c) (Handle) -> CInt
  let nextMessage:
    @Sendable @convention(c) (Handle, UnsafeMutablePointer<CInt>) -> UnsafeMutablePointer<
      ccurl_message
    >?
  let append: @Sendable @convention(c) (List?, UnsafePointer<CChar>) -> List?
  let freeList: @Sendable @convention(c) (List?) -> Void
  /// Variadic; see `CCurlCalls.h`.
  let setOption: @Sendable @convention(c) () -> Void
  /// Variadic; see `CCurlCalls.h`.
  let getInfo: @Sendable @convention(c) () -> Void

  private init() throws(SystemLibraryError) {
    let library = try SystemLibrary(
      "libcurl",
      sonames: ["libcurl.so.4", "libcurl-gnutls.so.4", "/usr/lib/libcurl.4.dylib"],
      package: "libcurl4")
    makeEasy = try library.function("curl_easy_init")
    freeEasy = try library.function("curl_easy_cleanup")
    errorText = try library.function("curl_easy_strerror")
    makeMulti = try library.function("curl_multi_init")
    freeMulti = try library.function("curl_multi_cleanup")
    add = try library.function("curl_multi_add_handle")
    remove = try library.function("curl_multi_remove_handle")
    perform = try library.function("curl_multi_perform")
    poll = try library.function("curl_multi_poll")
    wakeUp = try library.function("curl_multi_wakeup")
    nextMessage = try library.function("curl_multi_info_read")
    append = try library.function("curl_slist_append")
    freeList = try library.function("curl_slist_free_all")
    setOption = try library.function("curl_easy_setopt")
    getInfo = try library.function("curl_easy_getinfo")
    // Before version 7.84, the first handle would do this, and not safely with several threads.
    let initialize: @convention(c) (CLong) -> CInt = try library.function("curl_global_init")
    _ = initialize(3)  // CURL_GLOBAL_ALL
  }

  /// The numbers of `CURLOPT_…`.
  enum Option {
    static let writeData: CInt = 10_001
    static let url: CInt = 10_002
    static let proxy: CInt = 10_004
    static let errorBuffer: CInt = 10_010
    static let writeFunction: CInt = 20_011
    static let httpHeader: CInt = 10_023
    static let headerData: CInt = 10_029
    static let post: CInt = 47
    static let postFieldSize: CInt = 60
    static let caInfo: CInt = 10_065
    static let headerFunction: CInt = 20_079
    static let noSignal: CInt = 99
    static let timeoutMilliseconds: CInt = 155
    static let connectTimeoutMilliseconds: CInt = 156
    static let openSocketFunction: CInt = 20_163
    static let copyPostFields: CInt = 10_165
    static let protocols: CInt = 181
    static let protocolsText: CInt = 10_318
  }

  /// CURLINFO_RESPONSE_CODE.
  static let responseCode: CInt = 0x20_0002
  /// CURLMSG_DONE.
  static let done: CInt = 1
  /// CURLPROTO_HTTP and CURLPROTO_HTTPS.
  static let httpAndHTTPS = 3

  /// The error of a `CURLcode`.
  ///
  /// - Parameter text: libcurl's own words; its general text for the code is used if they are empty.
  func error(_ result: CInt, text: String) -> HTTPError {
    let general = errorText(result).map { String(cString: $0) } ?? "libcurl error \(result)"
    let code: HTTPError.Code =
      switch result {
      case 1, 3: .invalidRequest
      case 6: .hostNotFound
      case 7: .cannotConnect
      case 28: .timedOut
      // The handshake failed, the certificate is not valid, or the file of authorities is missing.
      case 35, 53, 54, 58, 59, 60, 66, 77, 80, 83, 90, 91: .untrusted
      case 18, 52, 55, 56, 92, 95: .interrupted
      default: .unavailable
      }
    return HTTPError(code, detail: text.isEmpty ? general : text)
  }
}

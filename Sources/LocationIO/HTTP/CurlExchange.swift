import CCurlCalls
import LocationPOSIX

/// One request and its response, on one thread.
///
/// libcurl's handles and the response are used only on the thread that made this object. Its `deinit`
/// frees the handles there.
final class CurlExchange {
  private let curl: Curl
  private let easy: Curl.Handle
  private let multi: Curl.Handle
  private let headers: Curl.List?
  private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: 256)
  private let answer: CurlAnswer

  /// Prepares a request. Nothing is sent yet.
  init(
    _ request: HTTPRequest, connectTimeout: Duration, authorities: String?
  ) throws(HTTPError) {
    do throws(SystemLibraryError) {
      curl = try Curl.shared.get()
    } catch {
      throw HTTPError(.unavailable, detail: error.description)
    }
    guard let easy = curl.makeEasy() else { throw Self.outOfMemory }
    guard let multi = curl.makeMulti() else {
      curl.freeEasy(easy)
      throw Self.outOfMemory
    }
    (self.easy, self.multi) = (easy, multi)
    answer = CurlAnswer(limit: max(0, request.responseLimit))
    var lines: Curl.List?
    // libcurl would ask before it sends a large body, and wait a second for a server that does not answer.
    lines = curl.append(lines, "Expect:")
    for header in request.headers {
      // A header without a value needs a semicolon.
      let line = header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)"
      lines = curl.append(lines, line) ?? lines
    }
    headers = lines
    errorText.initialize(repeating: 0, count: 256)
    Self.blockBrokenPipes()
    set(request)
    setLimits(request, connectTimeout)
    if let authorities { set(Curl.Option.caInfo, authorities) }
  }

  deinit {
    _ = curl.remove(multi, easy)
    curl.freeEasy(easy)
    _ = curl.freeMulti(multi)
    curl.freeList(headers)
    errorText.deallocate()
  }

  private static let outOfMemory = HTTPError(.unavailable, detail: "libcurl has no memory")

  /// A TLS library may write to a connection that the server closed. The signal stays with this thread, and
  /// the write is an error. With CURLOPT_NOSIGNAL, libcurl does not do this itself.
  private static func blockBrokenPipes() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  // MARK: Options

  private func set(_ option: CInt, _ number: Int) {
    _ = ccurl_set_long(curl.setOption, easy, option, number)
  }

  private func set(_ option: CInt, _ text: String) {
    _ = text.withCString { ccurl_set_pointer(curl.setOption, easy, option, $0) }
  }

  private func set(_ request: HTTPRequest) {
    set(Curl.Option.url, request.url)
    set(Curl.Option.proxy, "")
    if request.method == .post {
      set(Curl.Option.post, 1)
      set(Curl.Option.postFieldSize, request.body.count)
      request.body.withUnsafeBufferPointer { body in
        // An empty array may have no address, and libcurl would read the body from standard input.
        let bytes = UnsafeRawPointer(body.baseAddress) ?? UnsafeRawPointer(errorText)
        _ = ccurl_set_pointer(curl.setOption, easy, Curl.Option.copyPostFields, bytes)
      }
    }
    _ = ccurl_set_pointer(curl.setOption, easy, Curl.Option.httpHeader, headers)
    _ = ccurl_set_pointer(curl.setOption, easy, Curl.Option.errorBuffer, errorText)
    let context = Unmanaged.passUnretained(answer).toOpaque()
    _ = ccurl_set_pointer(curl.setOption, easy, Curl.Option.writeData, context)
    _ = ccurl_set_pointer(curl.setOption, easy, Curl.Option.headerData, context)
    _ = ccurl_set_receiver(curl.setOption, easy, Curl.Option.writeFunction) {
      CurlAnswer.receive($0, $1 * $2, $3) { $0.addBody($1) }
    }
    _ = ccurl_set_receiver(curl.setOption, easy, Curl.Option.headerFunction) {
      CurlAnswer.receive($0, $1 * $2, $3) { $0.addHeader($1) }
    }
  }

  private func setLimits(_ request: HTTPRequest, _ connectTimeout: Duration) {
    // A look-up with a signal would affect the whole process.
    set(Curl.Option.noSignal, 1)
    if ccurl_set_pointer(curl.setOption, easy, Curl.Option.protocolsText, "http,https") != 0 {
      set(Curl.Option.protocols, Curl.httpAndHTTPS)  // before version 7.85
    }
    set(Curl.Option.timeoutMilliseconds, Self.milliseconds(request.timeout))
    set(Curl.Option.connectTimeoutMilliseconds, Self.milliseconds(connectTimeout))
    _ = ccurl_set_opener(curl.setOption, easy, Curl.Option.openSocketFunction) { _, _, address in
      guard let address = address?.pointee else { return -1 }
      // libcurl's own sockets would be inherited by the programs that this process starts.
      let descriptor = socket(address.family, Descriptor.streamSocket, address.`protocol`)
      if descriptor >= 0 { Descriptor.secure(descriptor) }
      return descriptor
    }
  }

  /// At least one, because zero means libcurl's default; at most a day.
  private static func milliseconds(_ duration: Duration) -> Int {
    Int(min(max(duration / .milliseconds(1), 1), 86_400_000).rounded(.up))
  }

  // MARK: The exchange

  /// Sends the request and waits for the response.
  func run(_ cancellation: CurlCancellation) -> Result<HTTPResponse, HTTPError> {
    // Another thread uses the handle only in `curl_multi_wakeup`, which libcurl allows from any thread,
    // and under the lock of `cancellation`, so not after `wakes(nil)` and the release of the handle.
    nonisolated(unsafe) let multi = multi
    let curl = curl
    cancellation.wakes { _ = curl.wakeUp(multi) }
    defer { cancellation.wakes(nil) }
    guard curl.add(multi, easy) == 0 else { return .failure(Self.outOfMemory) }
    var running: CInt = 1
    while running > 0 {
      if cancellation.isCancelled { return .failure(HTTPError(.cancelled)) }
      guard curl.perform(multi, &running) == 0 else { return .failure(Self.outOfMemory) }
      // A second at most, although a cancellation ends the wait.
      if running > 0 { _ = curl.poll(multi, nil, 0, 1000, nil) }
    }
    var rest: CInt = 0
    while let message = curl.nextMessage(multi, &rest) {
      if message.pointee.message == Curl.done { return conclude(message.pointee.content.result) }
    }
    return .failure(HTTPError(.interrupted))
  }

  private func conclude(_ result: CInt) -> Result<HTTPResponse, HTTPError> {
    if let error = answer.error { return .failure(error) }
    guard result == 0 else {
      return .failure(curl.error(result, text: String(cString: errorText)))
    }
    var status = 0
    _ = ccurl_get_long(curl.getInfo, easy, Curl.responseCode, &status)
    return .success(HTTPResponse(status: status, headers: answer.headers, body: answer.body))
  }
}

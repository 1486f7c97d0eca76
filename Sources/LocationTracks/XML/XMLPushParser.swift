import LocationIO

/// Parses an XML document that arrives in pieces of any size, with Expat.
///
/// Its memory does not grow with the document. Expat holds a tag or a comment until it is complete, so
/// a very long one is an error. A document type declaration is an error too, because
/// its entities could grow without a limit.
final class XMLPushParser {
  /// The most bytes that may arrive without an event.
  private static let silenceLimit = 1 << 20
  /// The most bytes of one call to Expat, which takes an `int`.
  private static let pieceLimit = 1 << 16

  private let expat: Expat
  private var parser: Expat.Parser
  private let events: any XMLEvents
  // Every event changes these, and nothing else does meanwhile.
  @exclusivity(unchecked) private var problem: String?
  @exclusivity(unchecked) private var bytesWithoutEvent = 0
  @exclusivity(unchecked) private var hasElement = false
  /// The number of bytes before the piece that is parsed now.
  private var offset = 0
  /// What is before the document and Expat does not get: earlier documents, white space and a byte order mark. XML allows no
  /// white space before `<?xml`; Strava's export of an account has ten spaces there.
  private var before = (bytes: 0, lines: 0)
  private var hasBegun = false
  /// The number of open elements.
  @exclusivity(unchecked) private var depth = 0
  /// The last bytes after a complete document, which may begin the next one.
  private var tail: [UInt8] = []
  /// Expat refuses another document at the latest after its declaration.
  private static let longestStart = 1024

  /// Makes a parser that tells `events` what it finds.
  init(_ events: any XMLEvents) throws(SystemLibraryError) {
    expat = try Expat.shared.get()
    parser = Self.newParser(expat)
    self.events = events
    setHandlers()
  }

  private static func newParser(_ expat: Expat) -> Expat.Parser {
    guard let parser = expat.create(nil) else { preconditionFailure("out of memory") }
    return parser
  }

  private func setHandlers() {
    expat.setUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    expat.setElementHandler(
      parser,
      { user, name, attributes in XMLPushParser.with(user) { $0.begin(name, attributes) } },
      { user, name in XMLPushParser.with(user) { $0.end(name) } })
    expat.setTextHandler(parser) { user, start, count in
      XMLPushParser.with(user) { $0.text(start, count) }
    }
    expat.setDoctypeHandler(parser) { user, _, _, _, _ in
      XMLPushParser.with(user) { $0.doctype() }
    }
    let fillEncoding: Expat.UnknownEncoding = { _, name, encoding in
      guard let name, let encoding else { return 0 }
      XMLEncoding.fill(encoding, named: String(cString: name))
      return 1
    }
    expat.setUnknownEncodingHandler(parser, fillEncoding, nil)
  }

  deinit { expat.free(parser) }

  /// Parses the next bytes. After an error, it must not be called again.
  func parse(_ bytes: UnsafeRawBufferPointer) throws(TrackFileError) {
    let bytes = hasBegun ? bytes : begun(bytes)
    for start in stride(from: 0, to: bytes.count, by: Self.pieceLimit) {
      let end = min(start + Self.pieceLimit, bytes.count)
      try parse(UnsafeRawBufferPointer(rebasing: bytes[start..<end]), isLast: false)
    }
  }

  /// Ends the document, which must be complete.
  func finish() throws(TrackFileError) {
    try parse(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true)
  }

  /// The bytes from the first one of the document on.
  private func begun(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let start = bytes.firstIndex { !XMLValue.isSpace($0) && !mark.contains($0) }
    hasBegun = start != nil
    let skipped = bytes[..<(start ?? bytes.count)]
    before.bytes += skipped.count
    before.lines += skipped.count { $0 == 0x0A }
    return UnsafeRawBufferPointer(rebasing: bytes[skipped.endIndex...])
  }

  private func parse(_ piece: UnsafeRawBufferPointer, isLast: Bool) throws(TrackFileError) {
    bytesWithoutEvent += piece.count
    let start = piece.baseAddress?.assumingMemoryBound(to: CChar.self)
    if expat.parse(parser, start, CInt(piece.count), isLast ? 1 : 0) == 0 {
      if let problem { throw error(problem) }
      if let rest = nextDocument(in: piece) {
        return try rest.withBytes { bytes throws(TrackFileError) in
          try parse(bytes, isLast: isLast)
        }
      }
      if hasElement, isLast || isZero(in: piece) { throw cut }
      throw error("not well-formed XML: \(words)")
    }
    offset += piece.count
    if hasElement, depth == 0 { tail = Array((tail + piece).suffix(Self.longestStart)) }
    guard bytesWithoutEvent <= Self.silenceLimit else {
      throw error("a tag or a comment is longer than \(Self.silenceLimit >> 20) MB")
    }
  }

  /// Begins another document after a complete one, as in files that were joined. Returns its bytes; `nil` if the error
  /// is another one.
  private func nextDocument(in piece: UnsafeRawBufferPointer) -> [UInt8]? {
    let isComplete = hasElement && depth == 0
    guard isComplete, Expat.documentFollows.contains(expat.errorCode(parser)) else { return nil }
    let known = tail + piece
    let start = Int(expat.byteIndex(parser))
    let index = start - offset + tail.count
    guard known.indices.contains(index), known[index] == UInt8(ascii: "<") else { return nil }
    before.bytes += start
    before.lines += Int(expat.line(parser)) - 1
    (offset, hasElement, tail) = (0, false, [])
    expat.free(parser)
    parser = Self.newParser(expat)
    setHandlers()
    return Array(known[index...])
  }

  /// The document ends before it is complete.
  private var cut: TrackFileError {
    var error = error(TrackFileError.cutOff)
    error.isCutOff = true
    return error
  }

  /// Whether the error is a zero. Zeros are what was not stored before the power failed.
  private func isZero(in piece: UnsafeRawBufferPointer) -> Bool {
    let index = Int(expat.byteIndex(parser)) - offset
    return piece.indices.contains(index) && piece[index] == 0
  }

  private func error(_ problem: String) -> TrackFileError {
    TrackFileError(
      line: before.lines + max(1, Int(expat.line(parser))), element: events.openElement,
      problem: problem)
  }

  private var words: String {
    expat.errorText(expat.errorCode(parser)).map { String(cString: $0) } ?? "unknown error"
  }

  // MARK: Expat's events

  /// Calls `body` with the parser that Expat's user data is. The caller of Expat keeps it.
  @inline(__always)
  private static func with(_ user: UnsafeMutableRawPointer?, _ body: (XMLPushParser) -> Void) {
    guard let user else { return }
    Unmanaged<XMLPushParser>.fromOpaque(user)._withUnsafeGuaranteedRef(body)
  }

  private func begin(
    _ name: UnsafePointer<CChar>?, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) {
    guard let name else { return }
    hasElement = true
    depth += 1
    tell { () throws(FormatProblem) in
      try events.begin(
        XMLName(name),
        XMLAttributes(pairs: attributes, start: before.bytes + Int(expat.byteIndex(parser))))
    }
  }

  private func end(_ name: UnsafePointer<CChar>?) {
    guard let name else { return }
    depth -= 1
    // The end of an empty element, `<a/>`, has no bytes of its own.
    let offset = before.bytes + Int(expat.byteIndex(parser)) + Int(expat.byteCount(parser))
    tell { () throws(FormatProblem) in try events.end(XMLName(name), at: offset) }
  }

  private func text(_ start: UnsafePointer<CChar>?, _ count: CInt) {
    let text = UnsafeRawBufferPointer(start: start, count: Int(count))
    tell { () throws(FormatProblem) in try events.text(text) }
  }

  private func doctype() {
    tell { () throws(FormatProblem) in throw FormatProblem("a DOCTYPE is not allowed") }
  }

  /// Tells an event. Expat may have more events after it was stopped; they are dropped.
  @inline(__always)
  private func tell(_ event: () throws(FormatProblem) -> Void) {
    guard problem == nil else { return }
    bytesWithoutEvent = 0
    do throws(FormatProblem) {
      try event()
    } catch {
      problem = error.text
      _ = expat.stop(parser, 0)
    }
  }
}

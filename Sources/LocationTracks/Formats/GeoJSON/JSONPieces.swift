import LocationText

/// Reads the tokens of JSON that arrives in pieces: one value, or several one after the other, also with
/// the record separators of RFC 8142 between them.
struct JSONPieces {
  /// A longer name, string or number is an error, so that no file can fill the memory.
  private static let longestToken = 1 << 20

  /// The bytes after the last token, and their offset and line in the file.
  private var rest: [UInt8] = []
  private var offset = 0
  private var line = 1
  private var scanner = JSONScanner(UnsafeRawBufferPointer(start: nil, count: 0))
  private var isBetweenValues = true

  /// The number of bytes so far.
  var end: Int { offset + rest.count }

  /// Reads the tokens that a piece completes.
  ///
  /// - Parameters:
  ///   - piece: the next bytes.
  ///   - isLast: whether the file has no further bytes.
  ///   - body: receives a token, the scanner that read it, and the offset in the file of the first byte
  ///     after the token. An error that it throws gets the line of the token.
  mutating func read(
    _ piece: UnsafeRawBufferPointer, isLast: Bool,
    _ body: (JSONScanner.Token, JSONScanner, Int) throws(FormatProblem) -> Void
  ) throws(TrackFileError) {
    rest += piece
    var bytes: [UInt8] = []
    swap(&bytes, &rest)
    defer { swap(&bytes, &rest) }
    let count = try bytes.withUnsafeBufferPointer { bytes throws(TrackFileError) in
      try readTokens(UnsafeRawBufferPointer(bytes), isLast: isLast, body)
    }
    line += Self.lineFeeds(bytes[..<count])
    offset += count
    bytes.removeFirst(count)
    if bytes.count > Self.longestToken {
      throw TrackFileError(line: line, problem: "a name, a string or a number is longer than 1 MB")
    }
  }

  /// Reads all complete tokens, and returns the number of their bytes.
  private mutating func readTokens(
    _ bytes: UnsafeRawBufferPointer, isLast: Bool,
    _ body: (JSONScanner.Token, JSONScanner, Int) throws(FormatProblem) -> Void
  ) throws(TrackFileError) -> Int {
    var json = JSONScanner(continuing: scanner, in: bytes)
    while true {
      if isBetweenValues {
        guard let start = valueStart(bytes, from: json.offset) else { return bytes.count }
        json = JSONScanner(bytes, from: start)
        isBetweenValues = false
      }
      let before = json
      let token: JSONScanner.Token
      do throws(JSONScanner.Failure) {
        token = try json.next()
      } catch {
        guard error.isIncomplete else {
          throw mistake(bytes, error.offset, "not JSON: \(error.reason.problem)")
        }
        if isLast {
          var cut = mistake(bytes, error.offset, TrackFileError.cutOff)
          cut.isCutOff = true
          throw cut
        }
        scanner = before
        return before.offset
      }
      // The next piece may have more digits.
      if token == .number, json.offset == bytes.count, !isLast {
        scanner = before
        return before.offset
      }
      do throws(FormatProblem) {
        try body(token, json, offset + json.offset)
      } catch {
        throw mistake(bytes, json.offset, error.text)
      }
      isBetweenValues = json.depth == 0
    }
  }

  /// The offset of the next value; `nil` if the bytes hold only what may be between values.
  private func valueStart(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    var start = start
    // Some editors write a byte order mark before UTF-8.
    if offset == 0, start == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { start = 3 }
    let recordSeparator: UInt8 = 0x1E
    return bytes[start...].firstIndex {
      $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D && $0 != recordSeparator
    }
  }

  private func mistake(
    _ bytes: UnsafeRawBufferPointer, _ offset: Int, _ problem: String
  ) -> TrackFileError {
    TrackFileError(line: line + Self.lineFeeds(bytes[..<offset]), problem: problem)
  }

  static func lineFeeds(_ bytes: some Sequence<UInt8>) -> Int {
    bytes.reduce(0) { $1 == 0x0A ? $0 + 1 : $0 }
  }
}

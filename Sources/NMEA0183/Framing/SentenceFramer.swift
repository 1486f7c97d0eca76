/// Cuts a stream of bytes into sentences, however the stream was cut into chunks.
///
/// A sentence begins at `$` (or `!`, as AIS does) and ends with its checksum, or at CR or LF when
/// it has none. A `$` inside a sentence begins a new one. Everything between sentences is noise
/// and is skipped, lines that begin with `#` (the comments of recorded logs) included.
///
/// A sentence that lies wholly inside a chunk is handed on in place; only one that a chunk's end
/// cuts is copied. Nothing is allocated after the first push.
public struct SentenceFramer: Sendable {
  /// The longest sentence a framer accepts, in bytes. The standard says 82; real receivers pass it.
  public static let defaultLimit = 1024

  /// The longest sentence this framer accepts, in bytes, end of line not counted.
  public let limit: Int
  /// How many bytes it has been given.
  public private(set) var byteCount = 0

  private var carry: [UInt8] = []
  private var edges: [UInt16]
  private var carryLine = 0
  private var line = 1
  private var atLineStart = true
  private var returns = 0
  private var inComment = false

  /// Makes a framer at the start of a stream.
  ///
  /// - Parameter limit: the longest sentence to accept, in bytes; 16 … 65,535, clamped.
  public init(limit: Int = SentenceFramer.defaultLimit) {
    self.limit = min(max(limit, 16), 65_535)
    edges = Array(repeating: 0, count: FrameScan.edgeCapacity(limit: self.limit))
    carry.reserveCapacity(self.limit + 3)
  }

  /// Takes the next bytes of the stream and hands on every frame that they complete, in order.
  public mutating func push(_ bytes: Span<UInt8>, _ body: (borrowing SentenceFrame) -> Void) {
    bytes.withUnsafeBufferPointer { push($0, body) }
  }

  /// Takes the next bytes of the stream and hands on every frame that they complete, in order.
  public mutating func push(
    _ bytes: UnsafeRawBufferPointer, _ body: (borrowing SentenceFrame) -> Void
  ) {
    bytes.withMemoryRebound(to: UInt8.self) { push($0, body) }
  }

  /// Ends the stream: a sentence that has begun is handed on as truncated. The framer is then at
  /// the start of a new stream.
  public mutating func finish(_ body: (borrowing SentenceFrame) -> Void) {
    if !carry.isEmpty {
      var scan = edges.withUnsafeMutableBufferPointer { edges in
        carry.withUnsafeBufferPointer { carry in
          FrameScan(carry, upTo: limit, edges)
        }
      }
      scan.isIncomplete = false
      scan.checksum = .failed
      scan.fault = .truncated
      scan.count = carry.count
      let offset = byteCount - carry.count
      edges.withUnsafeBufferPointer { edges in
        carry.withUnsafeBufferPointer { carry in
          guard let base = carry.baseAddress, let edges = edges.baseAddress else { return }
          body(
            SentenceFrame(
              base: base, scan: scan, edges: edges, line: carryLine, offset: offset))
        }
      }
    }
    carry.removeAll(keepingCapacity: true)
    byteCount = 0
    line = 1
    atLineStart = true
    returns = 0
    inComment = false
  }

  private mutating func push(
    _ bytes: UnsafeBufferPointer<UInt8>, _ body: (borrowing SentenceFrame) -> Void
  ) {
    guard let base = bytes.baseAddress, !bytes.isEmpty else { return }
    // Taken out for the call, so that the closure may run while their storage is in use.
    var edges: [UInt16] = []
    swap(&edges, &self.edges)
    edges.withUnsafeMutableBufferPointer { edges in
      guard let edges = edges.baseAddress else { return }
      var index = 0
      if !carry.isEmpty {
        index = complete(base, bytes.count, edges, body)
      }
      while index < bytes.count {
        index = skipNoise(base, from: index, to: bytes.count)
        guard index < bytes.count else { break }
        let scan = FrameScan(
          base + index, available: bytes.count - index, limit: limit, edges: edges)
        if scan.isIncomplete {
          carryLine = line
          carry.append(contentsOf: bytes[index...])
          break
        }
        body(
          SentenceFrame(
            base: base + index, scan: scan, edges: edges, line: line,
            offset: byteCount + index))
        index += scan.count
        atLineStart = false
      }
    }
    swap(&edges, &self.edges)
    byteCount += bytes.count
  }

  /// Goes on with the sentence in the carry; returns how many of the new bytes it took.
  private mutating func complete(
    _ base: UnsafePointer<UInt8>, _ count: Int, _ edges: UnsafeMutablePointer<UInt16>,
    _ body: (borrowing SentenceFrame) -> Void
  ) -> Int {
    let held = carry.count
    let taken = min(count, limit + 3 - held)
    carry.append(contentsOf: UnsafeBufferPointer(start: base, count: taken))
    let (line, offset, limit) = (carryLine, byteCount - held, limit)
    let used = carry.withUnsafeBufferPointer { carry -> Int? in
      guard let start = carry.baseAddress else { return 0 }
      let scan = FrameScan(start, available: carry.count, limit: limit, edges: edges)
      if scan.isIncomplete { return nil }
      body(SentenceFrame(base: start, scan: scan, edges: edges, line: line, offset: offset))
      return scan.count
    }
    guard let used else { return count }
    carry.removeAll(keepingCapacity: true)
    atLineStart = false
    return used - held
  }

  /// The index of the next start of a sentence, or `end`.
  private mutating func skipNoise(
    _ base: UnsafePointer<UInt8>, from start: Int, to end: Int
  ) -> Int {
    var index = start
    while index < end {
      let byte = base[index]
      if byte == Byte.lineFeed {
        line += 1
        atLineStart = true
        returns = 0
        inComment = false
      } else if byte == Byte.carriageReturn {
        atLineStart = true
        returns += 1
        inComment = false
      } else {
        // A CR ends a line where no LF follows; of CR CR LF only the LF does.
        line += returns
        returns = 0
        if inComment {
          // What looked like a comment was binary noise.
          if byte < 0x20 && byte != 0x09 { inComment = false }
        } else if byte == Byte.dollar || byte == Byte.exclamation {
          return index
        } else if byte == Byte.hash, atLineStart {
          inComment = true
        }
        atLineStart = false
      }
      index += 1
    }
    return end
  }
}

extension FrameScan {
  fileprivate init(
    _ bytes: UnsafeBufferPointer<UInt8>, upTo limit: Int,
    _ edges: UnsafeMutableBufferPointer<UInt16>
  ) {
    guard let base = bytes.baseAddress, let edges = edges.baseAddress else {
      preconditionFailure("a framer's carry and comma table are never empty here")
    }
    self.init(base, available: bytes.count, limit: limit, edges: edges)
  }
}

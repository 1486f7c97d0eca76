/// Cuts a stream of bytes into sentences. The chunks of the stream make no difference.
///
/// A sentence begins at `$` (at `!` in AIS) and ends with its checksum, or at CR or LF if it has no
/// checksum. A `$` inside a sentence begins a new one. Everything between sentences is noise and is
/// skipped, and so are lines that begin with `#`, the comments of recorded logs.
///
/// **Noise and damage.** Binary data and text contain `$` and `!` too. Bytes behind one of them are
/// handed on as a damaged sentence only if they probably were a sentence: they have a complete address
/// (five capitals and digits, or `P` and at least three more) up to a comma, or a wrong checksum. A
/// sentence without a checksum needs a complete address too. The first `$` of `$$GNGSA,…` is noise.
///
/// **TAG blocks.** The text between the backslashes of a TAG block (``TagBlock``) is never a sentence,
/// even if it contains a `$`. The sentence directly after the block has it: ``SentenceFrame/tag``.
///
/// A sentence inside one chunk is handed on in place; only a sentence that a chunk's end cuts is
/// copied. After the first push no memory is allocated, with one exception: a chunk ends behind a
/// backslash that does not begin a TAG block.
public struct SentenceFramer: Sendable {
  /// The longest sentence a framer accepts, in bytes. The standard allows 82; real receivers send more.
  public static let defaultLimit = 1024

  /// The longest sentence this framer accepts, in bytes, end of line not counted.
  public let limit: Int
  /// The number of bytes pushed so far.
  public private(set) var byteCount = 0

  private var carry: [UInt8] = []
  private var edges: [UInt16]
  private var carryLine = 0
  private var line = 1
  private var atLineStart = true
  private var returns = 0
  private var inComment = false
  private var tag = TagBlock()
  /// The offset of the byte behind ``tag``, where its sentence begins.
  private var tagEnd = -1

  /// Makes a framer at the start of a stream.
  ///
  /// - Parameter limit: the longest sentence to accept, in bytes; 16 … 65,535, clamped.
  public init(limit: Int = SentenceFramer.defaultLimit) {
    self.limit = min(max(limit, 16), 65_535)
    edges = Array(repeating: 0, count: FrameScan.edgeCapacity(limit: self.limit))
    carry.reserveCapacity(max(self.limit + 3, TagBlock.limit))
  }

  /// Takes the next bytes of the stream and hands on, in order, every frame that they complete.
  public mutating func push(_ bytes: Span<UInt8>, _ body: (borrowing SentenceFrame) -> Void) {
    bytes.withUnsafeBufferPointer { push($0, body) }
  }

  /// Takes the next bytes of the stream and hands on, in order, every frame that they complete.
  public mutating func push(
    _ bytes: UnsafeRawBufferPointer, _ body: (borrowing SentenceFrame) -> Void
  ) {
    bytes.withMemoryRebound(to: UInt8.self) { push($0, body) }
  }

  /// Ends the stream, and hands on an incomplete sentence as truncated. The framer is then at the start
  /// of a new stream.
  public mutating func finish(_ body: (borrowing SentenceFrame) -> Void) {
    if carry.first == Byte.backslash { pushCarryAsNoise(body) }
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
          guard let base = carry.baseAddress, let edges = edges.baseAddress,
            scan.isPlausible(base, edges)
          else { return }
          withUnsafePointer(to: tag) { tag in
            body(
              SentenceFrame(
                base: base, scan: scan, edges: edges, line: carryLine, offset: offset,
                tag: offset == tagEnd ? tag : nil))
          }
        }
      }
    }
    carry.removeAll(keepingCapacity: true)
    byteCount = 0
    line = 1
    atLineStart = true
    returns = 0
    inComment = false
    tagEnd = -1
  }

  private mutating func push(
    _ bytes: UnsafeBufferPointer<UInt8>, _ body: (borrowing SentenceFrame) -> Void
  ) {
    guard let base = bytes.baseAddress, !bytes.isEmpty else { return }
    if carry.first == Byte.backslash { return completeTagBlock(bytes, body) }
    // Taken out during the call, because the closure runs while this storage is in use.
    var edges: [UInt16] = []
    swap(&edges, &self.edges)
    var tag = tag
    edges.withUnsafeMutableBufferPointer { edges in
      withUnsafeMutablePointer(to: &tag) { tag in
        guard let edges = edges.baseAddress else { return }
        frame(bytes, base, edges, tag, body)
      }
    }
    self.tag = tag
    swap(&edges, &self.edges)
    byteCount += bytes.count
  }

  @inline(__always)
  private mutating func frame(
    _ bytes: UnsafeBufferPointer<UInt8>, _ base: UnsafePointer<UInt8>,
    _ edges: UnsafeMutablePointer<UInt16>, _ tag: UnsafeMutablePointer<TagBlock>,
    _ body: (borrowing SentenceFrame) -> Void
  ) {
    var index = 0
    if !carry.isEmpty {
      index = complete(base, bytes.count, edges, tag, body)
    }
    while index < bytes.count {
      index = skipNoise(base, from: index, to: bytes.count)
      guard index < bytes.count else { break }
      if base[index] == Byte.backslash {
        switch TagScan(base + index, available: bytes.count - index) {
        case .block(let block, let count):
          take(block, from: byteCount + index, count: count, into: tag)
          index += count
        case .other:
          index += 1
        case .incomplete:
          carry.append(contentsOf: bytes[index...])
          atLineStart = false
          return
        }
        atLineStart = false
        continue
      }
      let scan = FrameScan(
        base + index, available: bytes.count - index, limit: limit, edges: edges)
      if scan.isIncomplete {
        carryLine = line
        carry.append(contentsOf: bytes[index...])
        break
      }
      if scan.isVerified || scan.isPlausible(base + index, edges) {
        let offset = byteCount + index
        body(
          SentenceFrame(
            base: base + index, scan: scan, edges: edges, line: line, offset: offset,
            tag: offset == tagEnd ? UnsafePointer(tag) : nil))
      }
      index += scan.count
      atLineStart = false
    }
  }

  /// Completes the sentence in the carry; returns the number of new bytes that belong to it.
  private mutating func complete(
    _ base: UnsafePointer<UInt8>, _ count: Int, _ edges: UnsafeMutablePointer<UInt16>,
    _ tag: UnsafePointer<TagBlock>, _ body: (borrowing SentenceFrame) -> Void
  ) -> Int {
    let held = carry.count
    let taken = min(count, limit + 3 - held)
    carry.append(contentsOf: UnsafeBufferPointer(start: base, count: taken))
    let (line, offset, limit) = (carryLine, byteCount - held, limit)
    let hasTag = offset == tagEnd
    let used = carry.withUnsafeBufferPointer { carry -> Int? in
      guard let start = carry.baseAddress else { return 0 }
      let scan = FrameScan(start, available: carry.count, limit: limit, edges: edges)
      if scan.isIncomplete { return nil }
      if scan.isPlausible(start, edges) {
        body(
          SentenceFrame(
            base: start, scan: scan, edges: edges, line: line, offset: offset,
            tag: hasTag ? tag : nil))
      }
      return scan.count
    }
    guard let used else { return count }
    carry.removeAll(keepingCapacity: true)
    atLineStart = false
    return used - held
  }

  /// Continues with the bytes in the carry that begin with a backslash.
  private mutating func completeTagBlock(
    _ bytes: UnsafeBufferPointer<UInt8>, _ body: (borrowing SentenceFrame) -> Void
  ) {
    let held = carry.count
    carry.append(contentsOf: bytes.prefix(TagBlock.limit - held))
    let scan = carry.withUnsafeBufferPointer { carry in
      carry.baseAddress.map { TagScan($0, available: carry.count) } ?? .other
    }
    switch scan {
    case .incomplete:
      byteCount += bytes.count
    case .block(let block, let count):
      carry.removeAll(keepingCapacity: true)
      var tag = tag
      take(block, from: byteCount - held, count: count, into: &tag)
      self.tag = tag
      byteCount += count - held
      push(UnsafeBufferPointer(rebasing: bytes[(count - held)...]), body)
    case .other:
      carry.removeSubrange(held...)
      pushCarryAsNoise(body)
      push(bytes, body)
    }
  }

  /// Searches the carry again for a sentence, after its backslash turned out to begin no TAG block.
  private mutating func pushCarryAsNoise(_ body: (borrowing SentenceFrame) -> Void) {
    let bytes = Array(carry.dropFirst())
    carry.removeAll(keepingCapacity: true)
    byteCount -= bytes.count
    bytes.withUnsafeBufferPointer { push($0, body) }
  }

  /// Keeps a TAG block for the sentence behind it.
  private mutating func take(
    _ block: TagBlock?, from offset: Int, count: Int, into tag: UnsafeMutablePointer<TagBlock>
  ) {
    guard let block else { return }
    if offset != tagEnd { tag.pointee = TagBlock() }
    tag.pointee.merge(block)
    tagEnd = offset + count
  }

  /// The index of the next start of a sentence or TAG block, or `end`.
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
        // A CR without a following LF ends a line; in CR CR LF only the LF does.
        line += returns
        returns = 0
        if inComment {
          // The comment was binary noise.
          if byte < 0x20 && byte != 0x09 { inComment = false }
        } else if byte == Byte.dollar || byte == Byte.exclamation || byte == Byte.backslash {
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

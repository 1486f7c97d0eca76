/// Cuts a stream of bytes into sentences. The chunks of the stream make no difference.
///
/// A sentence begins at `$` (at `!` in AIS) and ends with its checksum, or at CR or LF if it has no
/// checksum. The byte behind the checksum completes it, unless it is a third digit. A `$` inside a
/// sentence begins a new one. Everything between sentences is noise and is skipped, and so are lines
/// that begin with `#`, the comments of recorded logs.
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
  private var carryLine = 0
  private var separators: [UInt64]
  private var edges: [UInt16]
  private var noise = NoiseSkipper()
  private var tag = TagBlock()
  /// The offset of the byte behind ``tag``, where its sentence begins.
  private var tagEnd = -1
  /// The offset of the last sentence that does not begin its line.
  private var lineRest = -1

  /// Makes a framer at the start of a stream.
  ///
  /// - Parameter limit: the longest sentence to accept, in bytes; 16 … 65,535, clamped.
  public init(limit: Int = SentenceFramer.defaultLimit) {
    self.limit = min(max(limit, 16), 65_535)
    separators = Array(repeating: 0, count: BodyScan.wordCount(upTo: self.limit))
    edges = Array(repeating: 0, count: FrameNotes.edgeCapacity(limit: self.limit))
    carry.reserveCapacity(max(self.limit + 4, TagBlock.limit))
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

  /// Hands on a sentence whose checksum is the last that the source sent. Call this when the source is
  /// silent: as long as it is not, a third digit may follow.
  public mutating func flush(_ body: (borrowing SentenceFrame) -> Void) {
    guard carry.first != Byte.backslash else { return }
    handOnCarry(atEnd: false, body)
  }

  /// Ends the stream, and hands on an incomplete sentence as truncated. The framer is then at the start
  /// of a new stream.
  public mutating func finish(_ body: (borrowing SentenceFrame) -> Void) {
    if carry.first == Byte.backslash { pushCarryAsNoise(body) }
    handOnCarry(atEnd: true, body)
    carry.removeAll(keepingCapacity: true)
    byteCount = 0
    noise = NoiseSkipper()
    tagEnd = -1
    lineRest = -1
  }

  /// Hands on the sentence in the carry if it is whole or if nothing follows.
  private mutating func handOnCarry(
    atEnd isAtEnd: Bool, _ body: (borrowing SentenceFrame) -> Void
  ) {
    guard !carry.isEmpty else { return }
    var sentence: [UInt8] = []
    swap(&sentence, &carry)
    let (limit, line) = (limit, carryLine)
    var isDone = isAtEnd
    sentence.withUnsafeBufferPointer { sentence in
      guard let base = sentence.baseAddress else { return }
      withNotes(of: base, at: byteCount - sentence.count) { framer, notes in
        var scan = FrameScan(
          base, available: sentence.count, limit: limit, separators: notes.pointee.separators)
        if scan.isWhole {
          isDone = true
        } else {
          guard isAtEnd else { return }
          scan.checksum = .failed
          scan.fault = .truncated
          scan.count = sentence.count
        }
        scan.isIncomplete = false
        notes.pointee.line = line
        framer.lend(base, scan, notes, body)
      }
    }
    swap(&sentence, &carry)
    guard isDone else { return }
    carry.removeAll(keepingCapacity: true)
    noise.lineGoesOn()
  }

  private mutating func push(
    _ bytes: UnsafeBufferPointer<UInt8>, _ body: (borrowing SentenceFrame) -> Void
  ) {
    guard let base = bytes.baseAddress, !bytes.isEmpty else { return }
    if carry.first == Byte.backslash { return completeTagBlock(bytes, body) }
    let begun = carry.isEmpty ? 0 : completeCarry(bytes, body)
    withNotes(of: base, at: byteCount) { framer, notes in
      framer.frame(bytes, base, from: begun, notes, body)
    }
    byteCount += bytes.count
  }

  /// Calls `body` with this framer and with the notes for sentences of a chunk at an offset of the stream.
  @inline(__always)
  private mutating func withNotes(
    of start: UnsafePointer<UInt8>, at offset: Int,
    _ body: (inout SentenceFramer, UnsafeMutablePointer<FrameNotes>) -> Void
  ) {
    // Taken out during the call, because the closure runs while this storage is in use.
    var (edges, separators): ([UInt16], [UInt64]) = ([], [])
    swap(&edges, &self.edges)
    swap(&separators, &self.separators)
    edges.withUnsafeMutableBufferPointer { edges in
      separators.withUnsafeMutableBufferPointer { separators in
        guard let edges = edges.baseAddress, let separators = separators.baseAddress else { return }
        var notes = FrameNotes(
          line: noise.line, start: start, offset: offset, tag: tag, tagEnd: tagEnd,
          lineRest: lineRest, separators: separators, edges: edges)
        withUnsafeMutablePointer(to: &notes) { body(&self, $0) }
        (tag, tagEnd, lineRest) = (notes.tag, notes.tagEnd, notes.lineRest)
      }
    }
    swap(&separators, &self.separators)
    swap(&edges, &self.edges)
  }

  @inline(__always)
  private mutating func frame(
    _ bytes: UnsafeBufferPointer<UInt8>, _ base: UnsafePointer<UInt8>, from begun: Int,
    _ notes: UnsafeMutablePointer<FrameNotes>, _ body: (borrowing SentenceFrame) -> Void
  ) {
    var index = begun
    while index < bytes.count {
      index = noise.skip(base, from: index, to: bytes.count)
      guard index < bytes.count else { break }
      if base[index] == Byte.backslash {
        switch TagScan(base + index, available: bytes.count - index) {
        case .block(let block, let count):
          notes.pointee.tag.take(
            block, from: byteCount + index, count: count, endingAt: &notes.pointee.tagEnd)
          index += count
        case .other:
          index += 1
        case .incomplete:
          carry.append(contentsOf: bytes[index...])
          noise.lineGoesOn()
          return
        }
        noise.lineGoesOn()
        continue
      }
      if !noise.atLineStart { notes.pointee.lineRest = byteCount + index }
      guard let next = frameSentences(bytes, base, from: index, notes, body) else { return }
      index = next
      noise.lineGoesOn()
    }
  }

  /// Hands on the sentence at an index and the sentences after it, as long as each has a right checksum
  /// and the next one begins directly after its CR and LF. Almost all sentences are of that kind.
  ///
  /// - Returns: the index behind the last one; `nil` if the chunk ends in it.
  @inline(__always)
  private mutating func frameSentences(
    _ bytes: UnsafeBufferPointer<UInt8>, _ base: UnsafePointer<UInt8>, from start: Int,
    _ notes: UnsafeMutablePointer<FrameNotes>, _ body: (borrowing SentenceFrame) -> Void
  ) -> Int? {
    var index = start
    while true {
      let (sentence, available) = (base + index, bytes.count &- index)
      let scan = BodyScan(
        sentence, upTo: min(available, limit), separators: notes.pointee.separators)
      notes.pointee.line = noise.line
      guard scan.end < limit, scan.isVerified(sentence, available: available) else {
        let frame = FrameScan(scan, of: sentence, available: available, limit: limit)
        if frame.isIncomplete {
          carryLine = noise.line
          carry.append(contentsOf: bytes[index...])
          return nil
        }
        lend(sentence, frame, notes, body)
        return index &+ frame.count
      }
      notes.pointee.begin(FrameScan(verified: scan))
      body(SentenceFrame(base: sentence, notes: notes))
      let end = scan.end &+ 3
      guard end &+ 3 <= available, sentence[end] == Byte.carriageReturn,
        sentence[end &+ 1] == Byte.lineFeed, sentence[end &+ 2] == Byte.dollar
      else { return index &+ end }
      noise.line &+= 1
      index &+= end &+ 2
    }
  }

  /// Hands on a sentence, unless it is noise.
  private func lend(
    _ base: UnsafePointer<UInt8>, _ scan: FrameScan, _ notes: UnsafeMutablePointer<FrameNotes>,
    _ body: (borrowing SentenceFrame) -> Void
  ) {
    notes.pointee.begin(scan)
    if scan.isPlausible(notes.pointee.fields(of: base)) {
      body(SentenceFrame(base: base, notes: notes))
    }
  }

  /// Completes the sentence in the carry; returns the number of new bytes that belong to it.
  private mutating func completeCarry(
    _ bytes: UnsafeBufferPointer<UInt8>, _ body: (borrowing SentenceFrame) -> Void
  ) -> Int {
    let held = carry.count
    carry.append(contentsOf: bytes.prefix(limit + 4 - held))
    var sentence: [UInt8] = []
    swap(&sentence, &carry)
    let (limit, line) = (limit, carryLine)
    var used: Int?
    sentence.withUnsafeBufferPointer { sentence in
      guard let base = sentence.baseAddress else { return }
      withNotes(of: base, at: byteCount - held) { framer, notes in
        let scan = FrameScan(
          base, available: sentence.count, limit: limit, separators: notes.pointee.separators)
        if scan.isIncomplete { return }
        notes.pointee.line = line
        framer.lend(base, scan, notes, body)
        used = scan.count
      }
    }
    swap(&sentence, &carry)
    guard let used else { return bytes.count }
    carry.removeAll(keepingCapacity: true)
    noise.lineGoesOn()
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
      tag.take(block, from: byteCount - held, count: count, endingAt: &tagEnd)
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
}

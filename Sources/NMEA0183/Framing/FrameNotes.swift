/// Everything that a framer knows about the sentence that it lends, apart from the bytes.
///
/// A framer has one for all sentences of a chunk. So a frame is two pointers, which fit in registers, and
/// a sentence that nobody reads costs almost nothing.
@usableFromInline
struct FrameNotes {
  @usableFromInline var scan = FrameScan()
  /// The number of the current line, from 1.
  var line: Int
  /// The first byte of the stream's current chunk.
  let start: UnsafePointer<UInt8>
  /// The offset of ``start`` from the start of the stream.
  let offset: Int
  var tag: TagBlock
  /// The offset of the byte behind ``tag``, where its sentence begins.
  var tagEnd: Int
  /// The offset of a sentence that does not begin its line; negative if there was none.
  var lineRest: Int
  /// See ``SentenceFrame/leftOutFields``.
  private(set) var leftOut: [SentenceError] = []
  /// The words of ``BodyScan``.
  let separators: UnsafeMutablePointer<UInt64>
  private let edges: UnsafeMutablePointer<UInt16>
  /// The number of fields after the address if ``edges`` is written; otherwise negative.
  private var fieldCount = -1

  init(
    line: Int, start: UnsafePointer<UInt8>, offset: Int, tag: TagBlock, tagEnd: Int,
    lineRest: Int, separators: UnsafeMutablePointer<UInt64>,
    edges: UnsafeMutablePointer<UInt16>
  ) {
    self.line = line
    self.start = start
    self.offset = offset
    self.tag = tag
    self.tagEnd = tagEnd
    self.lineRest = lineRest
    self.separators = separators
    self.edges = edges
  }

  /// The length of a table of edges that is enough for every sentence of at most `limit` bytes.
  static func edgeCapacity(limit: Int) -> Int { limit + 1 }

  /// Begins with another sentence.
  @inline(__always)
  mutating func begin(_ scan: FrameScan) {
    self.scan = scan
    fieldCount = -1
    if !leftOut.isEmpty { leftOut.removeAll() }
  }

  /// Notes that a field is not read. A sentence that is read twice notes it once.
  @inline(never)
  mutating func leaveOut(_ error: SentenceError) {
    if !leftOut.contains(where: { $0.field == error.field }) { leftOut.append(error) }
  }

  /// Empties the last field of a sentence that ends in it.
  @inline(never)
  mutating func leaveOutLastField(_ fields: FieldReader) {
    guard fields.count > 0, !fields.isEmpty(fields.count) else { return }
    edges[fields.count + 1] = edges[fields.count] + 1
    leaveOut(SentenceError(field: fields.count, reason: .cut))
  }

  /// The fields of the sentence at `base`.
  @inline(__always)
  mutating func fields(of base: UnsafePointer<UInt8>) -> FieldReader {
    if fieldCount < 0 { noteEdges() }
    return FieldReader(base: base, edges: UnsafePointer(edges), count: fieldCount)
  }

  /// Writes the table of ``FieldReader/edges``.
  private mutating func noteEdges() {
    edges[0] = 0
    var found = 0
    for index in 0...(scan.end &- 1) &>> 6 {
      var word = separators[index]
      let first = index &<< 6 &+ 1
      while word != 0 {
        found &+= 1
        edges[found] = UInt16(truncatingIfNeeded: first &+ word.trailingZeroBitCount)
        word &= word &- 1
      }
    }
    // The last separator is the end of the body.
    fieldCount = found &- 1
  }
}

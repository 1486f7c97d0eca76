import LocationCore

/// A writer and where its bytes go.
struct LocationOutput {
  /// How much is collected before it goes out, when nobody waits for each location.
  private static let chunk = 1 << 16

  private var writer: any LocationWriter
  private let sink: any OutputSink
  private let isBuffered: Bool
  private var text = ByteText()

  /// Writes with `writer` to `sink`: what there is at once, or when `isBuffered` in large pieces.
  init(_ writer: any LocationWriter, to sink: any OutputSink, isBuffered: Bool = false) {
    self.writer = writer
    self.sink = sink
    self.isBuffered = isBuffered
  }

  mutating func begin() throws(OutputError) {
    writer.begin(into: &text)
    try flush(above: isBuffered ? Self.chunk : 0)
  }

  mutating func write(_ update: LocationUpdate) throws(OutputError) {
    writer.write(update, into: &text)
    try flush(above: isBuffered ? Self.chunk : 0)
  }

  mutating func end() throws(OutputError) {
    writer.end(into: &text)
    try flush(above: 0)
  }

  private mutating func flush(above limit: Int) throws(OutputError) {
    guard text.bytes.count > limit else { return }
    try sink.write(text.bytes)
    text.removeAll()
  }
}

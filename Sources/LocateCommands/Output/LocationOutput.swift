import GPSDProtocol
import LocationCore
import LocationIO
import LocationServing
import LocationSources
import LocationText
import LocationTracks

/// A writer and where its bytes go.
///
/// Nothing is written before there is something to say, so that a source which fails at once
/// leaves no half of a document behind.
struct LocationOutput: ~Copyable {
  private var writer: any LocationWriter
  private let sink: any OutputSink
  private var text = ByteText()
  private var hasBegun = false

  /// Writes with `writer` to `sink`.
  init(_ writer: any LocationWriter, to sink: any OutputSink) {
    self.writer = writer
    self.sink = sink
  }

  /// Writes an update, and all of it goes out.
  mutating func write(_ update: LocationUpdate) throws(OutputError) {
    append(update)
    try flush()
  }

  /// Writes an update that goes out with the next ``flush(above:)``.
  mutating func append(_ update: LocationUpdate) {
    beginIfNeeded()
    writer.write(update, into: &text)
  }

  /// Whether what it writes has a place for satellites.
  var writesSky: Bool { writer.writesSky }

  /// The same of a fix by itself.
  mutating func append(_ fix: Fix) {
    beginIfNeeded()
    writer.write(fix: fix, into: &text)
  }

  /// Sends out what was written, once it is more than `limit` bytes.
  mutating func flush(above limit: Int = 0) throws(OutputError) {
    guard text.count > limit else { return }
    try text.withBytes { bytes throws(OutputError) in try sink.write(bytes) }
    text.removeAll()
  }

  /// Completes the document, an empty one too unless it is to be completed only `ifBegun`.
  mutating func end(ifBegun: Bool = false) throws(OutputError) {
    if ifBegun, !hasBegun { return }
    beginIfNeeded()
    writer.end(into: &text)
    try flush()
  }

  private mutating func beginIfNeeded() {
    guard !hasBegun else { return }
    hasBegun = true
    writer.begin(into: &text)
  }
}

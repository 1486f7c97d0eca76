import LocationCore
import LocationReplay
import LocationTracks

/// A writer, and the sink that receives its bytes.
///
/// The document begins with the first update. A source that fails before that leaves no output.
struct LocationOutput: ~Copyable {
  private var writer: TrackWriter
  private let sink: any OutputSink

  init(_ writer: consuming TrackWriter, to sink: any OutputSink) {
    self.writer = writer
    self.sink = sink
  }

  /// The kinds of updates that the format contains.
  var interests: LocationInterests { writer.interests }

  /// What was left out, because the format has no place for it.
  var losses: TrackLosses { writer.losses }

  /// The number of track points, waypoints and route points that were written.
  var count: Int { writer.count }

  /// Writes an update and sends it to the sink.
  mutating func write(_ update: LocationUpdate) throws(OutputError) {
    append(update)
    try flush()
  }

  /// Writes an update, which the next ``flush()`` sends to the sink.
  mutating func append(_ update: LocationUpdate) { writer.write(update) }

  /// Writes a fix, which the next ``flush()`` sends to the sink.
  mutating func append(_ fix: Fix) { writer.write(fix) }

  /// Writes an item of a track file, which the next ``flush()`` sends to the sink.
  mutating func append(_ item: TrackItem) { writer.write(item) }

  /// Sends everything that was written to the sink.
  mutating func flush() throws(OutputError) {
    try writer.flush { [sink] bytes throws(OutputError) in try sink.write(bytes) }
  }

  /// Completes the document and sends it to the sink.
  ///
  /// - Parameter ifBegun: writes nothing if no update was written before.
  mutating func end(ifBegun: Bool = false) throws(OutputError) {
    if ifBegun, !writer.hasBegun { return }
    writer.end()
    try flush()
  }
}

import LocationCore
import NMEALocation

/// A recording on its way into another format: bytes in, bytes out, and a fixed amount of memory
/// in between.
struct Conversion {
  /// How much is read at once. What that becomes is written at once, so it bounds both buffers.
  private static let chunk = 1 << 16

  private let name: String
  private var decoder: NMEALocationDecoder
  private var output: LocationOutput
  private var progress: Progress?

  /// Prepares the conversion of a recording.
  ///
  /// - Parameters:
  ///   - source: the recording, or the simulated receiver, by its name.
  ///   - writer: the format.
  ///   - sink: where it goes.
  ///   - progress: is told how far it is, if anybody wants to see it.
  init(
    of source: FixSource, writer: any LocationWriter, sink: any OutputSink, progress: Progress?
  ) {
    name = source.name
    decoder = NMEALocationDecoder(source: source)
    output = LocationOutput(writer, to: sink)
    self.progress = progress
  }

  /// What went through so far.
  var counters: NMEACounters { decoder.counters }

  /// Converts all of `stream`, which cancelling the task closes. A document is complete even when
  /// there was nothing to put into it.
  ///
  /// - Throws: `UserLocationError` when reading fails or the recording held no fix, `OutputError`.
  mutating func run(_ stream: any ByteStream) async throws {
    defer { progress?.finish() }
    do {
      while try convert(try await stream.chunk(upTo: Self.chunk)) {}
    } catch let error as UserLocationError {
      // What was begun is completed: an interrupted track is a track.
      try output.end(ifBegun: true)
      throw error
    }
    decoder.finish { update, _ in output.append(update) }
    try output.end()
    if let failure = decoder.counters.failure(of: name) { throw failure }
  }

  /// Converts what was read at once; `false` if that was nothing, the end.
  private mutating func convert(_ bytes: [UInt8]) throws -> Bool {
    guard !bytes.isEmpty else { return false }
    bytes.withUnsafeBytes { bytes in
      decoder.decode(bytes) { update, _ in output.append(update) }
    }
    try output.flush()
    progress?.advance(to: decoder.counters)
    return true
  }
}

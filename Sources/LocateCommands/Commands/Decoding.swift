import GPSDProtocol
import LocationCore
import LocationIO
import LocationServing
import LocationSources
import LocationText
import LocationTracks
import NMEA0183
import NMEALocation

/// A log on its way through the decoder, sentence by sentence, in a fixed amount of memory.
struct Decoding: ~Copyable {
  /// How much is read at once. A slow source gives less, and what that completes is written.
  private static let chunk = 1 << 16

  private let name: String
  private let writer: (any SentenceWriter)?
  private let sink: any OutputSink
  private var decoder: NMEALocationDecoder
  private var text = ByteText()

  /// Prepares the decoding of a log.
  ///
  /// - Parameters:
  ///   - source: where the log is.
  ///   - writer: the format; `nil` writes no sentences, and only counts.
  ///   - sink: where they go.
  init(of source: any ByteSource, writer: (any SentenceWriter)?, sink: any OutputSink) {
    name = source.name
    self.writer = writer
    self.sink = sink
    decoder = NMEALocationDecoder(
      source: FixSource(kind: source.isLive ? .live : .replayed, name: source.name))
  }

  /// What went through so far.
  var counters: NMEACounters { decoder.counters }

  /// Decodes all of `stream`, which canceling the task closes.
  ///
  /// - Throws: `UserLocationError` when reading fails, `OutputError`.
  mutating func run(_ stream: any ByteStream) async throws {
    while true {
      let bytes = try await stream.chunk(upTo: Self.chunk)
      bytes.withUnsafeBytes { decode($0) }
      if !text.isEmpty { try text.withBytes { bytes throws(OutputError) in try sink.write(bytes) } }
      text.removeAll()
      if bytes.isEmpty { return }
    }
  }

  /// Decodes the next bytes; of none, at the end, what is incomplete.
  private mutating func decode(_ bytes: UnsafeRawBufferPointer) {
    var text = ByteText()
    swap(&text, &self.text)
    defer { swap(&text, &self.text) }
    let writer = writer
    let inspect: NMEALocationDecoder.Inspection = { frame, fault in
      writer?.write(frame, fault, into: &text)
    }
    if bytes.isEmpty {
      decoder.finishEpochs(inspect: inspect) { _, _ in }
    } else {
      decoder.decodeEpochs(bytes, inspect: inspect) { _, _ in }
    }
  }
}

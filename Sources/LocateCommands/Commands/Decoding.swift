import LocationCore
import LocationIO
import LocationText
import LocationTracks
import NMEA0183
import NMEALocation

/// Decodes a log sentence by sentence, in a fixed amount of memory.
struct Decoding: ~Copyable {
  /// The largest number of bytes in one read. The sentences of each read are written immediately.
  private static let chunk = 1 << 16

  private let source: any ByteSource
  private let inputFormat: TrackInputFormat?
  private let writer: (any SentenceWriter)?
  private let sink: any OutputSink
  private var decoder: NMEALocationDecoder
  private var text = ByteText()

  /// Prepares the decoding of a log.
  ///
  /// - Parameters:
  ///   - source: the log.
  ///   - inputFormat: its format; `nil` if the content decides.
  ///   - writer: writes the sentences; `nil` only counts them.
  ///   - sink: the destination.
  init(
    of source: any ByteSource, as inputFormat: TrackInputFormat?,
    writer: (any SentenceWriter)?, sink: any OutputSink
  ) {
    self.source = source
    self.inputFormat = inputFormat
    self.writer = writer
    self.sink = sink
    decoder = NMEALocationDecoder(
      source: FixSource(kind: source.isLive ? .live : .replayed, name: source.name))
  }

  /// The decoder's counters so far.
  var counters: NMEACounters { decoder.counters }

  /// Decodes the whole stream. Canceling the task closes it.
  ///
  /// - Throws: `UserLocationError` if reading fails, `OutputError` if writing fails.
  mutating func run(_ stream: any ByteStream) async throws {
    let stream = source.isLive ? stream : try await content(of: stream)
    while true {
      let bytes = try await stream.chunk(upTo: Self.chunk)
      bytes.withUnsafeBytes { decode($0) }
      if !text.isEmpty { try text.withBytes { bytes throws(OutputError) in try sink.write(bytes) } }
      text.removeAll()
      if bytes.isEmpty { return }
    }
  }

  /// The content of a recording, which may be compressed.
  private func content(of stream: any ByteStream) async throws -> any ByteStream {
    var recognizer = RecordingRecognizer(source, stream, as: inputFormat)
    while true {
      switch try recognizer.content() {
      case nil: recognizer.append(try await recognizer.stream.chunk(upTo: Self.chunk))
      case .track(let format): throw UserLocationError(unreadable: format, of: source)
      case .log: return try recognizer.opened.open()
      }
    }
  }

  /// Decodes the next bytes. Empty bytes mean the end, and complete the last sentence.
  private mutating func decode(_ bytes: UnsafeRawBufferPointer) {
    var text = ByteText()
    swap(&text, &self.text)
    defer { swap(&text, &self.text) }
    let writer = writer
    let inspect: NMEALocationDecoder.Inspection = { frame, _, fault in
      if let fault {
        writer?.write(fault, of: frame, into: &text)
      } else if let writer, let sentence = try? Sentence(frame) {
        writer.write(sentence, of: frame, into: &text)
      }
    }
    if bytes.isEmpty {
      decoder.finishEpochs(inspect: inspect) { _, _, _ in }
    } else {
      decoder.decodeEpochs(bytes, inspect: inspect) { _, _, _ in }
    }
  }
}

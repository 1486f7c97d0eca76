import LocationCore
import LocationIO
import LocationText
import LocationTracks
import NMEALocation

/// Decodes a log sentence by sentence, in a fixed amount of memory.
struct Decoding: ~Copyable {
  /// The largest number of bytes in one read. The sentences of each read are written immediately.
  private static let chunk = 1 << 16

  private let source: any ByteSource
  private let writer: (any SentenceWriter)?
  private let sink: any OutputSink
  private var decoder: NMEALocationDecoder
  private var text = ByteText()

  /// Prepares the decoding of a log.
  ///
  /// - Parameters:
  ///   - source: the log.
  ///   - writer: writes the sentences; `nil` only counts them.
  ///   - sink: the destination.
  init(of source: any ByteSource, writer: (any SentenceWriter)?, sink: any OutputSink) {
    self.source = source
    self.writer = writer
    self.sink = sink
    decoder = NMEALocationDecoder(
      source: FixSource(kind: source.isLive ? .live : .replayed, name: source.name))
    decoder.leavesOutSky = true
  }

  /// The decoder's counters so far.
  var counters: NMEACounters { decoder.counters }

  /// Decodes the whole stream. Canceling the task closes it.
  ///
  /// - Throws: `UserLocationError` if reading fails, `OutputError` if writing fails.
  mutating func run(_ stream: any ByteStream) async throws {
    var head: [UInt8]? = source.isLive ? nil : []
    while true {
      var bytes = try await stream.chunk(upTo: Self.chunk)
      // The first bytes of a recording wait until they are enough to recognize its format.
      if let begun = head {
        let isWhole = bytes.isEmpty
        bytes = begun + bytes
        switch RecordedFormat.recognize(bytes, isWhole: isWhole) {
        case .undecided:
          head = bytes
          continue
        case .known(let format): throw UserLocationError(unreadable: format, of: source)
        case .other: head = nil
        }
      }
      bytes.withUnsafeBytes { decode($0) }
      if !text.isEmpty { try text.withBytes { bytes throws(OutputError) in try sink.write(bytes) } }
      text.removeAll()
      if bytes.isEmpty { return }
    }
  }

  /// Decodes the next bytes. Empty bytes mean the end, and complete the last sentence.
  private mutating func decode(_ bytes: UnsafeRawBufferPointer) {
    var text = ByteText()
    swap(&text, &self.text)
    defer { swap(&text, &self.text) }
    guard let writer else {
      if bytes.isEmpty {
        decoder.finishEpochs { _, _ in }
      } else {
        decoder.decodeEpochs(bytes) { _, _ in }
      }
      return
    }
    let inspect: NMEALocationDecoder.Inspection = { frame, fault in
      if let fault { writer.write(fault, of: frame, into: &text) }
    }
    if bytes.isEmpty {
      // A frame that the end cuts off is always bad.
      decoder.finishEpochs(inspect: inspect) { _, _ in }
    } else {
      decoder.decodeSentences(bytes, inspect: inspect) { frame, sentence in
        writer.write(sentence, of: frame, into: &text)
      }
    }
  }
}

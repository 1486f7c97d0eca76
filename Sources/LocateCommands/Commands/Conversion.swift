import GPSDProtocol
import LocationCore
import LocationIO
import LocationServing
import LocationSources
import LocationText
import LocationTracks
import NMEA0183
import NMEALocation

/// A recording on its way into another format: bytes in, bytes out, and a fixed amount of memory
/// in between.
struct Conversion: Sendable {
  /// What went through, and what ended it before it was complete, if anything did.
  struct Outcome: Sendable {
    var counters = NMEACounters()
    /// `UserLocationError` when reading failed or the recording held no fix, or `OutputError`.
    var failure: (any Error)?
  }

  /// The recording, or the simulated receiver, by its name.
  let source: FixSource
  let format: OutputFormat
  /// Where it goes.
  let sink: any OutputSink
  /// Is told how far it is, if anybody wants to see it.
  let terminal: any OutputSink
  let now: @Sendable () -> Date

  /// Converts all of `stream`, which canceling the task closes. A document is complete even when
  /// there was nothing to put into it.
  ///
  /// Reading and writing may block, so all of it is done by a thread of its own.
  func run(_ stream: any ByteStream) async -> Outcome {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        do throws(SystemError) {
          try DedicatedThread.start { continuation.resume(returning: convert(stream)) }
        } catch {
          let failure = UserLocationError(
            .inputOutput, detail: "no thread to work on: \(error)", cause: error)
          continuation.resume(returning: Outcome(failure: failure))
        }
      }
    } onCancel: {
      stream.close()
    }
  }

  private func convert(_ stream: any ByteStream) -> Outcome {
    var work = ConversionWork(
      decoder: NMEALocationDecoder(source: source),
      output: LocationOutput(
        format.writer(.document, terminalWidth: { nil }, now: now), to: sink),
      progress: Progress(on: terminal, now: now))
    do {
      try work.convert(stream)
      return Outcome(counters: work.counters)
    } catch {
      return Outcome(counters: work.counters, failure: error)
    }
  }
}

/// A conversion while it runs, on one thread.
private struct ConversionWork: ~Copyable {
  /// How much is read at once. What that becomes is written at once, so it bounds both buffers.
  private static let chunk = 1 << 16

  private var decoder: NMEALocationDecoder
  private var output: LocationOutput
  private var progress: Progress?

  init(
    decoder: consuming NMEALocationDecoder, output: consuming LocationOutput, progress: Progress?
  ) {
    self.decoder = decoder
    self.decoder.leavesOutSky = !output.interests.contains(.satellites)
    self.output = output
    self.progress = progress
  }

  var counters: NMEACounters { decoder.counters }

  mutating func convert(_ stream: any ByteStream) throws {
    defer { progress?.finish() }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.chunk, alignment: 16)
    defer { buffer.deallocate() }
    do {
      while true {
        let count = try stream.read(into: buffer)
        guard count > 0 else { break }
        try convert(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      }
    } catch let error as UserLocationError {
      // What was begun is completed: an interrupted track is a track.
      try output.end(ifBegun: true)
      throw error
    }
    let source = decoder.source
    decoder.finishEpochs { epoch, satellites in output.append(epoch, satellites, from: source) }
    try output.end()
    if let failure = decoder.counters.failure(of: source.name) { throw failure }
  }

  private mutating func convert(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
    let source = decoder.source
    decoder.decodeEpochs(bytes) { epoch, satellites in
      output.append(epoch, satellites, from: source)
    }
    try output.flush()
    progress?.advance(to: decoder.counters)
  }
}

extension LocationOutput {
  /// Appends what an epoch has to tell, and the format a place for.
  fileprivate mutating func append(
    _ epoch: NavigationEpoch, _ satellites: [EpochSatellite], from source: FixSource
  ) {
    epoch.tell(
      satellites, from: source, sky: { append(.sky($0)) }, fix: { append($0) },
      loss: { append(.fixLost($0)) })
  }
}

import GPSDProtocol
import LocationCore
import LocationIO
import LocationServing
import LocationSources
import LocationText
import LocationTracks
import NMEA0183
import NMEALocation

/// Converts a recording into another format, in a fixed amount of memory.
struct Conversion: Sendable {
  /// The counters of a conversion, and the error that stopped it, if there is one.
  struct Outcome: Sendable {
    var counters = NMEACounters()
    /// `UserLocationError` if reading failed or the recording has no fix; `OutputError` if writing
    /// failed; otherwise `nil`.
    var failure: (any Error)?
  }

  /// The source that fixes name: the recording or the simulated receiver.
  let source: FixSource
  let format: OutputFormat
  /// The destination.
  let sink: any OutputSink
  /// Shows the progress.
  let terminal: Terminal
  let now: @Sendable () -> Date

  /// Converts the whole stream. Canceling the task closes it. Without any fix the output is a
  /// complete, empty document.
  ///
  /// Reading and writing may block, so a separate thread does both.
  func run(_ stream: any ByteStream) async -> Outcome {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        do throws(SystemError) {
          try DedicatedThread.start { continuation.resume(returning: convert(stream)) }
        } catch {
          let failure = UserLocationError(
            .inputOutput, detail: "cannot start a thread: \(error)", cause: error)
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

/// A running conversion. One thread uses it.
private struct ConversionWork: ~Copyable {
  /// The size of a read in bytes. The output of each read is written immediately, so this bounds
  /// the memory of both.
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
      // The part before the interruption is still a valid track.
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
  /// Appends the updates of an epoch. The format leaves out what it cannot contain.
  fileprivate mutating func append(
    _ epoch: NavigationEpoch, _ satellites: [EpochSatellite], from source: FixSource
  ) {
    epoch.tell(
      satellites, from: source, sky: { append(.sky($0)) }, fix: { append($0) },
      loss: { append(.fixLost($0)) })
  }
}

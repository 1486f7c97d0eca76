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
  /// The date of the first time, if the recording states no dates.
  let firstDate: CalendarDate?
  let format: OutputFormat
  /// Selects locations; `nil` for all.
  let selection: FixSelection?
  /// The destination.
  let sink: any OutputSink
  /// Shows the progress.
  let terminal: Terminal
  let now: @Sendable () -> Date

  /// Converts the whole stream. Canceling the task closes it. Without any fix the output is a
  /// complete, empty document.
  ///
  /// Reading and writing may block, so a separate thread does both.
  ///
  /// - Parameter recording: the source that `stream` belongs to.
  func run(_ stream: any ByteStream, of recording: any ByteSource) async -> Outcome {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        do throws(SystemError) {
          try DedicatedThread.start {
            continuation.resume(returning: convert(stream, of: recording))
          }
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

  private func convert(_ stream: any ByteStream, of recording: any ByteSource) -> Outcome {
    var work = ConversionWork(
      decoder: NMEALocationDecoder(source: source, firstDate: firstDate), selection: selection,
      output: LocationOutput(
        format.writer(.document, terminalWidth: { nil }, now: now), to: sink),
      progress: Progress(on: terminal, now: now))
    do {
      try work.convert(stream, of: recording)
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
  private var selection: FixSelection?
  private var output: LocationOutput
  private var progress: Progress?
  private var isGPX = false
  private var gpxFixes = 0

  init(
    decoder: consuming NMEALocationDecoder, selection: FixSelection?,
    output: consuming LocationOutput, progress: Progress?
  ) {
    self.decoder = decoder
    self.selection = selection
    self.decoder.leavesOutSky = !output.interests.contains(.satellites)
    self.output = output
    self.progress = progress
  }

  var counters: NMEACounters { decoder.counters }

  mutating func convert(_ stream: any ByteStream, of recording: any ByteSource) throws {
    defer { progress?.finish() }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.chunk, alignment: 16)
    defer { buffer.deallocate() }
    do {
      let (head, isGPX) = try recognize(stream, of: recording, with: buffer)
      if isGPX {
        try convertGPX(OpenedByteSource(recording, stream: stream, head: head))
      } else {
        try head.withUnsafeBytes { try convert($0) }
        while !isOver {
          let count = try stream.read(into: buffer)
          guard count > 0 else { break }
          try convert(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
      }
    } catch let error as UserLocationError {
      // The part before the interruption is still a valid track.
      try output.end(ifBegun: true)
      throw error
    }
    let source = decoder.source
    decoder.finishEpochs { epoch, satellites in
      output.append(epoch, satellites, from: source, &selection)
    }
    try output.end()
    try checkResult()
  }

  /// Whether the rest of the recording does not matter.
  private var isOver: Bool { selection?.isOver ?? false }

  /// Reads until the format is recognized. Returns the bytes that were read.
  private func recognize(
    _ stream: any ByteStream, of recording: any ByteSource,
    with buffer: UnsafeMutableRawBufferPointer
  ) throws(UserLocationError) -> (head: [UInt8], isGPX: Bool) {
    var head: [UInt8] = []
    var isWhole = false
    while true {
      switch RecordedFormat.recognize(head, isWhole: isWhole) {
      case .undecided: break
      case .other: return (head, false)
      case .known(.gpx): return (head, true)
      case .known(let format): throw UserLocationError(unreadable: format, of: recording)
      }
      let count = try stream.read(into: buffer)
      isWhole = count == 0
      head += buffer[..<count]
    }
  }

  private mutating func convertGPX(_ source: OpenedByteSource) throws {
    isGPX = true
    let reader = try GPXReader(source)
    while !isOver, let item = try reader.blockingNext() {
      guard let update = item.update else { continue }
      if case .fix = update { gpxFixes += 1 }
      output.append(update, &selection)
      try output.flush()
    }
  }

  /// Throws if the recording has no location, or no selected one.
  private func checkResult() throws(UserLocationError) {
    let source = decoder.source.name
    if isGPX, gpxFixes == 0 {
      throw UserLocationError(
        .sourceEnded, source: source, detail: "it is GPX without a track point")
    }
    if !isGPX, let failure = decoder.counters.failure(of: source) { throw failure }
    if let selection, selection.chosen == 0 {
      throw UserLocationError(
        .sourceEnded, source: source, detail: "no location is in the selected time")
    }
  }

  private mutating func convert(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
    let source = decoder.source
    decoder.decodeEpochs(bytes) { epoch, satellites in
      output.append(epoch, satellites, from: source, &selection)
    }
    try output.flush()
    progress?.advance(to: decoder.counters)
  }
}

extension LocationOutput {
  /// Appends the updates of an epoch. The format leaves out what it cannot contain.
  @inline(__always)
  fileprivate mutating func append(
    _ epoch: NavigationEpoch, _ satellites: [EpochSatellite], from source: FixSource,
    _ selection: inout FixSelection?
  ) {
    if selection != nil {
      epoch.tell(
        satellites, from: source, sky: { append(.sky($0), &selection) },
        fix: { append(.fix($0), &selection) }, loss: { append(.fixLost($0), &selection) })
    } else {
      epoch.tell(
        satellites, from: source, sky: { append(.sky($0)) }, fix: { append($0) },
        loss: { append(.fixLost($0)) })
    }
  }

  /// Appends an update if it is selected.
  fileprivate mutating func append(_ update: LocationUpdate, _ selection: inout FixSelection?) {
    if selection?.select(update, { append($0) }) == nil { append(update) }
  }
}

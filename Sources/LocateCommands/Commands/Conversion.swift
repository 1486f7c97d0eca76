import GPSDProtocol
import LocationCore
import LocationIO
import LocationReplay
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
    /// What the output lacks.
    var losses = TrackLosses()
    /// `UserLocationError` if reading failed, the recording is cut off, or the recording has no fix; `OutputError` if writing
    /// failed; otherwise `nil`.
    var failure: (any Error)?
  }

  /// The source that fixes name: the recording or the simulated receiver.
  let source: FixSource
  /// The format of the recording; `nil` if its content decides.
  let inputFormat: TrackInputFormat?
  /// The date of the first time, if the recording states no dates.
  let firstDate: CalendarDate?
  /// Whether missing speeds and courses are computed.
  let derivesMotion: Bool
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
      derivation: derivesMotion ? MotionDerivation() : nil,
      copiedFormat: derivesMotion ? nil : format.copiedFormat,
      progress: Progress(on: terminal, now: now)
    ) { shape, original in
      let writer = format.writer(shape, copying: original, terminalWidth: { nil }, now: now)
      return LocationOutput(writer, to: sink)
    }
    do {
      try work.convert(RecordingRecognizer(recording, stream, as: inputFormat), of: recording)
      return Outcome(counters: work.counters, losses: work.losses)
    } catch {
      return Outcome(counters: work.counters, losses: work.losses, failure: error)
    }
  }
}

/// A running conversion. One thread uses it.
private struct ConversionWork: ~Copyable {
  /// The number of items of a track file whose output is written together.
  private static let batch = 1024

  private var decoder: NMEALocationDecoder
  private var selection: FixSelection?
  /// `nil` if values that are missing stay missing.
  private var derivation: MotionDerivation?
  /// The format of track files whose elements are copied; `nil` if everything is written anew.
  private let copiedFormat: FileFormat?
  private let makeOutput: @Sendable (TrackWriter.Shape, OriginalDocument?) -> LocationOutput
  private var output: LocationOutput
  private var progress: Progress?
  /// The format of a track file; `nil` for NMEA 0183.
  private var trackFormat: FileFormat?
  private var waypoints = LogWaypoints()
  /// The number of waypoints and route points, and of the track points of a track file.
  private var places = 0
  /// What the reader left out.
  private var readerLosses = TrackLosses()

  init(
    decoder: consuming NMEALocationDecoder, selection: FixSelection?,
    derivation: MotionDerivation?, copiedFormat: FileFormat?, progress: Progress?,
    makeOutput: @escaping @Sendable (TrackWriter.Shape, OriginalDocument?) -> LocationOutput
  ) {
    self.decoder = decoder
    self.selection = selection
    self.derivation = derivation
    self.copiedFormat = copiedFormat
    self.makeOutput = makeOutput
    output = makeOutput(.document, nil)
    self.progress = progress
  }

  var counters: NMEACounters { decoder.counters }

  /// What the output lacks.
  var losses: TrackLosses {
    var all = output.losses
    all.add(readerLosses)
    return all
  }

  mutating func convert(
    _ recognizer: consuming RecordingRecognizer, of recording: any ByteSource
  ) throws {
    defer { progress?.finish() }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    do {
      var content: RecordingRecognizer.Content?
      while content == nil {
        content = try recognizer.content()
        if content == nil {
          recognizer.append(buffer[..<(try recognizer.stream.read(into: buffer))])
        }
      }
      if case .track(let format) = content {
        try convert(recognizer.opened, format, of: recording)
      } else {
        let content = try recognizer.opened.open()
        while !isOver {
          let count = try content.read(into: buffer)
          guard count > 0 else { break }
          try convert(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
      }
    } catch let error as UserLocationError {
      guard !error.isCutOff else { throw try finish(before: error) }
      // The part before the interruption is still a valid track.
      try output.end(ifBegun: true)
      throw error
    }
    try finish()
  }

  /// Completes the output of all that was read before a recording ended early.
  ///
  /// - Returns: the error, which says that the recording is cut off only if something of it was read.
  private mutating func finish(before error: UserLocationError) throws -> UserLocationError {
    do {
      try finish()
      return error
    } catch is UserLocationError {
      return UserLocationError(error.code, source: error.source, detail: error.detail)
    }
  }

  /// Completes the output of all that was read.
  private mutating func finish() throws {
    decoder.finishEpochs { epoch, satellites, source in
      output.append(epoch, satellites, from: source, &derivation, &selection)
    }
    try output.end()
    readerLosses.add(decoder.counters)
    // The output never sees them.
    if !output.holds.contains(.satellites) {
      var skipped = SkippedParts()
      let views = decoder.counters.kinds.filter { $0.type.description == "GSV" }
      skipped.add("GSV sentences", count: views.reduce(0) { $0 + $1.count })
      readerLosses.add(skipped)
    }
    try checkResult()
  }

  /// Whether the rest of the recording does not matter.
  private var isOver: Bool { selection?.isOver ?? false }

  private mutating func convert(
    _ content: OpenedByteSource, _ format: FileFormat, of recording: any ByteSource
  ) throws {
    let parser = try format.parser(
      source: recording.name, keepsBytes: false, keptElements: format == copiedFormat ? .all : .none
    )
    guard let parser else {
      throw UserLocationError(unreadable: format, of: recording)
    }
    trackFormat = format
    // Only GPX has its items in the order of GPX.
    if format != .gpx { output = makeOutput(.unordered, nil) }
    let reader = try ParsedTrackReader(content, TrackRequest(), parser: parser)
    defer { readerLosses.add(reader.skipped) }
    var isFirst = true
    while !isOver, let item = try reader.blockingNext() {
      if isFirst, let original = reader.original { output = makeOutput(.document, original) }
      isFirst = false
      append(item)
      for item in reader.takeBuffered(upTo: Self.batch) {
        if isOver { break }
        append(item)
      }
      try output.flush()
    }
  }

  private mutating func append(_ item: TrackItem) {
    // An item is large, so it is copied only if it changes.
    if let complete = derivation?.complete(item) { write(complete) } else { write(item) }
  }

  private mutating func write(_ item: TrackItem) {
    switch item.content {
    case .update(let update):
      if case .fix = update { places += 1 }
      if selection == nil {
        output.append(item)
      } else {
        output.append(update, of: item, &selection)
      }
    case .waypoint, .routePoint:
      places += 1
      output.append(item)
    case .routeStart, .trackStart, .segmentStart: output.append(item)
    case nil: break
    }
  }

  /// Throws if the recording has no location, no selected one, or none that the output has a place for.
  /// Waypoints and routes are enough.
  private func checkResult() throws(UserLocationError) {
    let source = decoder.source.name
    if let trackFormat {
      if places == 0 { throw UserLocationError(withoutTrackPoint: trackFormat, of: source) }
    } else if places == 0, let failure = decoder.counters.failure(of: source) {
      throw failure
    }
    if output.count > 0 { return }
    if let selection, selection.chosen == 0, output.losses.isEmpty {
      throw UserLocationError(
        .sourceEnded, source: source, detail: "no location is in the selected time")
    }
    throw UserLocationError(losingEverything: losses, of: source)
  }

  private mutating func convert(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
    decoder.decodeEpochs(
      bytes,
      inspect: { frame, kind, _ in
        guard let waypoint = waypoints.take(frame, of: kind) else { return }
        places += 1
        output.append(TrackItem(.waypoint(waypoint)))
      },
      { epoch, satellites, source in
        output.append(epoch, satellites, from: source, &derivation, &selection)
      })
    try output.flush()
    progress?.advance(to: decoder.counters)
  }
}

extension LocationOutput {
  /// Appends the updates of an epoch. The format leaves out what it cannot contain.
  fileprivate mutating func append(
    _ epoch: NavigationEpoch, _ satellites: [EpochSatellite], from source: FixSource,
    _ derivation: inout MotionDerivation?, _ selection: inout FixSelection?
  ) {
    epoch.tell(
      interests.contains(.satellites) ? satellites : nil, from: source,
      sky: { append(.sky($0), &selection) },
      fix: { fix in
        var fix = fix
        derivation?.complete(&fix)
        // An update is a block of memory.
        if selection == nil { append(fix) } else { append(.fix(fix), &selection) }
      },
      loss: { loss in
        derivation?.interrupt(loss.source.device)
        append(.fixLost(loss), &selection)
      })
  }

  /// Appends an update if it is selected.
  ///
  /// - Parameter item: the item of a track file that the update is.
  fileprivate mutating func append(
    _ update: LocationUpdate, of item: TrackItem? = nil, _ selection: inout FixSelection?
  ) {
    let isSelection: Void? = selection?.select(update) { selected in
      guard var item else { return append(selected) }
      // The satellites of a location are selected with it.
      if item.update != selected { item = TrackItem(.update(selected)) }
      append(item)
    }
    if isSelection == nil { append(update) }
  }
}

import LocationCore
import LocationIO
import LocationReplay
import NMEA0183
import NMEALocation

/// A running conversion. One thread uses it.
struct ConversionRun: ~Copyable {
  /// The number of items of a track file whose output is written together.
  private static let batch = 1024

  private var decoder: NMEALocationDecoder
  /// Looks for the first dates of NMEA 0183; `nil` if they are known.
  private let search: DateSearch?
  private var selection: RecordingSelection?
  /// `nil` if values that are missing stay missing.
  private var derivation: MotionDerivation?
  /// The format of track files whose elements are copied; `nil` if everything is written anew.
  private let copiedFormat: FileFormat?
  /// Whether new sentences replace those of the log.
  private let replacesSentences: Bool
  private let makeWriter: (TrackWriter.Shape, OriginalDocument?) -> TrackWriter
  private var writer: TrackWriter
  private let write: (UnsafeRawBufferPointer) throws -> Void
  private let progress: ((NMEACounters) -> Void)?
  /// The format of a track file; `nil` for NMEA 0183.
  private var trackFormat: FileFormat?
  private var waypoints = LogWaypoints()
  /// What is copied of an NMEA log; `nil` if everything is written anew.
  private var copied: CopiedSentences?
  /// The number of waypoints and route points, and of the track points of a track file.
  private var places = 0
  /// What the reader left out.
  private var readerLosses = TrackLosses()

  init(
    decoder: consuming NMEALocationDecoder, search: DateSearch?, selection: RecordingSelection?,
    derivation: MotionDerivation?, copiedFormat: FileFormat?,
    makeWriter: @escaping (TrackWriter.Shape, OriginalDocument?) -> TrackWriter,
    write: @escaping (UnsafeRawBufferPointer) throws -> Void, progress: ((NMEACounters) -> Void)?
  ) {
    self.decoder = decoder
    self.search = search
    self.selection = selection
    self.derivation = derivation
    self.copiedFormat = derivation == nil ? copiedFormat : nil
    replacesSentences = derivation != nil && copiedFormat == .nmea
    self.makeWriter = makeWriter
    writer = makeWriter(.document, nil)
    self.write = write
    self.progress = progress
  }

  var counters: NMEACounters { decoder.counters }

  /// What the output lacks.
  var losses: TrackLosses {
    var all = writer.losses
    all.add(readerLosses)
    return all
  }

  mutating func convert(
    _ recognizer: consuming RecordingRecognizer, of recording: any ByteSource
  ) throws {
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
        var content = try recognizer.opened.open()
        if let search {
          let found = search.finished(of: recording, content)
          content = found.stream
          decoder.expect(found.starts)
        }
        if copiedFormat == .nmea { copied = CopiedSentences() }
        while !isOver {
          let count = try content.read(into: buffer)
          guard count > 0 else { break }
          try convert(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
      }
    } catch let error as UserLocationError {
      guard !error.isCutOff else { throw try finish(before: error) }
      // The part before the interruption is still a valid track.
      if writer.hasBegun { try end() }
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
    if var copied = copied.take() {
      decoder.finishEpochs { epoch, _, source in
        copied.select(epoch, from: source, &writer, &selection)
      }
      copied.write(beforeSentenceAt: nil, &writer)
    } else {
      decoder.finishEpochs { epoch, satellites, source in
        writer.write(epoch, satellites, from: source, &derivation, &selection)
      }
      readerLosses.add(decoder.counters.skipped)
    }
    try end()
    if replacesSentences { readerLosses.add(sentencesOf: decoder.counters) }
    // The output never sees them.
    if !writer.holds.contains(.satellites) {
      var skipped = SkippedParts()
      let views = decoder.counters.kinds.filter { $0.type.description == "GSV" }
      skipped.add("GSV sentences", count: views.reduce(0) { $0 + $1.count })
      readerLosses.add(skipped)
    }
    try checkResult()
  }

  /// Completes the document.
  private mutating func end() throws {
    writer.end()
    try flush()
  }

  /// Passes the bytes that were written so far to the destination.
  private mutating func flush() throws { try writer.flush(to: write) }

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
    // A file may have its routes before its waypoints, even one of GPX.
    writer = makeWriter(.unordered, nil)
    let reader = try ParsedTrackReader(content, TrackRequest(), parser: parser)
    defer { readerLosses.add(reader.skipped) }
    var isFirst = true
    while !isOver, let item = try reader.blockingNext() {
      if isFirst, let original = reader.original { writer = makeWriter(.unordered, original) }
      isFirst = false
      append(item)
      for item in reader.takeBuffered(upTo: Self.batch) {
        if isOver { break }
        append(item)
      }
      try flush()
    }
  }

  private mutating func append(_ item: TrackItem) {
    // An item is large, so it is copied only if it changes.
    if let complete = derivation?.complete(item) { pass(on: complete) } else { pass(on: item) }
  }

  private mutating func pass(on item: TrackItem) {
    switch item.content {
    case .update(let update):
      if case .fix = update { places += 1 }
      if selection == nil {
        writer.write(item)
      } else {
        writer.write(update, of: item, &selection)
      }
    case .waypoint, .routePoint:
      places += 1
      writer.write(item)
    case .routeStart, .trackStart, .segmentStart: writer.write(item)
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
    if writer.count > 0 { return }
    if let selection, selection.chosen == 0, selection.hasRefused {
      throw UserLocationError(
        .sourceEnded, source: source, detail: "no location is in the selected time",
        cause: NothingSelected())
    }
    throw UserLocationError(losingEverything: losses, of: source)
  }

  private mutating func convert(_ bytes: UnsafeRawBufferPointer) throws {
    if var copied = copied.take() {
      copy(bytes, &copied)
      self.copied = copied
    } else {
      decode(bytes)
    }
    try flush()
    progress?(decoder.counters)
  }

  private mutating func copy(_ bytes: UnsafeRawBufferPointer, _ copied: inout CopiedSentences) {
    copied.append(bytes)
    for sentence in bytes.sentences where !isOver {
      // An epoch ends where the sentence begins that shows its end.
      var end = 0
      decoder.decodeEpochs(
        sentence,
        inspect: { frame, kind, _ in
          end = frame.offset
          if waypoints.take(frame, of: kind) != nil { places += 1 }
        },
        { epoch, _, source in
          copied.select(epoch, from: source, &writer, &selection)
          copied.write(beforeSentenceAt: end, &writer)
        })
    }
  }

  private mutating func decode(_ bytes: UnsafeRawBufferPointer) {
    decoder.decodeEpochs(
      bytes,
      inspect: { frame, kind, _ in
        guard let waypoint = waypoints.take(frame, of: kind) else { return }
        places += 1
        writer.write(TrackItem(.waypoint(waypoint)))
      },
      { epoch, satellites, source in
        writer.write(epoch, satellites, from: source, &derivation, &selection)
      })
  }
}

extension TrackWriter {
  /// Appends the updates of an epoch. The format leaves out what it cannot contain.
  fileprivate mutating func write(
    _ epoch: NavigationEpoch, _ satellites: [EpochSatellite], from source: FixSource,
    _ derivation: inout MotionDerivation?, _ selection: inout RecordingSelection?
  ) {
    epoch.tell(
      interests.contains(.satellites) ? satellites : nil, from: source,
      sky: { write(.sky($0), &selection) },
      fix: { fix in
        var fix = fix
        derivation?.complete(&fix)
        // An update is a block of memory.
        if selection == nil { write(fix) } else { write(.fix(fix), &selection) }
      },
      loss: { loss in
        derivation?.interrupt(loss.source.device)
        write(.fixLost(loss), &selection)
      })
  }

  /// Appends an update if it is selected.
  ///
  /// - Parameter item: the item of a track file that the update is.
  fileprivate mutating func write(
    _ update: LocationUpdate, of item: TrackItem? = nil, _ selection: inout RecordingSelection?
  ) {
    let isSelection: Void? = selection?.select(update) { selected in
      guard var item else { return write(selected) }
      // The satellites of a location are selected with it.
      if item.update != selected { item = TrackItem(.update(selected)) }
      write(item)
    }
    if isSelection == nil { write(update) }
  }
}

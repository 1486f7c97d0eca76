public import LocationCore
public import LocationIO
import LocationReplay
public import NMEA0183
public import NMEALocation

/// Converts a recording into another format, in a fixed amount of memory.
///
///     let drive = TrackConversion(from: FileByteSource(path: "drive.nmea"), to: .gpx)
///     let outcome = await drive.run { try file.write(contentsOf: Data($0)) }
///
/// The content of the recording decides its format, as in a ``TrackFileReader``, and it may be compressed with
/// gzip. Waypoints and routes are converted too. From GPX to GPX, the text of everything that does not change is
/// copied.
public struct TrackConversion: Sendable {
  /// The counters of a conversion, and the error that stopped it, if there is one.
  public struct Outcome: Sendable {
    /// The counters of NMEA 0183; zero for another format.
    public internal(set) var counters = NMEACounters()
    /// What the output lacks.
    public internal(set) var losses = TrackLosses()
    /// `UserLocationError` if reading failed, the recording is cut off, or nothing of the recording is in the
    /// output; the error of the destination if writing failed; otherwise `nil`.
    public internal(set) var failure: (any Error)?
  }

  /// The source that fixes name.
  public var source: FixSource
  /// The format of the recording; `nil` if its content decides.
  public var inputFormat: TrackInputFormat?
  /// What is known about the dates of NMEA 0183.
  public var dates = KnownDates()
  /// Whether missing speeds and courses are computed; see ``MotionDerivation``.
  public var derivesMotion = false
  /// Which locations are converted. Waypoints and routes are not filtered.
  public var filter = LocationFilter()
  /// Makes the filter from the time of the first location that has one, in place of ``filter``; what is before it
  /// is left out. `nil` if the filter is known.
  package var filterFromStart: (@Sendable (Date) -> LocationFilter)?
  /// The greatest number of locations; `nil` for no limit.
  public var maximumCount: Int?

  private let recording: any ByteSource
  private let copiedFormat: FileFormat?
  private let makeWriter: @Sendable (TrackWriter.Shape, OriginalDocument?) -> TrackWriter

  /// Makes a conversion.
  ///
  /// - Parameters:
  ///   - recording: where the recording is.
  ///   - format: the format of the output.
  ///   - now: the current time. Only ``TrackFormat/updates`` and a template with `{age}` use it.
  public init(
    from recording: any ByteSource, to format: TrackFormat,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.init(from: recording, copying: format.convertedUnchanged) { shape, original in
      TrackWriter(format, as: shape, copying: original, now: now)
    }
  }

  /// Makes a conversion into a format that may be defined in another module.
  ///
  /// - Parameters:
  ///   - copiedFormat: the format of files whose elements are copied; `nil` if everything is written anew.
  ///   - makeWriter: makes a writer of the format for a shape, and for a document whose elements are copied.
  package init(
    from recording: any ByteSource, copying copiedFormat: FileFormat?,
    makeWriter: @escaping @Sendable (TrackWriter.Shape, OriginalDocument?) -> TrackWriter
  ) {
    self.recording = recording
    self.copiedFormat = copiedFormat
    self.makeWriter = makeWriter
    source = FixSource(kind: .replayed, name: recording.name)
  }

  /// Converts the whole recording. Canceling the task ends it. Without any location the output is a complete,
  /// empty document.
  ///
  /// A separate thread reads and writes, so both may block.
  ///
  /// - Parameters:
  ///   - progress: receives the counters of NMEA 0183 many times a second, on the same thread.
  ///   - write: writes bytes, which are valid only during the call.
  public func run(
    progress: (@Sendable (NMEACounters) -> Void)? = nil,
    write: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void
  ) async -> Outcome {
    do throws(UserLocationError) {
      let stream = try recording.open()
      defer { stream.close() }
      return await run(stream, progress: progress, write: write)
    } catch {
      return Outcome(failure: error)
    }
  }

  /// Does the same as ``run(progress:write:)`` with a stream of the recording, which the caller closes.
  package func run(
    _ stream: any ByteStream, progress: (@Sendable (NMEACounters) -> Void)? = nil,
    write: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void
  ) async -> Outcome {
    await DedicatedThread.run {
      convert(stream, progress, write)
    } onCancel: {
      stream.close()
    } withoutThread: { error in
      Outcome(
        failure: UserLocationError(
          .inputOutput, detail: "cannot start a thread: \(error)", cause: error))
    }
  }

  private func convert(
    _ stream: any ByteStream, _ progress: (@Sendable (NMEACounters) -> Void)?,
    _ write: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void
  ) -> Outcome {
    var run = ConversionRun(
      decoder: NMEALocationDecoder(source: source, dates: dates),
      search: dates.first == nil ? DateSearch(dates) : nil,
      selection: RecordingSelection(
        filter, fromStart: filterFromStart, count: maximumCount),
      derivation: derivesMotion ? MotionDerivation() : nil,
      copiedFormat: copiedFormat, makeWriter: makeWriter, write: write,
      progress: progress)
    var outcome = Outcome()
    do {
      try run.convert(RecordingRecognizer(recording, stream, as: inputFormat), of: recording)
    } catch {
      outcome.failure = error
    }
    outcome.counters = run.counters
    outcome.losses = run.losses
    return outcome
  }
}

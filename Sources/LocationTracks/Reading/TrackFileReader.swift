public import LocationCore
public import LocationIO
public import LocationReplay
package import NMEALocation

/// Reads a track file in any format that is read. The content decides the format, not the name.
///
///     let source = FileByteSource(path: "flight.igc")
///     let flight = TrackPlayer { request throws(UserLocationError) in
///       try TrackFileReader(source, request)
///     }
///     for try await update in flight.startUpdatingLocation() { print(update) }
///
/// The formats are NMEA 0183, GPX, KML, KMZ, TCX, gpsd's JSON, GeoJSON, IGC, FIT, OwnTracks, DJI SRT, Google Timeline,
/// CSV and recorded updates; <doc:LocationTracks> says what is read of each. Each of them may be compressed with gzip. A file in another
/// known format is an error that names the format. Everything else is read as NMEA 0183.
///
/// The items come in the order of the file, and a later segment of a track follows a segment start.
/// Values that the file does not state are `nil`, also values that are malformed or out of range. A
/// point without a possible position, and a line that cannot be read, are left out. A file that contradicts its own
/// format, and one in which nothing can be read, are errors. Speeds and courses can be
/// derived: see ``MotionDerivation``. Memory does not grow with the file. There are four exceptions: the
/// coordinates of one `Feature` of GeoJSON are kept until its end, because its type and its times may follow
/// them, and so are the points of one `gx:Track` of KML, the first 100,000 points of one activity of TCX, and 4 MB of the messages
/// of a FIT file, whose sports come last.
public final class TrackFileReader: TrackReader {
  private static let chunkSize = 64 * 1024

  /// The format; `nil` for NMEA 0183, and until the first item is read.
  package private(set) var format: FileFormat?

  /// Whether live fixes of ``TrackFormat/updates`` stay live; otherwise they are replayed ones.
  var keepsKinds = false

  /// The parts of the file that were not read, up to here.
  package var skipped: SkippedParts {
    (reader as? ParsedTrackReader)?.skipped ?? counters?.skipped ?? SkippedParts()
  }

  /// The counters of NMEA 0183; `nil` for another format.
  package var counters: NMEACounters? { (reader as? NMEATrackReader)?.counters }

  /// The document whose elements the items so far carry; `nil` if they carry none.
  package var original: OriginalDocument? { (reader as? ParsedTrackReader)?.original }

  private let keptElements: (of: FileFormat, elements: KeptElements)?
  private let source: any ByteSource
  private let request: TrackRequest
  private let openLog: NMEALogOpening
  /// Completes the items; `nil` if they stay as they are in the file.
  private var derivation: MotionDerivation?
  private var recognizer: RecordingRecognizer
  /// `nil` until the format is recognized.
  private var reader: (any TrackReader)?

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - source: where the file is.
  ///   - request: what the consumer needs.
  ///   - format: the format; `nil` if the content decides.
  ///   - derivesMotion: whether missing speeds and courses are computed; see ``MotionDerivation``.
  /// - Throws: what `ByteSource.open()` throws.
  public convenience init(
    _ source: any ByteSource, _ request: TrackRequest = TrackRequest(),
    as format: TrackInputFormat? = nil, derivesMotion: Bool = false
  ) throws(UserLocationError) {
    try self.init(source, request, as: format, derivesMotion: derivesMotion) {
      log, request throws(UserLocationError) in
      try NMEATrackReader(log, request)
    }
  }

  /// Opens a file whose owner makes the reader of NMEA 0183.
  ///
  /// - Parameter keptElements: the elements that the items of a file in one format carry.
  package init(
    _ source: any ByteSource, _ request: TrackRequest, as format: TrackInputFormat?,
    derivesMotion: Bool = false,
    keeping keptElements: (of: FileFormat, elements: KeptElements)? = nil,
    openLog: @escaping NMEALogOpening
  ) throws(UserLocationError) {
    self.keptElements = keptElements
    derivation = derivesMotion ? MotionDerivation() : nil
    self.source = source
    self.request = request
    self.openLog = openLog
    recognizer = RecordingRecognizer(source, try source.open(), as: format)
  }

  deinit { recognizer.stream.close() }

  /// The next item; `nil` at the end.
  ///
  /// - Throws: `.badData` with a ``TrackFileError`` as its cause if the file contradicts its format,
  ///   `.badData` if the format is known but not read, `.sourceUnavailable` if the format needs a C
  ///   library that is not installed, and what `ByteStream.read(into:)` and `NMEATrackReader` throw. After
  ///   the last item of recorded updates, the error with which the provider ended. All items before the
  ///   error were returned.
  nonisolated(nonsending) public func next() async throws(UserLocationError) -> TrackItem? {
    var reader: any TrackReader
    if let known = self.reader { reader = known } else { reader = try await recognize() }
    self.reader = nil
    defer { self.reader = reader }
    guard let item = try await reader.next() else {
      if let failure = (reader as? ParsedTrackReader)?.recordedFailure { throw failure }
      return nil
    }
    return derivation?.complete(item) ?? item
  }

  /// Takes the next items that are parsed already.
  public func takeBuffered(upTo limit: Int) -> ArraySlice<TrackItem> {
    guard var reader else { return [] }
    self.reader = nil
    defer { self.reader = reader }
    let items = reader.takeBuffered(upTo: limit)
    guard var derivation else { return items }
    defer { self.derivation = derivation }
    return items.map { derivation.complete($0) }[...]
  }

  private nonisolated(nonsending) func recognize() async throws(UserLocationError)
    -> any TrackReader
  {
    while true {
      switch try recognizer.content() {
      case nil:
        try await recognizer.stream.readChunk(upTo: Self.chunkSize) { recognizer.append($0) }
      case .log: return try openLog(recognizer.opened, request)
      case .track(let format):
        guard
          let parser = try format.parser(
            source: source.name, keepsBytes: request.keepsBytes,
            keptElements: keptElements?.of == format ? keptElements?.elements ?? .none : .none,
            keepsKinds: keepsKinds)
        else { throw UserLocationError(unreadable: format, of: source) }
        self.format = format
        return try ParsedTrackReader(recognizer.opened, request, parser: parser)
      }
    }
  }
}

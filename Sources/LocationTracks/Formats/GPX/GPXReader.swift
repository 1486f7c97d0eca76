public import LocationCore
public import LocationIO
public import LocationReplay

/// Reads a GPX file (1.0 or 1.1) as a track, in pieces and with a fixed amount of memory.
///
///     let source = FileByteSource(path: "walk.gpx")
///     let walk = TrackPlayer { request throws(UserLocationError) in try GPXReader(source, request) }
///     for try await update in walk.startUpdatingLocation() { print(update) }
///
/// The items come in the order of the file:
/// - The first point of a `trk` follows a track start with the name and the description of the track.
/// - The first point of each later `trkseg` follows a segment start.
/// - A `trkpt` is an update: a fix, or a lost fix if it says `<fix>none</fix>`.
/// - The first point of a `rte` follows a route start. A `rtept` is a route point.
/// - A `wpt` is a waypoint.
///
/// Elevations are altitudes above mean sea level. Speed and course come from the elements of GPX 1.0, from
/// version 2 of Garmin's TrackPointExtension, or from OsmAnd's extension, which also has the heading. Heart rate,
/// cadence, power and temperature come from Garmin's extensions and from elements such as `<power>`. Values
/// that a point does not state are `nil`, also values that are malformed or out of range. A
/// point without a possible position is left out. Positions are counted from the first `trkpt` with a time.
///
/// Expat parses the XML. It is Debian's package `libexpat1`, which nearly every system has, and is
/// loaded with the first reader. Document type declarations are refused.
public final class GPXReader: TrackReader {
  private let reader: ParsedTrackReader

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - source: where the file is.
  ///   - request: what the consumer needs.
  /// - Throws: `.sourceUnavailable` if Expat is not installed, and what `ByteSource.open()` throws.
  public init(
    _ source: any ByteSource, _ request: TrackRequest = TrackRequest()
  ) throws(UserLocationError) {
    let parser = try FileFormat.gpx.parser(source: source.name, keepsBytes: request.keepsBytes)
    guard let parser else { throw UserLocationError(unreadable: .gpx, of: source) }
    reader = try ParsedTrackReader(source, request, parser: parser)
  }

  /// The next item; `nil` at the end.
  ///
  /// - Throws: `.badData` with a ``TrackFileError`` as its cause if the file is not GPX, and what
  ///   `ByteStream.read(into:)` throws. All items before the error were returned.
  nonisolated(nonsending) public func next() async throws(UserLocationError) -> TrackItem? {
    try await reader.next()
  }

  /// Does the same as ``next()``, and blocks the calling thread while it waits for bytes.
  public func blockingNext() throws(UserLocationError) -> TrackItem? { try reader.blockingNext() }

  /// Takes the next items that are parsed already.
  public func takeBuffered(upTo limit: Int) -> ArraySlice<TrackItem> {
    reader.takeBuffered(upTo: limit)
  }
}

import LocationCore
public import LocationIO
import LocationReplay
public import LocationSimulation
import LocationTracks
import NMEALocation

extension Waypoint {
  /// Reads the places of a recording in any format that `TrackFileReader` reads: the points of its tracks, else
  /// of its routes, else its waypoints.
  ///
  /// Altitudes are above mean sea level. If every point has a time and the times increase, the waypoints have
  /// times too, counted from the first. A `Route` without a speed then passes them as they were recorded.
  ///
  /// - Throws: `ScenarioError`, with the line and the element if they are known, if the source cannot be read or
  ///   has no points.
  public static func waypoints(of source: any ByteSource) throws(ScenarioError) -> [Waypoint] {
    let places: RecordedPlaces
    do throws(UserLocationError) {
      places = try RecordedPlaces(source)
    } catch {
      guard let cause = error.cause as? TrackFileError else {
        throw ScenarioError(source: source.name, problem: "cannot be read: \(error.detail)")
      }
      throw ScenarioError(
        source: source.name, line: cause.line, path: cause.element, problem: cause.problem)
    }
    guard let waypoints = places.waypoints else {
      throw ScenarioError(source: source.name, problem: places.absence)
    }
    return waypoints
  }
}

/// The places of a recording by their kind.
struct RecordedPlaces {
  private static let chunkSize = 64 * 1024

  private var track: [TrackWaypoint] = []
  private var route: [TrackWaypoint] = []
  private var saved: [TrackWaypoint] = []
  private var skipped = SkippedParts()

  /// What is wrong with a recording without a place.
  var absence: String {
    let names = skipped.names
    return "it has no track, no route and no waypoints"
      + (names.isEmpty ? "" : "; left out: \(names.joined(separator: ", "))")
  }

  /// Reads all places. Reading may block.
  init(_ source: any ByteSource) throws(UserLocationError) {
    var recognizer = RecordingRecognizer(source, try source.open(), as: nil)
    var content = try recognizer.content()
    while content == nil {
      recognizer.append(try Self.chunk(of: recognizer.stream))
      content = try recognizer.content()
    }
    guard case .track(let format) = content else {
      try read(log: recognizer.opened)
      return
    }
    guard let parser = try format.parser(source: source.name, keepsBytes: false) else {
      throw UserLocationError(unreadable: format, of: source)
    }
    let reader = try ParsedTrackReader(recognizer.opened, TrackRequest(), parser: parser)
    while let item = try reader.blockingNext() {
      switch item.content {
      case .update(let update): append(update)
      case .routePoint(let mark): route.append(mark)
      case .waypoint(let mark): saved.append(mark)
      default: break
      }
    }
    skipped = reader.skipped
  }

  private mutating func read(log: OpenedByteSource) throws(UserLocationError) {
    let stream = try log.open()
    defer { stream.close() }
    var decoder = NMEALocationDecoder(source: FixSource(kind: .replayed, name: log.name))
    while true {
      let chunk = try Self.chunk(of: stream)
      guard !chunk.isEmpty else { break }
      decoder.decode(chunk) { update, _ in append(update) }
    }
    decoder.finish { update, _ in append(update) }
    if let failure = decoder.counters.absence(in: log.name) { throw failure }
  }

  private static func chunk(of stream: any ByteStream) throws(UserLocationError) -> [UInt8] {
    try withUnsafeTemporaryAllocation(
      byteCount: chunkSize, alignment: 16
    ) { buffer throws(UserLocationError) in
      Array(buffer[..<(try stream.read(into: buffer))])
    }
  }

  private mutating func append(_ update: LocationUpdate) {
    guard case .fix(let fix) = update else { return }
    track.append(TrackWaypoint(fix.coordinate, altitude: fix.altitude, timestamp: fix.timestamp))
  }

  /// Whether a receiver was at one of the ``waypoints`` at a time that the recording states.
  var hasTimes: Bool { track.contains { $0.timestamp != nil } }

  /// The places of the first kind that the file has; `nil` if it has none.
  var waypoints: [Waypoint]? {
    guard let marks = [track, route, saved].first(where: { !$0.isEmpty }) else { return nil }
    let times = marks.compactMap(\.timestamp)
    let isTimed =
      times.count == marks.count && zip(times, times.dropFirst()).allSatisfy { $0 < $1 }
    return marks.map { mark in
      var waypoint = Waypoint(mark.coordinate, altitude: mark.altitude)
      if isTimed, let time = mark.timestamp, let first = times.first {
        waypoint.time = .milliseconds(Int((time.timeIntervalSince(first) * 1000).rounded()))
      }
      return waypoint
    }
  }
}

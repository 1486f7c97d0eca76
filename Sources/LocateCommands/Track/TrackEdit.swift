import ArgumentParser
import LocationCore
import LocationReplay
import LocationText
import LocationTracks
import NMEALocation

/// A subcommand of `track` that reads one recording, changes its tracks, and writes them.
protocol TrackEdit: LocateSubcommand {
  var input: TrackInputOptions { get }
  var output: TrackOutputOptions { get }
  /// The tolerance in meters to which the tracks are simplified while they are read; `nil` for all fixes.
  var readingTolerance: Double? { get }

  /// Changes the tracks.
  ///
  /// - Parameter losses: the edit adds what it drops apart from points.
  func edit(
    _ tracks: TrackCollection, _ losses: inout TrackLosses, in environment: LocateEnvironment
  ) async throws -> TrackCollection
}

extension TrackEdit {
  var readingTolerance: Double? { nil }

  func run(in environment: LocateEnvironment) async throws {
    let format = try environment.namingPlaces(output.chosenFormat)
    let read = try await input.read(
      in: environment, wantsSky: format.writesSky, tolerance: readingTolerance)
    try Task.checkCancellation()
    var losses = TrackLosses(read)
    let result = try await edit(read.collection, &losses, in: environment)
    try environment.write(result, as: format, to: output.path, &losses)
    losses.report(in: environment)
    if common.verbose {
      environment.errorOutput.say(
        "\(HelpText.count(read.count, "point")) read, \(result.count) written",
        as: environment.commandName)
    }
    try read.checkEnd()
  }
}

/// Counts what a result lacks, for a message.
struct TrackLosses {
  private var parts: [(one: String, many: String, count: Int)] = []
  /// What the reader left out.
  private var skipped = SkippedParts()

  /// What was lost already when the recording was read.
  init(_ input: TrackInput) {
    add(input.skyViews, "satellites of # time", "satellites of # times")
    addPointNames(input.pointNames)
    add(input.skipped)
  }

  /// Starts without a loss.
  init() {}

  /// Adds a loss, if there is one.
  ///
  /// - Parameters:
  ///   - one: the words for one, with `#` for the number.
  ///   - many: the words for another number.
  mutating func add(_ count: Int, _ one: String, _ many: String) {
    guard count > 0 else { return }
    if let index = parts.firstIndex(where: { $0.one == one }) {
      parts[index].count += count
    } else {
      parts.append((one, many, count))
    }
  }

  /// Adds names of track points.
  mutating func addPointNames(_ count: Int) {
    add(count, "name of # point", "names of # points")
  }

  /// Adds waypoints.
  mutating func addWaypoints(_ count: Int) { add(count, "# waypoint", "# waypoints") }

  /// Adds points of routes.
  mutating func addRoutePoints(_ count: Int) { add(count, "# route point", "# route points") }

  /// Adds what a decoder of NMEA left out.
  mutating func add(_ counters: NMEACounters) {
    if let datum = counters.otherDatum {
      add(
        counters.otherDatumPositions, "# position in datum \(datum), not WGS 84",
        "# positions in datum \(datum), not WGS 84")
    }
    add(
      counters.sentencesOfUnknownDevices, "# sentence of an unknown device",
      "# sentences of unknown devices")
  }

  /// Adds what a reader left out.
  mutating func add(_ skipped: SkippedParts) { self.skipped.add(skipped) }

  /// Adds the waypoints and routes that a collection lacks.
  mutating func add(from before: TrackCollection, to after: TrackCollection) {
    addWaypoints(before.waypoints.count - after.waypoints.count)
    let points = [before, after].map { $0.routes.reduce(0) { $0 + $1.points.count } }
    addRoutePoints(points[0] - points[1])
  }

  /// Adds the tracks' values that a collection lacks.
  ///
  /// - Parameter values: the words for the values.
  mutating func add(pointsOf tracks: TrackCollection, with values: String, _ has: (Fix) -> Bool) {
    let count = tracks.tracks.reduce(0) {
      $0 + $1.segments.reduce(0) { $0 + $1.count(where: has) }
    }
    add(count, "\(values) of # point", "\(values) of # points")
  }

  /// Adds what a collection lacks that has only places, altitudes and times of the fixes.
  mutating func addMotion(of tracks: TrackCollection) {
    add(pointsOf: tracks, with: "speeds and courses") { fix in
      fix.speed != nil && !fix.isSpeedDerived || fix.course != nil && !fix.isCourseDerived
    }
    add(pointsOf: tracks, with: "headings") { $0.heading != nil }
    add(pointsOf: tracks, with: "climbs") { $0.climb != nil }
    add(pointsOf: tracks, with: "accuracies") { $0.errors != ErrorEstimates() }
    add(pointsOf: tracks, with: "dilutions") { $0.dilution != DilutionOfPrecision() }
  }

  /// Tells the user.
  func report(in environment: LocateEnvironment) {
    guard !parts.isEmpty || !skipped.isEmpty else { return }
    let words = parts.map { part in
      (part.count == 1 ? part.one : part.many)
        .split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        .joined(separator: "\(part.count)")
    }
    environment.errorOutput.say(
      "left out: \((words + skipped.names).joined(separator: ", "))", as: environment.commandName)
  }
}

extension LocateEnvironment {
  /// Writes tracks to a file, or to standard output. The file gets its name when it is complete.
  ///
  /// - Parameter path: `nil` for standard output.
  func write(
    _ tracks: TrackCollection, as format: OutputFormat, to path: String?,
    _ losses: inout TrackLosses
  ) throws {
    let file = try path.map { try createFile($0) }
    defer { file?.discard() }
    var output = LocationOutput(
      format.writer(.document, terminalWidth: { nil }, now: now),
      to: self.output(for: format, in: file))
    if !output.writesMarks { losses.add(from: tracks, to: TrackCollection()) }
    var pending = 0
    try tracks.forEachItem { item in
      output.append(item)
      pending += 1
      guard pending % 256 == 0 else { return }
      try Task.checkCancellation()
      try output.flush()
    }
    try Task.checkCancellation()
    try output.end()
    try file?.commit()
  }
}

extension OutputFormat {
  /// Whether the format has a place for satellites.
  var writesSky: Bool {
    writer(.document, terminalWidth: { nil }, now: { Date() }).interests.contains(.satellites)
  }
}

import ArgumentParser
import LocationCore
import LocationReplay
import LocationTracks

/// A subcommand of `track` that reads one recording, changes its tracks, and writes them.
protocol TrackEdit: LocateSubcommand {
  associatedtype Edited: TrackFileItems

  var input: TrackInputOptions { get }
  var output: TrackOutputOptions { get }
  /// The tolerance in meters to which the tracks are simplified while they are read; `nil` for all fixes.
  var readingTolerance: Double? { get }
  /// The elements that the edit does not change, so that the result may copy them.
  var keptElements: KeptElements { get }

  /// Changes the tracks.
  ///
  /// - Parameter losses: the edit adds what it drops apart from points.
  func edit(
    _ tracks: TrackCollection, _ losses: inout TrackLosses, in environment: LocateEnvironment
  ) async throws -> Edited
}

extension TrackEdit {
  var readingTolerance: Double? { nil }
  var keptElements: KeptElements { .all }

  func run(in environment: LocateEnvironment) async throws {
    let format = try environment.namingPlaces(output.chosenFormat)
    let read = try await input.read(
      in: environment, for: format, keeping: keptElements, tolerance: readingTolerance)
    try Task.checkCancellation()
    var losses = read.losses
    let result = try await edit(read.collection, &losses, in: environment)
    let written = try environment.write(
      result, as: format, to: output.path, copying: read.original, &losses)
    losses.report(in: environment)
    if common.verbose {
      environment.say("\(HelpText.count(read.count, "point")) read, \(written) written")
    }
    try read.checkEnd()
  }
}

extension TrackLosses {
  /// Tells the user.
  func report(in environment: LocateEnvironment) {
    if isEmpty { return }
    environment.say("left out: \(words)")
  }
}

extension LocateEnvironment {
  /// Writes tracks to a file, or to standard output. The file gets its name when it is complete.
  ///
  /// - Parameters:
  ///   - path: `nil` for standard output.
  ///   - original: the document whose elements are copied; `nil` if there is none.
  /// - Returns: the number of points.
  @discardableResult
  func write(
    _ tracks: some TrackFileItems, as format: OutputFormat, to path: String?,
    copying original: OriginalDocument?, _ losses: inout TrackLosses
  ) throws -> Int {
    let file = try path.map { try createFile($0) }
    defer { file?.discard() }
    var output = LocationOutput(
      format.writer(.document, copying: original, terminalWidth: { nil }, now: now),
      to: self.output(for: format, in: file))
    var (pending, points) = (0, 0)
    try tracks.forEachItem { item in
      output.append(item)
      if case .update = item.content { points += 1 }
      pending += 1
      guard pending % 256 == 0 else { return }
      try Task.checkCancellation()
      try output.flush()
    }
    try Task.checkCancellation()
    try output.end()
    losses.add(output.losses)
    if output.count == 0 { throw UserLocationError(losingEverything: losses) }
    try file?.commit()
    return points
  }
}

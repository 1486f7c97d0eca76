import ArgumentParser
import GPSDProtocol
import LocationIO
import LocationServing
import LocationSources
import LocationText
import LocationTracks

/// A command that runs in an environment which is handed in, not in the process's own.
protocol LocateSubcommand: ParsableCommand, Sendable {
  var common: CommonOptions { get }

  /// Does what the command is for.
  ///
  /// - Throws: `CommandFailure`, `UserLocationError`, `OutputError`.
  func run(in environment: LocateEnvironment) async throws
}

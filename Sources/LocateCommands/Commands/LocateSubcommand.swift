import ArgumentParser

/// A subcommand. It reaches the outside only through the environment that it is given.
protocol LocateSubcommand: ParsableCommand, Sendable {
  var common: CommonOptions { get }

  /// Runs the subcommand.
  ///
  /// - Throws: `CommandFailure`, `UserLocationError`, `OutputError`.
  func run(in environment: LocateEnvironment) async throws
}

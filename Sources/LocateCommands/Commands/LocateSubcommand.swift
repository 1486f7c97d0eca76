import ArgumentParser

/// A subcommand. It uses the outside world only through its environment.
protocol LocateSubcommand: ParsableCommand, Sendable {
  var common: CommonOptions { get }

  /// Runs the subcommand.
  ///
  /// - Throws: `CommandFailure`, `UserLocationError`, `OutputError`.
  func run(in environment: LocateEnvironment) async throws
}

import GPSDProtocol
import LocationCore
import LocationIO
import LocationServing
import LocationSources
import LocationText
import LocationTracks

/// Everything a command touches outside itself, put together in one place: by
/// ``LocateEnvironment/process(arguments:interrupts:)`` for a terminal, by a test from parts of its own.
package struct LocateEnvironment: Sendable {
  /// What the command was started as, and calls itself.
  package var commandName: String
  /// The environment variables.
  package var variables: [String: String]
  /// Where data goes.
  package var output: any OutputSink
  /// Where all else goes.
  package var errorOutput: any OutputSink
  /// Makes the file of `-o`.
  package var createFile: @Sendable (String) throws(OutputError) -> any OutputFile
  /// Where locations come from.
  package var sources: any SourceFactory
  /// Measures timeouts.
  package var clock: any Clock<Duration>
  /// The time of day.
  package var now: @Sendable () -> Date
  /// How a user says that it is enough.
  package var interrupts: any InterruptSource

  /// Puts the parts together.
  package init(
    commandName: String, variables: [String: String], output: any OutputSink,
    errorOutput: any OutputSink,
    createFile: @escaping @Sendable (String) throws(OutputError) -> any OutputFile,
    sources: any SourceFactory, clock: any Clock<Duration>, now: @escaping @Sendable () -> Date,
    interrupts: any InterruptSource
  ) {
    self.commandName = commandName
    self.variables = variables
    self.output = output
    self.errorOutput = errorOutput
    self.createFile = createFile
    self.sources = sources
    self.clock = clock
    self.now = now
    self.interrupts = interrupts
  }
}

/// How a user says that it is enough.
package protocol InterruptSource: Sendable {
  /// Calls `action` with the number of the signal, at most once, on any thread, until the returned
  /// registration is canceled.
  func onInterrupt(_ action: @escaping @Sendable (Int32) -> Void) -> InterruptRegistration
}

/// Ends an interest in interrupts.
package struct InterruptRegistration: Sendable {
  private let onCancel: @Sendable () -> Void

  /// Makes a registration; for implementers of ``InterruptSource``.
  package init(onCancel: @escaping @Sendable () -> Void) { self.onCancel = onCancel }

  /// Ends the interest.
  package func cancel() { onCancel() }
}

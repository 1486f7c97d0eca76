import LocationCore
import LocationIO
import LocationReplay
import LocationSources
import LocationTesting
import Logging
import NMEALocation
import Synchronization

@testable import LocateCommands

/// A ``LocateEnvironment`` whose parts the test controls.
struct TestEnvironment {
  let output: MemorySink
  let errors: MemorySink
  /// The terminal that shows both outputs; `nil` keeps them in memory.
  var screen: Screen?
  let file = MemorySink()
  var clock = ManualClock()
  var interrupts = InterruptsMock()
  var sources: any CommandSourceAssembler
  var variables = ["LC_ALL": "C.UTF-8"]
  var commandName = "locate"
  var serviceManager: ServiceManager?
  /// Runs the programs of hooks; `nil` runs them really.
  var runProgram: (@Sendable (ProgramCall, any LocationClock) async -> ProgramCall.Ending)?

  init(
    _ provider: any LocationProvider, output: MemorySink = MemorySink(),
    errors: MemorySink = MemorySink()
  ) {
    self.init(sources: SourceAssemblerMock(provider: provider), output: output, errors: errors)
  }

  /// An environment whose source is a recording with the content `log`.
  init(
    log: String, output: MemorySink = MemorySink(), errors: MemorySink = MemorySink()
  ) {
    self.init(
      sources: SourceAssemblerMock(bytes: DataByteSource(bytes: log.utf8, name: "file:test.nmea")),
      output: output, errors: errors)
  }

  /// An environment whose outputs are shown on one terminal.
  init(sources: any CommandSourceAssembler, terminal screen: Screen) {
    self.init(sources: sources)
    self.screen = screen
  }

  init(
    sources: any CommandSourceAssembler, output: MemorySink = MemorySink(),
    errors: MemorySink = MemorySink()
  ) {
    self.sources = sources
    self.output = output
    self.errors = errors
  }

  /// Runs a command line and returns its exit code.
  func run(_ arguments: String...) async -> Int32 { await run(arguments) }

  /// Runs a command line and returns its exit code.
  func run(_ arguments: [String]) async -> Int32 {
    await LocateCommand.run(arguments: arguments, in: environment)
  }

  /// The environment for a command.
  var environment: LocateEnvironment {
    var environment = LocateEnvironment(
      commandName: commandName, variables: variables,
      terminal: Terminal(
        output: screen ?? output, errorOutput: screen ?? errors,
        encoding: TextEncoding(variables: variables)),
      createFile: { [file] path throws(OutputError) in
        if path.hasPrefix("/nowhere/") {
          throw .cannotCreate(path: path, reason: "no such file or directory")
        }
        return file
      },
      sources: sources, clock: clock, interrupts: interrupts)
    environment.serviceManager = serviceManager
    if let runProgram { environment.runProgram = runProgram }
    return environment
  }
}

/// Returns the same provider and the same bytes for every source, and records the requests.
final class SourceAssemblerMock: CommandSourceAssembler {
  private let given: (any LocationProvider)?
  private let bytes: any ByteSource
  private let state = Mutex<[(source: SourceDescription, settings: SourceSettings?)]>([])

  init(
    provider: (any LocationProvider)? = nil, bytes: any ByteSource = DataByteSource(bytes: [])
  ) {
    given = provider
    self.bytes = bytes
  }

  var sources: [SourceDescription] { state.withLock { $0.map(\.source) } }
  var settings: [SourceSettings] { state.withLock { $0.compactMap(\.settings) } }

  func provider(
    for source: SourceDescription, settings: SourceSettings
  ) throws(UserLocationError) -> any LocationProvider {
    state.withLock { $0.append((source, settings)) }
    return given
      ?? NMEAReplayProvider(
        bytes, pace: .unpaced, loops: settings.loops, dates: settings.dates,
        logger: settings.logger)
  }

  /// Tests store nothing in their user's folder.
  func lastFixStore() -> LastFixStore? { nil }

  func byteSource(for source: SourceDescription) throws(UserLocationError) -> any ByteSource {
    state.withLock { $0.append((source, nil)) }
    return bytes
  }

  func conversation(
    host: String, port: UInt16, greeting: String, connectTimeout: Duration
  ) throws(UserLocationError) -> any ByteStream {
    try bytes.open()
  }
}

/// Interrupts a command when the test wants it, or as soon as the command registers.
final class InterruptsMock: InterruptSource {
  private struct State {
    var action: (@Sendable (Int32) -> Void)?
    var early: Int32?
  }

  private let state = Mutex(State())

  func allowTime() {}

  func onInterrupt(_ action: @escaping @Sendable (Int32) -> Void) -> @Sendable () -> Void {
    let early = state.withLock { state in
      state.action = action
      return state.early
    }
    if let early { action(early) }
    return { self.state.withLock { $0.action = nil } }
  }

  func interrupt(_ signal: Int32 = 2) { state.withLock { $0.action }?(signal) }

  /// Interrupts the next command before it begins its work.
  func interruptEarly(_ signal: Int32 = 2) { state.withLock { $0.early = signal } }
}

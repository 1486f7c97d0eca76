import GeoClueLocation
import LocationCore
import LocationIO
import LocationSources
import TestSupport

@testable import LocateCommands

/// The command with its real sources, and with output in memory.
struct WireEnvironment {
  let output = MemorySink()
  let errors = MemorySink()
  /// The clock of the pauses between retries.
  var sourceClock: any LocationClock = SystemClock()
  /// The D-Bus on which GeoClue is expected.
  var geoClueBus = DBusConnection.Address.other("unix:path=/nonexistent/bus")
  /// How long GeoClue may take for its first answer.
  var agentTimeout = Duration.seconds(30)
  /// Whether errors offer GeoClue.
  var isGeoClueInstalled = false

  /// Runs a command line and returns its exit code. The test's time limit interrupts the command.
  func run(_ arguments: [String]) async -> Int32 {
    let interrupts = InterruptsMock()
    let sources = WireSources(self)
    let environment = LocateEnvironment(
      commandName: "locate", variables: [:],
      terminal: Terminal(output: output, errorOutput: errors, encoding: .unicode),
      createFile: { path throws(OutputError) in throw .cannotCreate(path: path, reason: "test") },
      sources: sources, clock: SystemClock(), interrupts: interrupts)
    return await withTaskCancellationHandler {
      await LocateCommand.run(arguments: arguments, in: environment)
    } onCancel: {
      interrupts.interrupt()
    }
  }

  /// Runs a command line and returns its exit code.
  func run(_ arguments: String...) async -> Int32 { await run(arguments) }
}

/// The command's sources with two parts replaced: the clock of the pauses between tries, and GeoClue's bus.
private struct WireSources: CommandSourceAssembler {
  private let sourceClock: any LocationClock
  private let geoClueBus: DBusConnection.Address
  private let agentTimeout: Duration
  private let base: CommandSources

  init(_ environment: WireEnvironment) {
    sourceClock = environment.sourceClock
    geoClueBus = environment.geoClueBus
    agentTimeout = environment.agentTimeout
    let errors = environment.errors
    base = CommandSources(
      commandName: "locate", isGeoClueInstalled: environment.isGeoClueInstalled,
      notice: { errors.say($0, as: "locate") })
  }

  func clock() -> any LocationClock { sourceClock }

  func lastFixStore() -> LastFixStore? { nil }

  func geoClueProvider(settings: SourceSettings) -> any LocationProvider {
    GeoClueProvider(
      desktopID: "locate-tests", on: geoClueBus, agentTimeout: agentTimeout,
      clock: SystemClock())
  }

  func adviceWithoutGPSD() -> String? { base.adviceWithoutGPSD() }

  func willRetry(after error: UserLocationError, pause: Duration) {
    base.willRetry(after: error, pause: pause)
  }

  func willIgnoreTimes(of recording: String) { base.willIgnoreTimes(of: recording) }
}

/// The kinds of wires of a receiver.
enum Wire: CaseIterable, Sendable {
  case terminal, terminalAtRate, tcp, tcpVersion6, udp

  /// The wires that this machine has.
  static var available: [Wire] {
    allCases.filter { $0 != .tcpVersion6 || LoopbackSocket.hasVersion6 }
  }

  /// A command of a busy machine that is not run for half a second drops nothing.
  private static let pace: Int32 = 10

  /// A sending receiver: its source as a user writes it, and an object that keeps it sending.
  func receiver() throws -> (source: String, keeper: any Sendable) {
    switch self {
    case .terminal, .terminalAtRate:
      let terminal = try PseudoTerminal()
      return (
        "serial:\(terminal.path)" + (self == .terminal ? "" : "?baud=9600"),
        Receiver(pace: Self.pace) { terminal.send($0) }
      )
    case .tcp:
      let server = try ReceiverServer(pace: Self.pace)
      return ("tcp://127.0.0.1:\(server.port)", server)
    case .tcpVersion6:
      let server = try ReceiverServer(version6: true, pace: Self.pace)
      return ("tcp://[::1]:\(server.port)", server)
    case .udp:
      let sender = try LoopbackSocket(datagrams: true)
      let port = try LoopbackSocket.freePort(datagrams: true)
      return (
        "udp://127.0.0.1:\(port)",
        Receiver(pace: Self.pace) { sender.send(Array($0.utf8), toPort: port) }
      )
    }
  }
}

import LocationCore
import LocationSources
import TestSupport

@testable import LocateCommands

/// The command with the sources that its users have, and with output that a test can look at.
struct WireEnvironment {
  let output = MemorySink()
  let errors = MemorySink()
  /// What keeps the pauses between tries of a source.
  var sourceClock: any Clock<Duration> = ContinuousClock()

  /// Runs a command line and returns its exit code. When the test's time is up that is an interrupt.
  func run(_ arguments: [String]) async -> Int32 {
    let interrupts = InterruptsMock()
    let sources = StandardSourceFactory(
      commandName: "locate", clock: sourceClock, now: { Date() },
      notice: { [errors] in errors.say($0, as: "locate") })
    let environment = LocateEnvironment(
      commandName: "locate", variables: [:], output: output, errorOutput: errors,
      createFile: { path throws(OutputError) in throw .cannotCreate(path: path, reason: "test") },
      sources: sources, clock: ContinuousClock(), now: { Date() }, interrupts: interrupts)
    return await withTaskCancellationHandler {
      await LocateCommand.run(arguments: arguments, in: environment)
    } onCancel: {
      interrupts.interrupt()
    }
  }

  /// Runs a command line and returns its exit code.
  func run(_ arguments: String...) async -> Int32 { await run(arguments) }
}

/// The wires that a receiver may be on.
enum Wire: CaseIterable, Sendable {
  case terminal, terminalAtRate, tcp, tcpVersion6, udp

  /// Those that this machine has.
  static var available: [Wire] {
    allCases.filter { $0 != .tcpVersion6 || LoopbackSocket.hasVersion6 }
  }

  /// A receiver that speaks there: what a user writes after `--source`, and what keeps it going.
  func receiver() throws -> (source: String, keeper: any Sendable) {
    switch self {
    case .terminal, .terminalAtRate:
      let terminal = try PseudoTerminal()
      return (
        "serial:\(terminal.path)" + (self == .terminal ? "" : "?baud=9600"),
        Receiver { terminal.send($0) }
      )
    case .tcp:
      let server = try ReceiverServer()
      return ("tcp://127.0.0.1:\(server.port)", server)
    case .tcpVersion6:
      let server = try ReceiverServer(version6: true)
      return ("tcp://[::1]:\(server.port)", server)
    case .udp:
      let sender = try LoopbackSocket(datagrams: true)
      let port = try LoopbackSocket.freePort(datagrams: true)
      return (
        "udp://127.0.0.1:\(port)", Receiver { sender.send(Array($0.utf8), toPort: port) }
      )
    }
  }
}

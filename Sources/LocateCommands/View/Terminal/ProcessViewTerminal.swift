import LocationCore
import LocationIO
import LocationPOSIX
import Synchronization

/// The terminal of this process: standard output, and the keys of standard input or of `/dev/tty`.
///
/// A thread of its own waits for keys and signals, because both would block a task.
final class ProcessViewTerminal: ViewTerminal {
  /// The terminal that has the whole screen now.
  private static let current = Mutex<ProcessViewTerminal?>(nil)

  /// Another screen without a cursor, on which long lines are cut.
  private static let entering = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[0m\u{1B}[2J"
  private static let leaving = "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  let usesColor: Bool
  let inputs: AsyncStream<ViewInput>
  private let input: AsyncStream<ViewInput>.Continuation
  private let output = DescriptorSink(STDOUT_FILENO, name: "standard output")
  private let keys: OwnedDescriptor?
  private let mode: TerminalMode
  private let signals: TerminalSignals
  /// Whether this program has the screen.
  private let hasScreen = Mutex(false)

  /// Opens the terminal, and does not change it yet.
  ///
  /// - Parameters:
  ///   - terminal: the outputs of the process.
  ///   - readsStandardInput: whether standard input is the source of locations.
  static func open(
    _ terminal: Terminal, readsStandardInput: Bool
  ) throws(CommandFailure) -> any ViewTerminal {
    guard terminal.output.terminalWidth != nil else {
      throw CommandFailure(
        .usage, "standard output is not a terminal; 'watch' prints the locations there")
    }
    let type = variable("TERM") ?? ""
    guard !type.isEmpty, type != "dumb" else {
      throw CommandFailure(
        .usage, "TERM is '\(type)', a terminal without a cursor; 'watch' prints lines there")
    }
    return try ProcessViewTerminal(type, readsStandardInput: readsStandardInput)
  }

  private init(_ type: String, readsStandardInput: Bool) throws(CommandFailure) {
    let isInputTerminal = isatty(STDIN_FILENO) == 1
    if isInputTerminal, readsStandardInput {
      throw CommandFailure(
        .usage, "standard input is the terminal with the keys; send a recording through a pipe")
    }
    keys = isInputTerminal ? nil : Self.openKeyboard()
    let descriptor = isInputTerminal ? STDIN_FILENO : keys?.number ?? -1
    guard let mode = TerminalMode(of: descriptor) else {
      throw CommandFailure(.usage, "there is no keyboard; 'watch' needs none")
    }
    self.mode = mode
    do throws(SystemError) {
      signals = try TerminalSignals()
    } catch {
      throw CommandFailure(.inputOutput, error.description)
    }
    let isPlain = type.hasPrefix("vt") || type.hasSuffix("-m") || type.hasSuffix("-mono")
    usesColor = !isPlain && Self.variable("NO_COLOR") == nil
    (inputs, input) = AsyncStream.makeStream()
  }

  /// The value of a variable; `nil` if it is not set or empty.
  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  private static func openKeyboard() -> OwnedDescriptor? {
    let number = LocationPOSIX.open("/dev/tty", O_RDWR | O_CLOEXEC)
    return number < 0 ? nil : OwnedDescriptor(number)
  }

  var size: ViewSize {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return ViewSize(columns: 80, rows: 24) }
    return ViewSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  func begin() throws(CommandFailure) {
    Self.current.withLock { $0 = self }
    signals.begin()
    takeScreen()
    do throws(SystemError) {
      try DedicatedThread.start { self.listen() }
    } catch {
      end()
      throw CommandFailure(.inputOutput, error.description)
    }
  }

  func end() {
    Self.current.withLock { $0 = nil }
    signals.end()
    giveScreenBack()
    input.finish()
  }

  /// Restores the terminal of a process that is about to be ended by a signal. It waits for nothing, because
  /// the terminal may be what the process waits for.
  static func restore() {
    guard let terminal = current.withLock({ $0 }),
      terminal.hasScreen.withLockIfAvailable({ $0 }) ?? true
    else { return }
    var request = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
    if poll(&request, 1, 0) == 1 { try? terminal.output.write(Array(leaving.utf8)) }
    terminal.mode.restore(TCSANOW)
  }

  func write(_ bytes: [UInt8]) throws(OutputError) {
    try hasScreen.withLock { hasScreen throws(OutputError) in
      // The next frame after the return of the screen is complete.
      if hasScreen { try output.write(bytes) }
    }
  }

  private func takeScreen() {
    hasScreen.withLock { hasScreen in
      mode.makeRaw()
      try? output.write(Array(Self.entering.utf8))
      hasScreen = true
    }
  }

  private func giveScreenBack() {
    hasScreen.withLock { hasScreen in
      guard hasScreen else { return }
      hasScreen = false
      try? output.write(Array(Self.leaving.utf8))
      mode.restore()
    }
  }

  /// Reports keys and signals until ``end()``.
  private func listen() {
    TerminalSignals.allowStops()
    var reader = ViewKeyReader()
    var room = [UInt8](repeating: 0, count: 256)
    while true {
      var polled = [
        pollfd(fd: mode.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: signals.receiver, events: Int16(POLLIN), revents: 0),
      ]
      if poll(&polled, 2, -1) < 0 {
        if errno == EINTR { continue }
        break
      }
      if polled[1].revents != 0 {
        guard let number = signals.next() else { return }
        follow(number)
      }
      guard polled[0].revents != 0 else { continue }
      let count = read(mode.descriptor, &room, room.count)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      if count <= 0 { break }
      for key in reader.read(room[..<count]) { input.yield(.key(key)) }
    }
    input.yield(.closed)
  }

  private func follow(_ signal: Int32) {
    switch signal {
    case SIGWINCH: input.yield(.resized)
    case SIGTSTP:
      giveScreenBack()
      signals.stopProcess()
      takeScreen()
      input.yield(.lost)
    case SIGCONT:
      // A shell may have changed the terminal meanwhile.
      takeScreen()
      input.yield(.lost)
    default: break
    }
  }
}

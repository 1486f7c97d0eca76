import Foundation
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

/// The real program in a real terminal.
@Suite(
  .inTurn, .serialized,
  .enabled(if: LocateProcess.isBuilt, "the executable has not been built beside the tests"),
  .enabled(if: ChildProcess.path(of: "tmux") != nil, "tmux is not installed"))
struct ViewInTmuxTests {
  /// A tmux server with one window, in which a shell runs.
  private final class Window {
    private let path: String
    private let socket: String
    private let directory: TemporaryDirectory

    init(columns: Int, rows: Int, locale: String = "C.UTF-8") throws {
      path = try #require(ChildProcess.path(of: "tmux"))
      directory = try TemporaryDirectory()
      socket = directory.path("tmux")
      try tmux(
        "-u", "-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)",
        "env LC_ALL=\(locale) XDG_STATE_HOME=/nonexistent XDG_CONFIG_HOME=/nonexistent "
          + "XDG_DATA_HOME=/nonexistent PS1='READY ' sh -i")
    }

    deinit { _ = try? tmux("kill-server") }

    @discardableResult
    func tmux(_ arguments: String...) throws -> String {
      // The server must inherit no pipe, because its end would never come.
      let output = directory.path("output")
      let process = try ChildProcess(path, ["-S", socket] + arguments, output: output)
      _ = waits { !process.isRunning }
      return try String(contentsOfFile: output, encoding: .utf8)
    }

    var screen: String { (try? tmux("capture-pane", "-p")) ?? "" }

    func type(_ keys: String...) throws {
      for key in keys { try tmux("send-keys", key) }
    }

    func run(_ line: String) throws {
      try tmux("send-keys", "-l", line)
      try type("Enter")
    }

    func shows(_ text: String) -> Bool { waits { screen.contains(text) } }

    /// Waits until the shell reads again. The program drops the keys that were typed before it ended.
    func isAtPrompt() -> Bool {
      waits { screen.trimmingCharacters(in: .whitespacesAndNewlines).hasSuffix("READY") }
    }
  }

  private var view: String { "\(LocateProcess.executable.path()) view sim:drive" }

  @Test func itTakesAndRestoresTheScreen() throws {
    let window = try Window(columns: 80, rows: 24)
    try window.run("echo before; \(view)")
    #expect(window.shows("3D fix"), "\(window.screen)")
    #expect(!window.screen.contains("before"))
    try window.type("2")
    #expect(window.shows("Satellites:"))
    try window.tmux("resize-window", "-x", "40", "-y", "12")
    #expect(window.shows("? keys  q quit"))
    try window.type("q")
    #expect(window.isAtPrompt(), "\(window.screen)")
    try window.run("stty -a | grep -o ' icanon\\| echo '; echo code $?")
    #expect(window.shows("code 0"))
    #expect(window.screen.contains("before") && window.screen.contains(" icanon"))
  }

  @Test func ctrlZGivesTheTerminalToTheShell() throws {
    let window = try Window(columns: 80, rows: 24)
    try window.run(view)
    #expect(window.shows("3D fix"), "\(window.screen)")
    try window.type("C-z")
    #expect(window.isAtPrompt(), "\(window.screen)")
    try window.run("stty -a | grep -o ' icanon'; echo shell works")
    #expect(window.shows("shell works\n"))
    #expect(window.screen.contains("\n icanon"))
    try window.run("fg")
    #expect(window.shows("3D fix"))
    #expect(!window.screen.contains("shell works"))
    try window.type("C-c")
    #expect(window.isAtPrompt(), "\(window.screen)")
    try window.run("echo code $?")
    #expect(window.shows("code 130"))
  }

  @Test(arguments: ["TERM", "HUP"])
  func aSignalRestoresTheTerminal(signal: String) throws {
    let window = try Window(columns: 80, rows: 24)
    try window.run("\(view) & view=$!; fg >/dev/null; echo code $?; stty -a | grep -o ' icanon'")
    #expect(window.shows("3D fix"), "\(window.screen)")
    let pid = try window.tmux("display-message", "-p", "#{pane_pid}")
      .trimmingCharacters(in: .whitespacesAndNewlines)
    let pids = try String(
      contentsOfFile: "/proc/\(pid)/task/\(pid)/children", encoding: .utf8)
    for child in pids.split(separator: " ").compactMap({ Int32($0) }) {
      kill(child, signal == "TERM" ? SIGTERM : SIGHUP)
    }
    #expect(window.shows(signal == "TERM" ? "code 143" : "code 129"), "\(window.screen)")
    #expect(window.shows(" icanon"))
  }

  @Test func aSourceThatFailsLeavesItsErrorOnTheScreen() throws {
    let window = try Window(columns: 80, rows: 24)
    try window.run("\(LocateProcess.executable.path()) view tcp://127.0.0.1:1; echo code $?")
    #expect(window.shows("code 69"), "\(window.screen)")
    #expect(window.screen.contains("tcp://127.0.0.1:1"))
  }

  @Test func anASCIILocaleGetsASCII() throws {
    let window = try Window(columns: 80, rows: 24, locale: "C")
    try window.run("\(view) --units nautical")
    #expect(window.shows(" deg N"), "\(window.screen)")
    #expect(window.screen.utf8.allSatisfy { $0 < 0x80 })
    try window.type("q")
  }
}

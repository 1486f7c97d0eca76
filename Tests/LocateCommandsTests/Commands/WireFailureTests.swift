import Foundation
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

/// Each cause of a failing source has an exit code and one line of explanation.
@Suite(.inTurn)
struct WireFailureTests {
  /// A failure and its expected report.
  struct Failure: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let code: Int32
    /// The end of the line after the source. `@` stands for the source's name.
    let words: String
    /// Arguments in addition to the source.
    var options: [String] = []
    /// Makes the failing source, and an object that keeps it failing.
    let arrange: @Sendable () throws -> (source: String, keeper: any Sendable)
  }

  static let failures: [Failure] = [
    Failure(
      testDescription: "busy device", code: 69,
      words: "the device is busy: another program is using it"
    ) {
      let terminal = try PseudoTerminal()
      let user = open(terminal.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
      #expect(flock(user, LOCK_EX | LOCK_NB) == 0)
      return (
        "serial:\(terminal.path)",
        (terminal, FileHandle(fileDescriptor: user, closeOnDealloc: true))
      )
    },
    Failure(
      testDescription: "missing device", code: 66,
      words: "there is no such device; is the receiver plugged in?"
    ) { ("serial:/dev/ttyNONE7?baud=9600", ()) },
    Failure(
      testDescription: "no serial device", code: 64,
      words: "it is not a serial device; a file is given as file:PATH"
    ) { ("serial:/dev/null", ()) },
    Failure(
      testDescription: "impossible rate", code: 64,
      words: "the line can not run at 1234 baud; the rates are 1200, 2400, 4800, 9600, 19200, "
        + "38400, 57600, 115200, 230400, 460800, 921600"
    ) {
      let terminal = try PseudoTerminal()
      return ("serial:\(terminal.path)?baud=1234", terminal)
    },
    Failure(
      testDescription: "silent line", code: 75,
      words: "no location in 0.05 s: no data yet; is the receiver on and connected? "
        + "'doctor' examines it", options: ["--timeout", "50ms"]
    ) {
      let terminal = try PseudoTerminal()
      return ("serial:\(terminal.path)?baud=9600", terminal)
    },
    Failure(
      testDescription: "silent line of unknown rate", code: 75,
      words: "no location in 0.05 s: no data yet; is the receiver on and connected? "
        + "'doctor' examines it", options: ["--timeout", "50ms"]
    ) {
      let terminal = try PseudoTerminal()
      return ("serial:\(terminal.path)", terminal)
    },
    Failure(testDescription: "missing file", code: 66, words: "No such file or directory") {
      ("file:/nowhere/drive.nmea", ())
    },
    Failure(
      testDescription: "refused connection", code: 69,
      words: "connection refused: nothing listens on port @ there"
    ) { ("tcp://127.0.0.1:\(try LoopbackSocket.freePort())", ()) },
    Failure(
      // A host name has no empty label, so the look-up fails without a server.
      testDescription: "name without an address", code: 68,
      words: "no..where has no address: Name or service not known"
    ) { ("tcp://no..where:10110", ()) },
    Failure(
      testDescription: "server that says nothing", code: 75,
      words: "no location in 0.05 s: no data yet; is the receiver on and connected? "
        + "'doctor' examines it", options: ["--timeout", "50ms"]
    ) {
      let server = try LoopbackSocket()
      return ("tcp://127.0.0.1:\(server.port)", server)
    },
    Failure(
      testDescription: "server that closes at once", code: 69,
      words: "the other side closed the connection before it sent anything"
    ) {
      let server = try LoopbackSocket()
      Thread.detachNewThread { _ = server.accept() }
      return ("tcp://127.0.0.1:\(server.port)", server)
    },
    Failure(
      testDescription: "port in use", code: 69,
      words: "port @ is in use: another program receives there"
    ) {
      let other = try LoopbackSocket(datagrams: true)
      return ("udp://127.0.0.1:\(other.port)", other)
    },
    Failure(
      // An address for documentation (RFC 5737), which no machine has.
      testDescription: "another machine's address", code: 69,
      words: "192.0.2.1 is not an address of this machine"
    ) { ("udp://192.0.2.1:10110", ()) },
    Failure(
      testDescription: "name to receive at", code: 64,
      words: "example.org is not an address; give one of this machine's, a multicast group, or *"
    ) { ("udp://example.org:10110", ()) },
  ]

  @Test(arguments: failures, ["once", "watch"])
  func everyFailureHasItsExitCodeAndMessage(failure: Failure, command: String) async throws {
    let (source, keeper) = try failure.arrange()
    let test = WireEnvironment()
    #expect(await test.run([command, "--source", source] + failure.options) == failure.code)
    #expect(test.output.text == "")
    let place = source.split(separator: ":").last ?? ""
    let words = failure.words.replacing("@", with: place)
    #expect(test.errors.text == "locate: \(source): \(words)\n")
    withExtendedLifetime(keeper) {}
  }

  @Test func onlyAFileCanBeFollowed() async throws {
    let terminal = try PseudoTerminal()
    for (source, words) in [
      ("tcp://127.0.0.1:1", "--follow is for a file that grows"),
      (terminal.path, "--follow is for a file that grows"),
      ("/dev/null", "only a regular file can be followed"),
    ] {
      let test = WireEnvironment()
      #expect(await test.run("watch", "--follow", "--source", source) == 64)
      #expect(test.errors.text.hasSuffix("\(words)\n"))
    }
  }

  @Test func anErrorThatTimeDoesNotRepairIsNotRetried() async throws {
    let test = WireEnvironment()
    #expect(await test.run("watch", "--retry", "--source", "serial:/dev/null") == 64)
    #expect(test.errors.lines.count == 1)
  }
}

/// Missing permissions. The command runs as `nobody`, because root has every permission.
@Suite(
  .enabled(
    if: Nobody.canRun, "needs root, setpriv and an executable that others may start"),
  .inTurn)
struct PermissionTests {
  /// Runs `locate` as `nobody` to its end.
  private func run(_ arguments: String...) throws -> (code: Int32, errors: String) {
    let process = try LocateProcess(arguments, by: Nobody.command)
    process.endInput()
    let errors = process.errors()
    process.process.waitUntilExit()
    return (process.process.terminationStatus, errors)
  }

  @Test func aRefusedDeviceNamesTheGroupToJoin() throws {
    let group = try #require(getgrnam("dialout")).pointee.gr_gid
    let terminal = try PseudoTerminal()
    #expect(chown(terminal.path, 0, group) == 0)
    #expect(chmod(terminal.path, 0o660) == 0)
    let (code, errors) = try run("--source", "serial:\(terminal.path)", "--retry")
    #expect(code == 77)
    #expect(
      errors == """
        locate: serial:\(terminal.path): permission denied: only root and the group dialout may \
        read it; join the group (sudo usermod -aG dialout $USER) and log in again

        """)
  }

  @Test func aRefusedDeviceNamesItsOwner() throws {
    let terminal = try PseudoTerminal()
    #expect(chown(terminal.path, 0, 0) == 0)
    #expect(chmod(terminal.path, 0o600) == 0)
    let (code, errors) = try run("watch", "--source", "serial:\(terminal.path)?baud=9600")
    #expect(code == 77)
    #expect(
      errors == """
        locate: serial:\(terminal.path)?baud=9600: permission denied: it belongs to root and has \
        mode 600; its owner can allow it with chmod a+r

        """)
  }

  @Test(arguments: [["--source"], ["watch", "--follow", "--source"], ["convert", "--to", "gpx"]])
  func anUnreadableFileIs77(command: [String]) throws {
    let directory = try TemporaryDirectory()
    #expect(chmod(directory.url.path(), 0o755) == 0)
    let path = try directory.file("secret.nmea", epoch(1))
    #expect(chmod(path, 0) == 0)
    let process = try LocateProcess(command + [path], by: Nobody.command)
    let errors = process.errors()
    process.process.waitUntilExit()
    #expect(process.process.terminationStatus == 77)
    #expect(
      errors == """
        locate: file:\(path): permission denied: it belongs to root and has mode 000; \
        its owner can allow it with chmod a+r

        """)
  }

  @Test func aFileInAReadOnlyFolderIsOverwritten() throws {
    let directory = try TemporaryDirectory()
    let log = try directory.file("drive.nmea", epoch(1))
    let output = try directory.file("drive.txt", String(repeating: "old ", count: 100))
    #expect(chmod(output, 0o666) == 0)
    #expect(chmod(directory.url.path(), 0o555) == 0)
    let (code, errors) = try run("convert", log, "--to", "{altitude}", "-o", output)
    #expect(code == 0)
    #expect(errors == "")
    #expect(try String(contentsOfFile: output, encoding: .utf8) == "545.4\n")
    // A new file cannot be created there.
    #expect(try run("convert", log, "--to", "csv", "-o", output + "2").code == 73)
  }

  @Test func aFolderWithoutPermissionIs77() throws {
    let directory = try TemporaryDirectory()
    #expect(chmod(directory.url.path(), 0o700) == 0)
    let path = try directory.file("drive.nmea", epoch(1))
    let (code, errors) = try run("--source", path)
    #expect(code == 77)
    #expect(errors.hasSuffix("a directory on the way to it may not be entered by this user\n"))
  }
}

/// Starts programs as the user `nobody`.
private enum Nobody {
  /// The command line before the program.
  static let command = [
    "/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups",
    LocateProcess.executable.path(),
  ]

  /// Whether this is possible here.
  static let canRun: Bool = {
    guard getuid() == 0, LocateProcess.isBuilt,
      FileManager.default.isExecutableFile(atPath: command[0]),
      let trial = try? LocateProcess(["--version"], by: command)
    else { return false }
    trial.process.waitUntilExit()
    return trial.process.terminationStatus == 0
  }()
}

import Foundation
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

/// The command with paths that are not UTF-8. A shell makes the bytes, because Foundation's `Process`
/// takes text.
@Suite(
  .enabled(if: LocateProcess.isBuilt, "the executable has not been built beside the tests"),
  .inTurn)
struct PathBytesTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    _ = try directory.file("drive.nmea", Logs.drive)
  }

  /// Runs a shell script in the folder. `$locate` is the command, `$e` the byte E9.
  private func shell(_ script: String) throws -> (output: String, errors: String, status: Int32) {
    let start = """
      cd "\(directory.url.path)"; locate="\(LocateProcess.executable.path())"; e=$(printf '\\351')
      cp drive.nmea "caf$e.nmea"

      """
    let process = try LocateProcess(["-c", start + script], by: ["/bin/sh"])
    process.endInput()
    let output = process.output.fileHandleForReading.readDataToEndOfFile()
    let errors = process.errors()
    process.process.waitUntilExit()
    return (
      String(decoding: output, as: UTF8.self), errors, process.process.terminationStatus
    )
  }

  @Test(arguments: [
    #""$locate" convert "caf$e.nmea" --to '{latitude}'"#,
    #""$locate" convert --source "file:caf$e.nmea" --to '{latitude}'"#,
    #""$locate" convert "file://$PWD/caf%E9.nmea" --to '{latitude}'"#,
    #"LOCATE_SOURCE="caf$e.nmea" "$locate" watch --rate max --format '{latitude}'"#,
    #""$locate" "caf$e.nmea" --format '{latitude}'; echo 48.117333333"#,
    #""$locate" replay "caf$e.nmea" --rate max -f '{latitude}'"#,
  ])
  func everyBytePathIsOpened(script: String) throws {
    let (output, errors, status) = try shell(script)
    #expect(status == 0, "\(errors)")
    #expect(output == "48.1173\n48.117333333\n")
  }

  @Test func theOutputGetsTheVeryName() throws {
    let (output, errors, status) = try shell(
      #""$locate" convert drive.nmea --to geo -o "out$e.geo" && wc -l < "out$e.geo" && ls | wc -l"#)
    #expect(status == 0, "\(errors)")
    #expect(output.split(whereSeparator: \.isWhitespace) == ["2", "3"])
  }

  @Test func aMessageShowsTheByteInHexadecimal() throws {
    let (output, errors, status) = try shell(#""$locate" convert "no$e.nmea" --to csv"#)
    #expect(status == 66)
    #expect(output == "")
    #expect(errors == "locate: file:no\\xE9.nmea: No such file or directory\n")
  }

  @Test func aScenarioAndItsRouteAreOpened() throws {
    let (output, errors, status) = try shell(
      #"""
      mkdir "sim$e"
      echo '{"error": "off", "motion": {"kind": "route", "track": "way.gpx", "speed": 10}}' > "sim$e/s$e.json"
      echo '<gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1"><rte>' > "sim$e/way.gpx"
      echo '<rtept lat="48" lon="11"/><rtept lat="48.001" lon="11"/></rte></gpx>' >> "sim$e/way.gpx"
      "$locate" simulate "sim$e/s$e.json" --rate max --count 1 --format '{latitude}'
      """#)
    #expect(status == 0, "\(errors)")
    #expect(output == "48\n")
  }

  @Test func aLinkToAPseudoTerminalGetsTheVeryName() throws {
    let (output, errors, status) = try shell(
      #"""
      "$locate" simulate drive --serve "pty:gps$e" > /dev/null 2> served & server=$!
      for _ in $(seq 100); do grep -q serving served && break; sleep 0.1; done
      [ -L "gps$e" ] && cat served
      kill $server; wait $server
      [ -L "gps$e" ] || echo removed
      """#)
    #expect(status == 0, "\(errors)")
    #expect(output.hasPrefix("serving pty:gps\\xE9 -> /dev/pts/"))
    #expect(output.hasSuffix("removed\n"))
  }
}

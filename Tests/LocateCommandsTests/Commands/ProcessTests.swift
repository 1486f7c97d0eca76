import Foundation
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

/// Signals and pipes of the command as a process.
@Suite(
  .inTurn, .enabled(if: LocateProcess.isBuilt, "the executable has not been built beside the tests")
)
struct ProcessTests {
  @Test func ctrlCIsQuietAnd130() throws {
    let process = try LocateProcess(
      ["watch", "--source", "-", "--rate", "max", "--format", "{latitude}"])
    process.write(Logs.drive + Logs.drive)
    #expect(process.readLine() == "48.1173")
    process.process.interrupt()
    process.process.waitUntilExit()
    #expect(process.process.terminationReason == .exit)
    #expect(process.process.terminationStatus == 130)
    #expect(process.errors() == "")
  }

  @Test func aClosedPipeIsQuietAnd0() throws {
    let process = try LocateProcess(
      ["watch", "--source", "-", "--rate", "max", "--format", "{latitude}"])
    process.write(Logs.drive + Logs.drive)
    #expect(process.readLine() == "48.1173")
    try process.output.fileHandleForReading.close()
    process.write(Logs.drive)
    process.endInput()
    process.process.waitUntilExit()
    #expect(process.process.terminationReason == .exit)
    #expect(process.process.terminationStatus == 0)
    #expect(process.errors() == "")
  }

  @Test func decodePrintsTheSentencesOfASlowReceiverImmediately() throws {
    let process = try LocateProcess(["decode", "-", "--format", "text"])
    for line in 1...2 {
      process.write("$GPHDT,9\(line).5,T\r\n")
      #expect(process.readLine() == "     \(line)  GPHDT  no checksum; heading 9\(line).5")
    }
    process.process.interrupt()
    process.process.waitUntilExit()
    #expect(process.process.terminationStatus == 130)
    #expect(process.errors() == "")
  }

  /// The runtime of Swift would crash.
  @Test(arguments: [4, 6, 9]) func tooFewDescriptorsAreAnError(count: Int) throws {
    let shell = [
      "/bin/sh", "-c", "ulimit -n \(count); exec \"$0\" \"$@\"", LocateProcess.executable.path(),
    ]
    let process = try LocateProcess(["watch", "sim:walk", "--count", "1"], by: shell)
    process.endInput()
    process.process.waitUntilExit()
    #expect(process.process.terminationReason == .exit)
    #expect(process.process.terminationStatus == 74)
    #expect(process.errors().contains("too few files; allow more with 'ulimit -n 64'"))
  }

  @Test func emptyStandardInputIs65() throws {
    let process = try LocateProcess(["--source", "-"])
    process.endInput()
    process.process.waitUntilExit()
    #expect(process.process.terminationStatus == 65)
    #expect(process.errors().hasPrefix("locate: standard input: it is empty"))
  }

  @Test(arguments: [(0.0, "live"), (-3600, "replayed"), (3600, "replayed")])
  func dataOnAPipeIsLiveIfItsOwnTimeIsNow(offset: Double, kind: String) throws {
    let process = try LocateProcess(["--source", "-", "--format", "{kind}"])
    let time = Date(timeIntervalSinceNow: offset)
    let clock = time.formatted(
      .iso8601.time(includingFractionalSeconds: false).timeSeparator(.omitted))
    let day = time.formatted(.iso8601.year().month().day().dateSeparator(.omitted))
    let date = "\(day.suffix(2))\(day.dropFirst(4).prefix(2))\(day.dropFirst(2).prefix(2))"
    process.write(sentence("GPRMC,\(clock),A,4807.038,N,01131.000,E,022.4,084.4,\(date),,,A"))
    process.endInput()
    #expect(process.readLine() == kind)
    process.process.waitUntilExit()
  }

  @Test(arguments: ["--version", "--help", "simulate --list"])
  func aClosedStandardOutputIs74AndSaysSo(arguments: String) throws {
    let process = try LocateProcess(
      [], by: ["/bin/sh", "-c", "exec \(LocateProcess.executable.path()) \(arguments) >&-"])
    #expect(
      process.errors() == "locate: standard output: cannot be written: it is closed\n")
    process.process.waitUntilExit()
    #expect(process.process.terminationStatus == 74)
  }

  @Test func aClosedStandardInputIs69AndSaysSo() throws {
    let process = try LocateProcess(
      [], by: ["/bin/sh", "-c", "exec \(LocateProcess.executable.path()) --source - <&-"])
    #expect(process.errors().contains("standard input: there is no standard input"))
    process.process.waitUntilExit()
    #expect(process.process.terminationStatus == 69)
  }

  @Test func aSlowPipeIsReadWithoutDelay() throws {
    let process = try LocateProcess(
      ["watch", "--source", "-", "--rate", "max", "--format", "{time}"])
    let bytes = Array((1...3).map(epoch).joined().utf8)
    // The first sentence of the next epoch completes an epoch. The pieces end within sentences.
    process.write(String(decoding: bytes[..<100], as: UTF8.self))
    process.write(String(decoding: bytes[100..<250], as: UTF8.self))
    #expect(process.readLine() == "2024-07-04T12:00:01.000Z")
    process.write(String(decoding: bytes[250...], as: UTF8.self))
    #expect(process.readLine() == "2024-07-04T12:00:02.000Z")
    process.endInput()
    #expect(process.readLine() == "2024-07-04T12:00:03.000Z")
    process.process.waitUntilExit()
    #expect(process.process.terminationStatus == 0)
    #expect(process.errors() == "")
  }
}

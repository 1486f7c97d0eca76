import Foundation
import Testing

@testable import LocateCommands

/// The command as a process: what only a process has, signals and pipes.
@Suite(.enabled(if: LocateProcess.isBuilt, "the executable has not been built beside the tests"))
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

  @Test func decodeSaysWhatASlowReceiverSaidBeforeItGoesOn() throws {
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

  @Test func emptyStandardInputIs65() throws {
    let process = try LocateProcess(["--source", "-"])
    process.endInput()
    process.process.waitUntilExit()
    #expect(process.process.terminationStatus == 65)
    #expect(process.errors().hasPrefix("locate: standard input: it is empty"))
  }
}

/// A running `locate`, built beside these tests.
private final class LocateProcess {
  let process = Process()
  let output = Pipe()
  private let input = Pipe()
  private let errorOutput = Pipe()

  private static var executable: URL {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: "locate")
  }

  static var isBuilt: Bool { FileManager.default.isExecutableFile(atPath: executable.path()) }

  init(_ arguments: [String]) throws {
    process.executableURL = Self.executable
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errorOutput
    try process.run()
  }

  func write(_ text: String) { input.fileHandleForWriting.write(Data(text.utf8)) }

  func endInput() { try? input.fileHandleForWriting.close() }

  func readLine() -> String {
    var line: [UInt8] = []
    while let byte = output.fileHandleForReading.readData(ofLength: 1).first {
      if byte == UInt8(ascii: "\n") { break }
      line.append(byte)
    }
    return String(decoding: line, as: UTF8.self)
  }

  func errors() -> String {
    String(
      decoding: errorOutput.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }
}

import Foundation

/// A running `locate`, built together with these tests. After a minute it is ended, which also ends every
/// wait for it.
final class LocateProcess {
  let process = Process()
  let output = Pipe()
  private let input = Pipe()
  private let errorOutput = Pipe()

  static var executable: URL {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: "locate")
  }

  static var isBuilt: Bool { FileManager.default.isExecutableFile(atPath: executable.path()) }

  /// Starts the command.
  ///
  /// - Parameters:
  ///   - command: another program that starts the command: its path, and its arguments before
  ///     `arguments`.
  ///   - variables: environment variables beside those of these tests.
  init(
    _ arguments: [String], by command: [String] = [executable.path()],
    variables: [String: String] = [:]
  ) throws {
    process.executableURL = URL(filePath: command[0])
    process.arguments = command.dropFirst() + arguments
    // Tests store nothing in their user's folder.
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["XDG_STATE_HOME": "/nonexistent", "XDG_CONFIG_HOME": "/nonexistent"]) { $1 }
      .merging(variables) { $1 }
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errorOutput
    try process.run()
    DispatchQueue.global().asyncAfter(deadline: .now() + 60) { [weak process] in
      process?.terminate()
    }
  }

  func write(_ text: String) { input.fileHandleForWriting.write(Data(text.utf8)) }

  func endInput() { try? input.fileHandleForWriting.close() }

  func readLine() -> String { Self.readLine(from: output) }

  /// The next line on standard error.
  func readErrorLine() -> String { Self.readLine(from: errorOutput) }

  private static func readLine(from pipe: Pipe) -> String {
    var line: [UInt8] = []
    while let byte = pipe.fileHandleForReading.readData(ofLength: 1).first {
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

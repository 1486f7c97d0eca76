import Foundation

/// The program gpspipe of gpsd's clients.
enum GPSPipe {
  /// The program; `nil` if it is not installed.
  static let program = ProcessInfo.processInfo.environment["PATH", default: ""]
    .split(separator: ":").map { "\($0)/gpspipe" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Runs it to its end, and returns the lines that it prints.
  static func lines(_ arguments: String...) async throws -> [Substring] {
    let (process, output) = (Process(), Pipe())
    process.executableURL = program.map { URL(fileURLWithPath: $0) }
    process.arguments = arguments
    process.standardOutput = output
    let (ends, ended) = AsyncStream.makeStream(of: Void.self)
    process.terminationHandler = { _ in ended.finish() }
    try process.run()
    for await _ in ends {}
    // Some dozen lines fit into the pipe.
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
  }
}

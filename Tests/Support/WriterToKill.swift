private import Foundation

/// The program `killed-writer`, which is built together with the tests.
package struct WriterToKill {
  private static let path = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "killed-writer").path

  /// Whether it is there.
  package static let isBuilt = FileManager.default.isExecutableFile(atPath: path)

  package let process: ChildProcess
  private let output: String

  /// Starts it.
  ///
  /// - Parameter output: the file that gets the names of what is written.
  package init(_ arguments: [String], confirmingIn output: String) throws {
    self.output = output
    process = try ChildProcess(Self.path, arguments, output: output)
  }

  /// The names of what is written for sure.
  package var confirmed: [String] {
    let text = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  /// Waits until it has written some items, or until it ended, and kills it.
  ///
  /// - Returns: whether that came to pass in time.
  package func kill(after count: Int) async -> Bool {
    let isTime = await eventually { confirmed.count >= count || !process.isRunning }
    process.kill()
    return isTime
  }
}

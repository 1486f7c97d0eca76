import Foundation

/// A simulated receiver behind a gpsd, as a process. It ends with this process, also if this process is killed.
final class ReceiverFixture {
  /// The command `locate`, named by the variable LOCATE; `nil` without one.
  static let program = ProcessInfo.processInfo.environment["LOCATE"]

  /// Where it serves, such as `gpsd://127.0.0.1:40123`.
  let endpoint: String
  private let process = Process()
  /// A pipe, which needs no socket.
  private let control: String

  init(_ arguments: String...) throws {
    control = NSTemporaryDirectory() + UUID().uuidString
    mkfifo(control, 0o600)
    let messages = Pipe()
    process.executableURL = Self.program.map { URL(fileURLWithPath: $0) }
    process.arguments =
      ["simulate"] + arguments
      + ["--serve", "gpsd://127.0.0.1:0", "--with-parent", "--control", control]
    process.standardError = messages
    try process.run()
    var lines = ""
    while !lines.contains("obeying"), case let bytes = messages.fileHandleForReading.availableData,
      !bytes.isEmpty
    {
      lines += String(decoding: bytes, as: UTF8.self)
    }
    endpoint = String(lines.prefix { $0 != "\n" }.dropFirst("serving ".count))
  }

  /// Sends a command, such as `lose 10s`.
  func tell(_ command: String) throws {
    let pipe = try FileHandle(forWritingTo: URL(fileURLWithPath: control))
    try pipe.write(contentsOf: Data("\(command)\n".utf8))
    try pipe.close()
  }

  deinit {
    process.terminate()
    unlink(control)
  }
}

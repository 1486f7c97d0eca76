import Foundation
import TestSupport

@testable import LocateCommands

/// A command with `--serve` that runs during a test.
struct ServingRun {
  var test = WireEnvironment()

  /// Runs the command until `body` returns, and then interrupts it.
  ///
  /// - Parameters:
  ///   - arguments: the arguments before `--serve URL` for each of `endpoints`.
  ///   - body: gets the announced endpoints without `serving `.
  /// - Returns: the exit code and the result of `body`.
  func run<Value: Sendable>(
    _ arguments: [String], serving endpoints: [String],
    _ body: @escaping @Sendable ([String]) async throws -> Value
  ) async throws -> (code: Int32, value: Value) {
    let test = test
    let arguments = arguments + endpoints.flatMap { ["--serve", $0] }
    let command = Task { await test.run(arguments) }
    defer { command.cancel() }
    await withTaskCancellationHandler {
      await test.errors.written(endpoints.count)
    } onCancel: {
      command.cancel()
    }
    let served = test.errors.lines.map { String($0.dropFirst("serving ".count)) }
    let value = try await body(served)
    command.cancel()
    return (await command.value, value)
  }
}

/// The port at the end of an announced endpoint.
func port(of served: String) throws -> UInt16 {
  guard let port = served.split(separator: ":").last.flatMap({ UInt16($0) }) else {
    throw CocoaError(.coderInvalidValue)
  }
  return port
}

/// The location of a file in `Fixtures`.
func fixture(_ name: String) -> URL {
  URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures").appending(path: name)
}

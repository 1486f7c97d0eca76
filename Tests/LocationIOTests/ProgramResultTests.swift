import Foundation
import LocationCore
import LocationIO
import TestSupport
import TestTurns
import Testing

@Suite(.inTurn)
struct ProgramResultTests {
  func run(_ script: String, timeout: Duration = .seconds(60)) async throws -> ProgramResult {
    try await ProgramResult.run("/bin/sh", ["-c", script], timeout: timeout)
  }

  func failure(_ body: () async throws -> ProgramResult) async -> UserLocationError? {
    do {
      _ = try await body()
      return nil
    } catch {
      return error as? UserLocationError
    }
  }

  @Test func outputErrorsAndStatusAreReturned() async throws {
    let result = try await run("echo out; echo error >&2; exit 3")
    #expect(result.text == "out\nerror\n")
    #expect(result.status == 3)
  }

  @Test func aProgramGetsItsArgumentsAndNoInput() async throws {
    let result = try await ProgramResult.run(
      "/bin/sh", ["-c", "cat; echo \"$1\"", "sh", "$HOME; a  b"], timeout: .seconds(60))
    #expect(result.text == "$HOME; a  b\n")
  }

  @Test func aSignalIsNoStatus() async throws {
    #expect(try await run("kill -9 $$").status == nil)
  }

  @Test func aProgramThatTakesTooLongIsKilled() async throws {
    let error = await failure {
      try await run("echo $$; exec sleep 1000", timeout: .milliseconds(50))
    }
    #expect(error?.code == .sourceUnavailable)
    #expect(error?.detail == "it took too long")
  }

  @Test func aProgramThatClosedItsOutputIsStillLimited() async throws {
    let error = await failure {
      try await run("exec >/dev/null 2>&1; exec sleep 1000", timeout: .milliseconds(100))
    }
    #expect(error?.code == .sourceUnavailable)
  }

  @Test func aProgramThatPrintsWithoutEndIsKilled() async throws {
    let error = await failure { try await run("exec yes") }
    #expect(error?.detail == "it printed too much")
  }

  @Test func cancellationKillsTheProgram() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.path("id")
    #expect(mkfifo(path, 0o600) == 0)
    let task = Task { await failure { try await run("echo $$ > '\(path)'; exec sleep 1000") } }
    // Reading a named pipe waits for its writer.
    let bytes = try await onThread { try? FileContents.read(path, limit: 100) }
    let id = try #require(Int32(String(decoding: bytes ?? [], as: UTF8.self).dropLast()))
    task.cancel()
    #expect(await task.value?.code == .cancelled)
    #expect(kill(id, 0) != 0)
  }

  @Test func aMissingProgramIsAnError() async {
    let error = await failure {
      try await ProgramResult.run("/nowhere/iw", [], timeout: .seconds(60))
    }
    #expect(error?.code == .sourceUnavailable)
    #expect(error?.detail.contains("no such file") == true)
  }
}

package import LocationCore
import LocationPOSIX

/// What a program printed, and how it ended.
package struct ProgramResult: Hashable, Sendable {
  /// The exit status; `nil` if a signal ended the program.
  package let status: Int32?
  /// Its standard output and standard error, in the order in which they were written.
  package let text: String

  /// The largest output in bytes.
  private static let limit = 4_000_000

  /// Runs a program, without a shell and without input, and waits for its end on a thread of its own.
  ///
  /// It is killed when it takes too long or prints too much, and when the caller's task is canceled.
  ///
  /// - Parameters:
  ///   - path: the path of the program.
  ///   - arguments: its arguments.
  ///   - timeout: how long it may run.
  /// - Throws: `.sourceUnavailable` if it can not be started, takes too long or prints too much;
  ///   `.cancelled`.
  package static func run(
    _ path: String, _ arguments: [String], timeout: Duration
  ) async throws(UserLocationError) -> ProgramResult {
    let wake: WakeChannel
    do throws(SystemError) {
      wake = try WakeChannel()
    } catch {
      throw failure(path, error.description, error)
    }
    return try await DedicatedThread.run {
      Result { () throws(UserLocationError) in
        try finish(path, arguments, Deadline(after: timeout), wake)
      }
    } onCancel: {
      wake.signal()
    } withoutThread: { error in
      .failure(failure(path, error.description, error))
    }
    .get()
  }

  private static func finish(
    _ path: String, _ arguments: [String], _ deadline: Deadline, _ wake: WakeChannel
  ) throws(UserLocationError) -> ProgramResult {
    let child: Child
    do throws(SystemError) {
      child = try Child(path, arguments)
    } catch {
      throw failure(path, "it can not be started: \(error.clause)", error)
    }
    var output: [UInt8] = []
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
    defer { room.deallocate() }
    while true {
      guard try wake.wait(for: child.output.number, until: deadline) != nil else {
        throw failure(path, "it took too long")
      }
      let count: Int?
      do throws(SystemError) {
        count = try Descriptor.read(child.output.number, into: room)
      } catch {
        throw failure(path, error.description, error)
      }
      if count == 0 { break }
      output.append(contentsOf: room[..<(count ?? 0)])
      if output.count > limit { throw failure(path, "it printed too much") }
    }
    // It may close its output some time before it ends.
    while !child.hasEnded {
      if deadline.isPassed { throw failure(path, "it took too long") }
      _ = try wake.wait(for: -1, until: Deadline(after: .milliseconds(2)))
    }
    return ProgramResult(status: child.status, text: String(decoding: output, as: UTF8.self))
  }

  private static func failure(
    _ path: String, _ detail: String, _ cause: SystemError? = nil
  ) -> UserLocationError {
    UserLocationError(.sourceUnavailable, source: path, detail: detail, cause: cause)
  }
}

/// A process that this one started. It is killed when the object is released.
private final class Child {
  private let id: pid_t
  /// The reading end of its standard output and standard error.
  let output: OwnedDescriptor
  private(set) var hasEndedBefore = false
  /// The exit status after the end; `nil` if a signal ended it.
  private(set) var status: Int32?

  init(_ path: String, _ arguments: [String]) throws(SystemError) {
    // The child's standard output is a copy that is not close-on-exec.
    let childsEnd: OwnedDescriptor
    (output, childsEnd) = try OwnedDescriptor.pair()
    id = try ProgramStart.start(
      [path] + arguments, input: nil,
      outputs: (standard: childsEnd.number, error: childsEnd.number), hasOwnGroup: false)
  }

  deinit {
    guard !hasEnded else { return }
    kill(id, SIGKILL)
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
  }

  var hasEnded: Bool {
    if hasEndedBefore { return true }
    var code: Int32 = 0
    let waited = waitpid(id, &code, WNOHANG)
    if waited == id {
      status = code & 0x7F == 0 ? code >> 8 & 0xFF : nil
      hasEndedBefore = true
    } else if waited < 0, errno != EINTR {
      hasEndedBefore = true  // Another part of the program waited for it.
    }
    return hasEndedBefore
  }
}

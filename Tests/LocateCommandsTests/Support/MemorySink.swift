import Synchronization

@testable import LocateCommands

/// Output in memory. It can pretend to be a terminal, and can fail.
final class MemorySink: OutputFile {
  private struct State {
    var bytes: [UInt8] = []
    var writes = 0
    var isCommitted = false
    var isDiscarded = false
    var observers: [(writes: Int, continuation: AsyncStream<Void>.Continuation)] = []
  }

  let terminalWidth: Int?
  private let failure: (after: Int, error: OutputError)?
  private let state = Mutex(State())

  /// - Parameter failure: the number of successful writes, and the error of all later ones.
  init(terminalWidth: Int? = nil, failure: (after: Int, error: OutputError)? = nil) {
    self.terminalWidth = terminalWidth
    self.failure = failure
  }

  var text: String { state.withLock { String(decoding: $0.bytes, as: UTF8.self) } }
  var lines: [String] { text.split(separator: "\n").map(String.init) }
  var writes: Int { state.withLock { $0.writes } }
  var isCommitted: Bool { state.withLock { $0.isCommitted } }
  var isDiscarded: Bool { state.withLock { $0.isDiscarded } }

  /// Returns when the total number of writes is `count`, or when the task is canceled.
  func written(_ count: Int) async {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let isThere = state.withLock { state in
      if state.writes >= count { return true }
      state.observers.append((count, continuation))
      return false
    }
    if isThere { return }
    for await _ in stream {}
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
    let (isBroken, observers) = state.withLock { state in
      state.writes += 1
      let isBroken = failure.map { state.writes > $0.after } ?? false
      if !isBroken { state.bytes += bytes }
      let observers = state.observers.filter { $0.writes <= state.writes }
      state.observers.removeAll { $0.writes <= state.writes }
      return (isBroken, observers)
    }
    for observer in observers { observer.continuation.finish() }
    if isBroken, let failure { throw failure.error }
  }

  func commit() { state.withLock { $0.isCommitted = true } }

  func discard() { state.withLock { $0.isDiscarded = !$0.isCommitted } }
}

/// Files in memory.
final class MemoryFiles: Sendable {
  private let files = Mutex<[String: MemorySink]>([:])

  func create(_ path: String) -> MemorySink {
    files.withLock { files in
      let file = MemorySink()
      files[path] = file
      return file
    }
  }

  /// The text of each complete file.
  var texts: [String: String] {
    files.withLock { $0.filter(\.value.isCommitted).mapValues(\.text) }
  }

  /// The number of lines of each complete file.
  var lines: [String: Int] {
    files.withLock { $0.filter(\.value.isCommitted).mapValues(\.lineCount) }
  }
}

extension MemorySink {
  /// The number of lines. The lines of CSV end with a carriage return and a line feed.
  var lineCount: Int { text.utf8.count { $0 == UInt8(ascii: "\n") } }
}

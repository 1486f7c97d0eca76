import Foundation
import LocationCore
import LocationIO
import Synchronization

@testable import NMEALocation

/// A source that follows a script of the test and does not wait. Before the first step the line is quiet for a
/// moment, unless that step is ``Step/joined``.
final class ScriptedByteSource: ByteSource {
  enum Step: Sendable, Equatable {
    /// The stream begins in the middle of what the receiver sends.
    case joined
    case bytes(String)
    /// The read times out.
    case silence
    case end
    case failure(UserLocationError.Code)
    /// The read blocks until the stream is closed. The end of a script does the same.
    case block
  }

  private struct State {
    var openings: [Result<[Step], UserLocationError>]
    var opened = 0
    var open = 0
    var timeouts: [Duration?] = []
  }

  let name = "test:receiver"
  let isLive = true
  let authorizationStatus: AuthorizationStatus
  var authorizationRefusal: String? { authorizationStatus.isRefused ? "ask the captain" : nil }
  private let state: Mutex<State>

  /// The n-th stream follows the n-th script. Streams without a script block.
  init(
    _ openings: Result<[Step], UserLocationError>...,
    status: AuthorizationStatus = .authorizedAlways
  ) {
    state = Mutex(State(openings: openings))
    authorizationStatus = status
  }

  /// The number of opened streams.
  var openedCount: Int { state.withLock { $0.opened } }
  /// The number of streams that are open now.
  var openCount: Int { state.withLock { $0.open } }
  /// The timeouts of all reads so far.
  var timeouts: [Duration?] { state.withLock { $0.timeouts } }

  func open() throws(UserLocationError) -> any ByteStream {
    let script = state.withLock { state in
      let script = state.openings.isEmpty ? .success([]) : state.openings.removeFirst()
      state.opened += 1
      if case .success = script { state.open += 1 }
      return script
    }
    return ScriptedByteStream(try script.get(), of: self)
  }

  fileprivate func noteRead(_ timeout: Duration?) { state.withLock { $0.timeouts.append(timeout) } }
  fileprivate func noteClose() { state.withLock { $0.open -= 1 } }
}

private final class ScriptedByteStream: ByteStream {
  private let source: ScriptedByteSource
  private let steps: Mutex<[ScriptedByteSource.Step]>
  private let isQuietAtFirst: Atomic<Bool>
  private let isClosed = Mutex(false)
  private let closing = DispatchSemaphore(value: 0)

  init(_ steps: [ScriptedByteSource.Step], of source: ScriptedByteSource) {
    self.source = source
    let isJoined = steps.first == .joined
    self.steps = Mutex(isJoined ? Array(steps.dropFirst()) : steps)
    isQuietAtFirst = Atomic(!isJoined)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(UserLocationError) -> Int {
    try read(into: buffer, timeout: nil) ?? 0
  }

  func read(
    into buffer: UnsafeMutableRawBufferPointer, timeout: Duration?
  ) throws(UserLocationError) -> Int? {
    if let timeout, timeout < .seconds(1),
      isQuietAtFirst.exchange(false, ordering: .relaxed)
    {
      return nil
    }
    source.noteRead(timeout)
    if isClosed.withLock({ $0 }) { throw .cancelled }
    switch steps.withLock({ $0.isEmpty ? .block : $0.removeFirst() }) {
    case .bytes(let text):
      buffer.copyBytes(from: text.utf8)
      return text.utf8.count
    case .silence, .joined: return nil
    case .end: return 0
    case .failure(let code): throw UserLocationError(code, source: source.name)
    case .block:
      closing.wait()
      closing.signal()
      throw .cancelled
    }
  }

  func close() {
    let isFirst = isClosed.withLock { isClosed in
      defer { isClosed = true }
      return !isClosed
    }
    guard isFirst else { return }
    source.noteClose()
    closing.signal()
  }
}

extension LocationUpdate {
  var fix: Fix? { if case .fix(let fix) = self { fix } else { nil } }
  var loss: FixLoss? { if case .fixLost(let loss) = self { loss } else { nil } }
}

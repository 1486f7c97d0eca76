import LocationCore
import LocationIO
import LocationSimulation
import NMEALocation
import Synchronization

/// The bytes of a simulated receiver, as if they were a recorded file.
package struct SimulatedByteSource: ByteSource {
  package let receiver: SimulatedReceiver
  /// The track time after which the bytes end; `nil` for no limit.
  package let limit: Duration?
  package let name: String

  package var isLive: Bool { false }

  package func open() throws(UserLocationError) -> any ByteStream {
    SimulatedByteStream(receiver, limit: limit)
  }
}

/// Runs the receiver as fast as its bytes are read.
private final class SimulatedByteStream: ByteStream {
  private struct State {
    var receiver: SimulatedReceiver
    /// The bytes of the last step that were not read yet.
    var pending: ArraySlice<UInt8> = []
    var isOver = false
  }

  private let limit: Duration?
  private let state: Mutex<State>
  private let isClosed = Atomic(false)

  init(_ receiver: SimulatedReceiver, limit: Duration?) {
    self.limit = limit
    state = Mutex(State(receiver: receiver))
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(UserLocationError) -> Int {
    let result = state.withLock { state -> Result<Int, UserLocationError> in
      while state.pending.isEmpty, !state.isOver {
        if isClosed.load(ordering: .relaxed) { return .failure(.cancelled) }
        guard let step = state.receiver.next(), limit.map({ step.offset < $0 }) ?? true else {
          state.isOver = true
          if let ending = state.receiver.ending { return .failure(ending) }
          break
        }
        state.pending = step.bytes[...]
      }
      if isClosed.load(ordering: .relaxed) { return .failure(.cancelled) }
      let count = min(buffer.count, state.pending.count)
      buffer.copyBytes(from: state.pending.prefix(count))
      state.pending = state.pending.dropFirst(count)
      return .success(count)
    }
    return try result.get()
  }

  func close() { isClosed.store(true, ordering: .relaxed) }
}

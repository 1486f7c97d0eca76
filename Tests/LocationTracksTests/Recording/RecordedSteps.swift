import LocationIO
import LocationPOSIX
import Synchronization

/// A file in memory that remembers every change and every sync.
final class RecordedSteps: WritableFile {
  enum Step: Hashable, Sendable {
    case write([UInt8], at: Int)
    case truncate(to: Int)
    case sync
    /// So many updates were recorded before.
    case recorded(Int)
  }

  private struct State {
    var content: [UInt8]
    var steps: [Step] = []
    var room = Int.max
  }

  private let state: Mutex<State>

  init(_ content: [UInt8]) { state = Mutex(State(content: content)) }

  var content: [UInt8] { state.withLock { $0.content } }
  var steps: [Step] { state.withLock { $0.steps } }

  /// The largest size of the file; a write beyond it fails as on a full disk.
  func limit(to room: Int) { state.withLock { $0.room = room } }

  func note(_ step: Step) { state.withLock { $0.steps.append(step) } }

  func size() -> Int { content.count }

  func read(_ count: Int, at offset: Int) -> [UInt8] { Array(content[offset...].prefix(count)) }

  func write(_ bytes: [UInt8], at offset: Int) throws(SystemError) {
    let isWhole = state.withLock { state in
      let bytes = Array(bytes.prefix(max(0, state.room - offset)))
      Self.apply(.write(bytes, at: offset), to: &state.content)
      state.steps.append(.write(bytes, at: offset))
      return bytes.count
    }
    if isWhole < bytes.count { throw SystemError("write", ENOSPC) }
  }

  func truncate(to size: Int) {
    state.withLock { state in
      Self.apply(.truncate(to: size), to: &state.content)
      state.steps.append(.truncate(to: size))
    }
  }

  func sync() { note(.sync) }

  /// Changes a file as a step does.
  static func apply(_ step: Step, to content: inout [UInt8]) {
    switch step {
    case .write(let bytes, let offset):
      if content.count < offset + bytes.count {
        content += [UInt8](repeating: 0, count: offset + bytes.count - content.count)
      }
      content.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    case .truncate(let size): content.removeLast(content.count - size)
    case .sync, .recorded: break
    }
  }
}

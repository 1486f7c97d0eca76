import LocationCore
import Synchronization

@testable import LocateCommands

/// A terminal of a test.
final class ViewTerminalMock: ViewTerminal {
  private struct State {
    var screen: VirtualScreen
    var size: ViewSize
    var begins = 0
    var ends = 0
  }

  let usesColor = false
  let inputs: AsyncStream<ViewInput>
  private let input: AsyncStream<ViewInput>.Continuation
  private let state: Mutex<State>

  init(columns: Int = 80, rows: Int = 24) {
    let size = ViewSize(columns: columns, rows: rows)
    state = Mutex(State(screen: VirtualScreen(size), size: size))
    (inputs, input) = AsyncStream.makeStream()
  }

  var size: ViewSize { state.withLock { $0.size } }
  var lines: [String] { state.withLock { $0.screen.lines } }
  /// Whether the screen was taken, and given back once.
  var isRestored: Bool { state.withLock { $0.begins == 1 && $0.ends == 1 } }

  func begin() { state.withLock { $0.begins += 1 } }
  func end() { state.withLock { $0.ends += 1 } }

  func write(_ bytes: [UInt8]) { state.withLock { $0.screen.write(bytes) } }

  func send(_ value: ViewInput) { input.yield(value) }

  func press(_ character: Character) { send(.key(.character(character))) }

  func resize(columns: Int, rows: Int) {
    state.withLock { state in
      state.size = ViewSize(columns: columns, rows: rows)
      state.screen = VirtualScreen(state.size)
    }
    send(.resized)
  }
}

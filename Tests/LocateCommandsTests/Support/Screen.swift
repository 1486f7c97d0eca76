import Synchronization

@testable import LocateCommands

/// A terminal with one screen for standard output and standard error. It understands carriage return, new
/// line and "erase to the end of the line", and wraps lines at its width.
final class Screen: OutputSink {
  private struct State {
    var lines: [[Character]] = [[]]
    var column = 0
    var writes = 0
  }

  let terminalWidth: Int?
  private let state = Mutex(State())

  init(width: Int) { terminalWidth = width }

  /// The lines without spaces at their ends, and without empty lines at the end.
  var lines: [String] {
    var lines = state.withLock { $0.lines.map { String($0).trimmingSuffix(" ") } }
    while lines.last == "" { lines.removeLast() }
    return lines
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
    var text = Substring(String(decoding: bytes, as: UTF8.self))
    state.withLock { state in
      state.writes += 1
      while !text.isEmpty {
        if text.hasPrefix("\u{1B}[K") {
          text.removeFirst(3)
          state.lines[state.lines.count - 1].removeSubrange(state.column...)
        } else {
          put(text.unicodeScalars.removeFirst(), &state)
        }
      }
    }
  }

  private func put(_ scalar: Unicode.Scalar, _ state: inout State) {
    switch scalar {
    case "\r": state.column = 0
    case "\n":
      state.lines.append([])
      state.column = 0
    default:
      if state.column == terminalWidth {
        state.lines.append([])
        state.column = 0
      }
      let last = state.lines.count - 1
      if state.column < state.lines[last].count {
        state.lines[last][state.column] = Character(scalar)
      } else {
        state.lines[last].append(Character(scalar))
      }
      state.column += 1
    }
  }
}

extension String {
  fileprivate func trimmingSuffix(_ character: Character) -> String {
    var text = self[...]
    while text.last == character { text.removeLast() }
    return String(text)
  }
}

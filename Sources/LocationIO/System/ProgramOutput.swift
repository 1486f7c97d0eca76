import LocationPOSIX
import Synchronization

/// Passes on what a program prints to this process's standard error, up to a limit: a program that prints without an end
/// must not fill the disk with the log.
final class ProgramOutput: Sendable {
  private struct State {
    var left: Int
    var isOver = false
  }

  private let reading: OwnedDescriptor
  private let state: Mutex<State>

  private init(_ reading: OwnedDescriptor, limit: Int) {
    self.reading = reading
    state = Mutex(State(left: limit))
  }

  /// Starts to pass on what is written to the second value, until all its copies are closed.
  ///
  /// - Parameter limit: how many bytes are passed on.
  static func start(limit: Int) throws(SystemError) -> (ProgramOutput, OwnedDescriptor) {
    // A socket would not be enough: scripts open /dev/stderr.
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .last("pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    let (reading, writing) = (OwnedDescriptor(ends[0]), OwnedDescriptor(ends[1]))
    let output = ProgramOutput(reading, limit: limit)
    try DedicatedThread.start { output.run() }
    return (output, writing)
  }

  /// Waits until everything that was written so far is passed on. Programs that the program started may write later.
  func settle() {
    let deadline = Deadline(after: .seconds(5))
    while !state.withLock({ $0.isOver || !isReadable(milliseconds: 0) }), !deadline.isPassed {
      poll(nil, 0, 1)
    }
  }

  private func run() {
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 16_384, alignment: 16)
    defer { room.deallocate() }
    while !state.withLock({ $0.isOver }) {
      if isReadable(milliseconds: -1) { state.withLock { pass(room, &$0) } }
    }
  }

  private func pass(_ room: UnsafeMutableRawBufferPointer, _ state: inout State) {
    let count = read(reading.number, room.baseAddress, room.count)
    guard count > 0 else {
      state.isOver = count == 0 || ![EINTR, EAGAIN].contains(errno)
      return
    }
    guard state.left > 0 else { return }
    let passed = min(count, state.left)
    state.left -= passed
    try? Descriptor.write(STDERR_FILENO, UnsafeRawBufferPointer(rebasing: room[..<passed]))
    guard state.left == 0 else { return }
    let note = Array("\n(the rest of this program's output is left out)\n".utf8)
    try? note.withBytes { bytes throws(SystemError) in try Descriptor.write(STDERR_FILENO, bytes) }
  }

  private func isReadable(milliseconds: Int32) -> Bool {
    var request = pollfd(fd: reading.number, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, milliseconds) > 0
  }
}

import LocationIO
import LocationPOSIX
import LocationText

/// The work of the thread of a ``ControlChannel``.
final class ControlLoop {
  /// More clients wait until one leaves.
  private static let clientLimit = 16

  private let wake: WakeChannel
  private let listener: SocketFile?
  private let answer: (String) -> String
  private let complain: (String) -> Void
  private var clients: [ControlClient]
  /// The system had no descriptor for a client. Until this deadline none is accepted.
  private var acceptPause: Deadline?

  init(
    _ wake: WakeChannel, _ listener: SocketFile?, pipe: OwnedDescriptor?,
    answer: @escaping (String) -> String, complain: @escaping (String) -> Void
  ) {
    self.wake = wake
    self.listener = listener
    self.answer = answer
    self.complain = complain
    clients = pipe.map { [ControlClient($0, isPipe: true)] } ?? []
  }

  /// Serves until the end of the channel.
  func run(_ phase: () -> ControlChannel.Phase) {
    while true {
      // The phase is read after the signals, so that no change is missed.
      wake.takeSignals()
      switch phase() {
      case .ended: return
      case .waiting: wait(for: [])
      case .obeying: serveOnce()
      }
    }
  }

  private func serveOnce() {
    if acceptPause?.isPassed == true { acceptPause = nil }
    let isFull = clients.count >= Self.clientLimit || acceptPause != nil
    let callers = isFull ? nil : listener
    var events = wait(
      for: clients.map(\.descriptor.number) + (callers.map { [$0.descriptor] } ?? []))[...]
    for client in clients where events.popFirst() ?? 0 != 0 { client.hear(perform) }
    clients.removeAll { $0.isOver }
    guard let callers, events.popFirst() ?? 0 != 0 else { return }
    do throws(SystemError) {
      if let client = try Descriptor.accept(from: callers.descriptor) {
        clients.append(ControlClient(try OwnedDescriptor(client, from: "accept"), isPipe: false))
      }
    } catch {
      acceptPause = Deadline(after: .milliseconds(100))
    }
  }

  /// Waits for bytes or a signal. Returns what happened to each descriptor.
  @discardableResult
  private func wait(for descriptors: [Int32]) -> [Int16] {
    var polled = ([wake.receiver] + descriptors).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let timeout = (acceptPause ?? Deadline(after: nil)).milliseconds
    guard poll(&polled, nfds_t(polled.count), timeout) > 0 else { return [] }
    return polled.dropFirst().map(\.revents)
  }

  private func perform(_ line: String, of client: ControlClient) {
    let answer = answer(line)
    if !client.isPipe { client.send(answer) } else if answer != "ok" { complain(answer) }
  }
}

/// A program that sends commands.
final class ControlClient {
  /// The longest line of a command in bytes.
  private static let lineLimit = 200

  let descriptor: OwnedDescriptor
  let isPipe: Bool
  /// The client has sent everything, or does not read its answers.
  private(set) var isOver = false
  private var lines = LineSplitter(limit: lineLimit)

  init(_ descriptor: OwnedDescriptor, isPipe: Bool) {
    self.descriptor = descriptor
    self.isPipe = isPipe
  }

  /// Reads the bytes that have arrived, and performs each complete line. At the end of the input, the last line may
  /// lack its line end.
  func hear(_ perform: (String, ControlClient) -> Void) {
    withUnsafeTemporaryAllocation(byteCount: 512, alignment: 1) { room in
      do throws(SystemError) {
        guard let count = try Descriptor.read(descriptor.number, into: room) else { return }
        isOver = count == 0
        if isOver { room[0] = UInt8(ascii: "\n") }
        lines.split(UnsafeRawBufferPointer(rebasing: room[..<max(1, count)])) { line in
          switch line {
          case .whole(let bytes): perform(String(decoding: bytes, as: UTF8.self), self)
          case .tooLong(let bytes):
            perform(String(decoding: bytes.prefix(20), as: UTF8.self) + "…", self)
          }
        }
      } catch {
        isOver = true
      }
    }
  }

  /// Sends an answer. A client that reads none is not waited for.
  func send(_ answer: String) {
    let bytes = Array((answer + "\n").utf8)
    let count = LocationPOSIX.send(descriptor.number, bytes, bytes.count, Descriptor.sendFlags)
    if count < bytes.count { isOver = true }
  }
}

import LocationCore
import LocationIO
import Synchronization

/// A gpsd for a `SharedReader`. Each stream is one ``GPSDConnection``, whose counters and server can be
/// read at any time.
final class GPSDSource: ReadableSource {
  /// Makes a stream, which connects in its first read.
  typealias Connect = @Sendable () throws(UserLocationError) -> any ByteStream

  private struct State {
    var counters = GPSDCounters()
    var server: GPSDServer?
    var refusal: String?
  }

  let name: String
  private let device: String?
  private let connect: Connect
  private let greetingTimeout: Duration
  private let silence: Duration
  private let advice: String?
  private let log: GPSDLog
  private let clock: any LocationClock
  private let memory = LastFixTimes()
  private let state = Mutex(State())

  /// Makes a source. Nothing is connected yet.
  init(
    name: String, device: String?, connect: @escaping Connect, greetingTimeout: Duration,
    silence: Duration, advice: String?, log: GPSDLog,
    clock: any LocationClock
  ) {
    self.name = name
    self.device = device
    self.connect = connect
    self.greetingTimeout = greetingTimeout
    self.silence = silence
    self.advice = advice
    self.log = log
    self.clock = clock
  }

  /// What was received through the last connection.
  var counters: GPSDCounters { state.withLock { $0.counters } }

  /// What gpsd reported about itself; `nil` while it is not connected.
  var server: GPSDServer? { state.withLock { $0.server } }

  /// Why the system refused the last attempt to connect; `nil` if it did not refuse it.
  var refusal: String? { state.withLock { $0.refusal } }

  // MARK: For the reader

  func open() throws(UserLocationError) -> any ByteStream { try connect() }

  func close(_ stream: any ByteStream) { stream.close() }

  func read(
    _ stream: any ByteStream, telling listeners: SharedListeners
  ) throws(UserLocationError) -> UserLocationError? {
    let watch = SilenceWatch(limit: silence, clock: clock) { [device, clock] silent in
      listeners.notify(self.loss(.silent, of: silent ?? device).received(at: clock.date))
    }
    var session = GPSDConnection(
      source: name, device: device, log: log, watch: watch, memory: memory,
      interests: { listeners.interests })
    defer {
      watch.stop()
      session.finish()
      let counters = session.counters
      state.withLock {
        if counters.bytes > 0 { $0.counters = counters }
        $0.server = nil
      }
    }
    do throws(UserLocationError) {
      try run(&session, stream, watch, listeners)
    } catch {
      if error.code == .cancelled {
        log.closed(session.counters)
        throw error
      }
      log.ended(session.counters)
      note(error)
      // A server that is not gpsd may end the connection in any way.
      let isStrange = !session.isGreeted && session.counters.bytes > 0
      throw isStrange && error.code == .sourceUnavailable ? session.strangeness : advised(error)
    }
  }

  private func note(_ error: UserLocationError) {
    state.withLock { $0.refusal = error.code == .notAuthorized ? error.detail : nil }
  }

  /// Adds how to start gpsd if it does not run, or what broke if it did.
  private func advised(_ error: UserLocationError) -> UserLocationError {
    guard let cause = error.cause as? SystemError else { return error }
    var advised = error
    switch cause.call {
    case "connect" where cause.isConnectionRefused:
      advised.detail =
        "no gpsd runs there: connection refused; "
        + "start it with 'sudo systemctl start gpsd' or 'gpsd -N DEVICE'"
        + (advice.map { "; \($0)" } ?? "")
    case "read": advised.detail = "the connection to gpsd broke: \(cause.message)"
    default: break
    }
    return advised
  }

  /// Checks whether the connection is allowed. It ends when the caller's task is cancelled.
  func tryAgain() async {
    guard let stream = try? connect() else { return }
    await DedicatedThread.run {
      self.attempt(stream)
    } onCancel: {
      stream.close()
    } withoutThread: { _ in
    }
    stream.close()
  }

  private func attempt(_ stream: any ByteStream) {
    withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { buffer in
      do throws(UserLocationError) {
        _ = try stream.read(into: buffer, timeout: .zero)
        state.withLock { $0.refusal = nil }
      } catch {
        if error.code != .cancelled { note(error) }
      }
    }
  }

  func outage() -> LocationUpdate { loss(.disconnected, of: nil).received(at: clock.date) }

  // MARK: One connection

  private func run(
    _ session: inout GPSDConnection, _ stream: any ByteStream, _ watch: SilenceWatch,
    _ listeners: SharedListeners
  ) throws(UserLocationError) -> Never {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16384, alignment: 16)
    defer { buffer.deallocate() }
    var shown = 0
    while true {
      let timeout = session.isGreeted ? nil : greetingTimeout
      guard let count = try stream.read(into: buffer, timeout: timeout) else {
        throw unavailable(
          "it takes the connection, but says nothing within \(greetingTimeout.words); is it gpsd?")
      }
      guard count > 0 else {
        if let reason = session.refusal { throw unavailable("gpsd refuses: \(reason)") }
        throw unavailable(
          session.counters.bytes > 0
            ? "the connection to gpsd broke: it was stopped, or went away"
            : "it closed the connection before it said anything; is it gpsd?")
      }
      let time = watch.now
      var hasTold = false
      try session.receive(
        UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: clock.date, time
      ) { update, session in
        show(session, &shown)
        if !hasTold { watch.pause(at: time) }
        hasTold = true
        listeners.tell([update])
      }
      if hasTold {
        watch.resume()
      } else if session.isGreeted {
        listeners.tell([])
      }
      show(session, &shown)
    }
  }

  /// Publishes the counters of a connection, and its server if it changed since the edition that was
  /// `shown` last.
  private func show(_ session: borrowing GPSDConnection, _ shown: inout Int) {
    let counters = session.counters
    let server = session.edition == shown ? nil : session.server
    shown = session.edition
    state.withLock { state in
      (state.counters, state.refusal) = (counters, nil)
      if let server { state.server = server }
    }
  }

  private func loss(_ reason: FixLoss.Reason, of device: String?) -> LocationUpdate {
    .fixLost(FixLoss(reason: reason, source: FixSource(kind: .live, name: name, device: device)))
  }

  private func unavailable(_ detail: String) -> UserLocationError {
    UserLocationError(.sourceUnavailable, source: name, detail: detail)
  }
}

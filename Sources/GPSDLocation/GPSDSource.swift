import LocationCore
import LocationIO
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The bytes of a connection to gpsd.
protocol GPSDStream: Sendable {
  /// Reads once it has connected; see `WakeableStream`.
  func read(
    into buffer: UnsafeMutableRawBufferPointer, timeout: Duration?
  ) throws(UserLocationError) -> Int?

  /// Ends it, from any thread.
  func close()
}

extension WakeableStream: GPSDStream {}

/// A gpsd as a `SharedReader` reads it: each stream is a ``GPSDSession``, and what it learns is there
/// to be looked at meanwhile.
final class GPSDSource: ReadableSource {
  /// Makes a stream, which connects in its first read.
  typealias Connect = @Sendable () throws(UserLocationError) -> any GPSDStream

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
  private let onRetry: @Sendable (UserLocationError, Duration) -> Void
  private let clock: any Clock<Duration>
  private let now: @Sendable () -> Date
  private let memory = FixMemory()
  private let state = Mutex(State())

  /// Makes a source. Nothing is connected yet.
  init(
    name: String, device: String?, connect: @escaping Connect, greetingTimeout: Duration,
    silence: Duration, advice: String?, log: GPSDLog,
    willRetry: @escaping @Sendable (UserLocationError, Duration) -> Void,
    clock: any Clock<Duration>, now: @escaping @Sendable () -> Date
  ) {
    self.name = name
    self.device = device
    self.connect = connect
    self.greetingTimeout = greetingTimeout
    self.silence = silence
    self.advice = advice
    self.log = log
    onRetry = willRetry
    self.clock = clock
    self.now = now
  }

  /// What came through the last connection.
  var counters: GPSDCounters { state.withLock { $0.counters } }

  /// What gpsd said of itself, as long as it is connected.
  var server: GPSDServer? { state.withLock { $0.server } }

  /// Why the system forbade the last try to connect; `nil` if it did not.
  var refusal: String? { state.withLock { $0.refusal } }

  // MARK: For the reader

  func open() throws(UserLocationError) -> any GPSDStream { try connect() }

  func close(_ stream: any GPSDStream) { stream.close() }

  func read(
    _ stream: any GPSDStream, telling listeners: SharedListeners
  ) throws(UserLocationError) -> UserLocationError? {
    let watch = SilenceWatch(limit: silence, clock: clock) { [device, now] silent in
      listeners.notify(self.loss(.silent, of: silent ?? device).received(at: now()))
    }
    var session = GPSDSession(
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
      // A stranger may end it in any way.
      let isStrange = !session.isGreeted && session.counters.bytes > 0
      throw isStrange && error.code == .sourceUnavailable ? session.strangeness : advised(error)
    }
  }

  private func note(_ error: UserLocationError) {
    state.withLock { $0.refusal = error.code == .notAuthorized ? error.detail : nil }
  }

  /// Says how to start gpsd where none runs, and what broke where one did.
  private func advised(_ error: UserLocationError) -> UserLocationError {
    guard let cause = error.cause as? SystemError else { return error }
    var advised = error
    switch (cause.call, cause.number) {
    case ("connect", ECONNREFUSED):
      advised.detail =
        "no gpsd runs there: connection refused; "
        + "start it with 'sudo systemctl start gpsd' or 'gpsd -N DEVICE'"
        + (advice.map { "; \($0)" } ?? "")
    case ("read", _): advised.detail = "the connection to gpsd broke: \(cause.message)"
    default: break
    }
    return advised
  }

  /// Tries whether the connection is allowed, and ends when the caller's task is canceled.
  func tryAgain() async {
    guard let stream = try? connect() else { return }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let work: @Sendable () -> Void = {
          self.attempt(stream)
          continuation.resume()
        }
        if (try? DedicatedThread.start(work)) == nil { continuation.resume() }
      }
    } onCancel: {
      stream.close()
    }
    stream.close()
  }

  private func attempt(_ stream: any GPSDStream) {
    withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { buffer in
      do throws(UserLocationError) {
        _ = try stream.read(into: buffer, timeout: .zero)
        state.withLock { $0.refusal = nil }
      } catch {
        if error.code != .cancelled { note(error) }
      }
    }
  }

  func outage() -> LocationUpdate { loss(.disconnected, of: nil).received(at: now()) }

  func willRetry(_ error: UserLocationError, after pause: Duration) {
    log.retrying(after: pause, because: error)
    onRetry(error, pause)
  }

  // MARK: One connection

  private func run(
    _ session: inout GPSDSession, _ stream: any GPSDStream, _ watch: SilenceWatch,
    _ listeners: SharedListeners
  ) throws(UserLocationError) -> Never {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16384, alignment: 16)
    defer { buffer.deallocate() }
    var shown = 0
    while true {
      let timeout = session.isGreeted ? nil : greetingTimeout
      guard let count = try stream.read(into: buffer, timeout: timeout) else {
        throw silentFromTheStart
      }
      guard count > 0 else { throw session.counters.bytes > 0 ? closed : closedAtOnce }
      let time = watch.now
      var hasTold = false
      try session.receive(
        UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: now(), time
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

  /// Has what a session knows be there to be looked at: the server only where it is another
  /// `edition` than was `shown`.
  private func show(_ session: borrowing GPSDSession, _ shown: inout Int) {
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

  private var closed: UserLocationError {
    UserLocationError(
      .sourceUnavailable, source: name,
      detail: "the connection to gpsd broke: it was stopped, or went away")
  }

  private var closedAtOnce: UserLocationError {
    UserLocationError(
      .sourceUnavailable, source: name,
      detail: "it closed the connection before it said anything; is it gpsd?")
  }

  private var silentFromTheStart: UserLocationError {
    UserLocationError(
      .sourceUnavailable, source: name,
      detail: "it takes the connection, but says nothing within \(greetingTimeout); is it gpsd?")
  }
}

import Synchronization

/// A connection to a broker. It is made once, and does not come back after it broke.
///
/// It needs a thread of its own, because libmosquitto looks hosts up and connects without being interruptible.
package final class MQTTConnection: Sendable {
  typealias Answer = Result<Void, MQTTError>

  /// A call of ``publish(_:)`` or ``open(_:will:)``.
  private enum Call {
    case begun
    case waiting(CheckedContinuation<Answer, Never>)
    /// It has its answer before it waits.
    case answered(Answer)
  }

  private struct State {
    var requests: [(id: Int, message: MQTTMessage)] = []
    /// The calls without an answer. The number 0 waits for the connection.
    var calls: [Int: Call] = [0: .begun]
    var lastID = 0
    var isClosing = false
    /// Why there is no connection any more.
    var end: MQTTError?
    var closers: [CheckedContinuation<Void, Never>] = []
  }

  private let settings: MQTTSettings
  private let will: MQTTMessage?
  private let topics: [String]
  private let state = Mutex(State())
  private let wake: WakeChannel

  /// Describes a connection. ``serve(_:)`` makes it.
  ///
  /// - Parameters:
  ///   - will: the message that the broker sends when the connection breaks; `nil` for none.
  ///   - topics: the topics to subscribe to, with the wildcards `+` and `#`.
  package init(
    _ settings: MQTTSettings, will: MQTTMessage? = nil, topics: [String] = []
  ) throws(MQTTError) {
    self.settings = settings
    self.will = will
    self.topics = topics
    do throws(SystemError) {
      wake = try WakeChannel()
    } catch {
      throw MQTTError(.unreachable, error.clause)
    }
  }

  /// Connects to a broker on a thread of its own.
  package static func open(
    _ settings: MQTTSettings, will: MQTTMessage? = nil
  ) async throws(MQTTError) -> MQTTConnection {
    let connection = try MQTTConnection(settings, will: will)
    do throws(SystemError) {
      try DedicatedThread.start { _ = connection.serve() }
    } catch {
      throw MQTTError(.unreachable, error.clause)
    }
    do throws(MQTTError) {
      try await connection.answer(0)
    } catch {
      connection.abandon()
      throw error
    }
    return connection
  }

  /// Connects and subscribes, and serves the connection until it is over. It is called once, and blocks.
  ///
  /// - Parameters:
  ///   - onReady: called when the broker has accepted the connection and the subscriptions.
  ///   - receive: gets the messages of the topics, on the calling thread.
  /// - Returns: why the connection is over: `.cancelled` after ``close()`` or ``abandon()``.
  package func serve(
    onReady: @escaping () -> Void = {}, _ receive: @escaping (MQTTMessage) -> Void = { _ in }
  ) -> MQTTError {
    let end: MQTTError
    do throws(MQTTError) {
      let session = try MQTTSession(
        settings, will: will, topics: topics, wake: wake, connection: self, onReady: onReady,
        receive: receive)
      end = session.run()
    } catch {
      end = error
    }
    finish(end)
    return end
  }

  /// Whether the connection is over.
  package var isOver: Bool { state.withLock { $0.end != nil } }

  /// Sends a message. It returns when the broker has it: with quality 0, when it is sent.
  package func publish(_ message: MQTTMessage) async throws(MQTTError) {
    for answer in await publish([message]) { try answer.get() }
  }

  /// Sends messages in this order. It returns when the broker has answered all of them.
  package func publish(_ messages: [MQTTMessage]) async -> [Result<Void, MQTTError>] {
    let ids = state.withLock { state in
      messages.map { message in
        state.lastID += 1
        state.calls[state.lastID] = .begun
        state.requests.append((state.lastID, message))
        return state.lastID
      }
    }
    wake.signal()
    var answers: [Result<Void, MQTTError>] = []
    for id in ids {
      do throws(MQTTError) {
        try await answer(id)
        answers.append(.success(()))
      } catch {
        answers.append(.failure(error))
      }
    }
    return answers
  }

  /// Ends the connection. The broker does not send the will. Returns when the connection is closed.
  package func close() async {
    let isOver = state.withLock { state in
      state.isClosing = true
      return state.end != nil
    }
    if isOver { return }
    wake.signal()
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if state.end == nil { state.closers.append(continuation) }
        return state.end != nil
      }
      if isOver { continuation.resume() }
    }
  }

  /// Ends the connection without waiting.
  package func abandon() {
    state.withLock { $0.isClosing = true }
    wake.signal()
  }

  // MARK: Answers

  private func answer(_ id: Int) async throws(MQTTError) {
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let known = state.withLock { state -> Answer? in
          switch state.calls.removeValue(forKey: id) {
          case .answered(let answer): return answer
          case .begun, .waiting, nil: break
          }
          if let end = state.end { return .failure(end) }
          state.calls[id] = .waiting(continuation)
          return nil
        }
        if let known { continuation.resume(returning: known) }
      }
    } onCancel: {
      give(.failure(MQTTError(.cancelled)), to: id)
    }
    try answer.get()
  }

  /// Gives a caller its answer. Later answers to the same call do nothing.
  func give(_ answer: Answer, to id: Int) {
    let continuation = state.withLock { state -> CheckedContinuation<Answer, Never>? in
      switch state.calls[id] {
      case .begun: state.calls[id] = .answered(answer)
      case .answered, nil: break
      case .waiting(let continuation):
        state.calls[id] = nil
        return continuation
      }
      return nil
    }
    continuation?.resume(returning: answer)
  }

  /// The broker accepted the connection and all subscriptions.
  func confirm() { give(.success(()), to: 0) }

  private func finish(_ end: MQTTError) {
    let (ids, closers) = state.withLock { state in
      state.end = end
      defer { state.closers = [] }
      return (Array(state.calls.keys), state.closers)
    }
    for id in ids { give(.failure(end), to: id) }
    for continuation in closers { continuation.resume() }
  }

  // MARK: The thread

  /// The messages that are not sent yet, and whether to end.
  func takeRequests() -> (messages: [(id: Int, message: MQTTMessage)], isClosing: Bool) {
    state.withLock { state in
      defer { state.requests = [] }
      return (state.requests, state.isClosing)
    }
  }
}

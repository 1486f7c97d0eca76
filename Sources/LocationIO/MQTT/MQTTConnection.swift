import LocationCore
import Synchronization

/// A connection to a broker. It is made once, and does not come back after it broke.
///
/// It needs a thread of its own, because libmosquitto looks hosts up and connects without being interruptible.
package final class MQTTConnection: Sendable {
  package typealias Answer = Result<Void, MQTTError>

  private struct State {
    var requests: [(id: Int, message: MQTTMessage)] = []
    /// The calls of ``publish(_:)`` without an answer.
    var calls: [Int: Promise<Answer>] = [:]
    var lastID = 0
    var isClosing = false
    /// Why there is no connection any more.
    var end: MQTTError?
  }

  private let settings: MQTTSettings
  private let will: MQTTMessage?
  private let topics: [String]
  private let identifier: String?
  private let state = Mutex(State())
  private let opening = Promise<Answer>()
  private let ending = Promise<Void>()
  private let wake: WakeChannel

  /// Describes a connection. ``serve(_:)`` makes it.
  ///
  /// - Parameters:
  ///   - will: the message that the broker sends when the connection breaks; `nil` for none.
  ///   - topics: the topics to subscribe to, with the wildcards `+` and `#`.
  ///   - identifier: the name under which the broker keeps the messages that come after the connection; see
  ///     ``MQTTAccess/session``.
  package init(
    _ settings: MQTTSettings, will: MQTTMessage? = nil, topics: [String] = [],
    keptAs identifier: String? = nil
  ) throws(MQTTError) {
    self.settings = settings
    self.will = will
    self.topics = topics
    self.identifier = identifier
    do throws(SystemError) {
      wake = try WakeChannel()
    } catch {
      throw MQTTError(.unreachable, detail: error.clause)
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
      throw MQTTError(.unreachable, detail: error.clause)
    }
    do throws(MQTTError) {
      try await connection.answer(to: connection.opening)
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
        settings, will: will, topics: topics, keptAs: identifier, wake: wake, connection: self,
        onReady: onReady, receive: receive)
      end = session.run()
    } catch {
      end = error
    }
    finish(end)
    return end
  }

  package var isOver: Bool { state.withLock { $0.end != nil } }

  /// Sends a message. It returns when the broker has it: with quality 0, when it is sent.
  package func publish(_ message: MQTTMessage) async throws(MQTTError) {
    for call in send([message]) { try await result(of: call) }
  }

  /// A message that was handed over, and its answer.
  package struct Call: Sendable {
    fileprivate let id: Int
    fileprivate let answer: Promise<Answer>
  }

  /// Sends messages in this order, without waiting for answers.
  package func send(_ messages: [MQTTMessage]) -> [Call] {
    let calls = state.withLock { state in
      messages.map { message in
        state.lastID += 1
        let call = Call(id: state.lastID, answer: Promise<Answer>())
        if let end = state.end {
          call.answer.give(.failure(end))
        } else {
          state.calls[call.id] = call.answer
          state.requests.append((call.id, message))
        }
        return call
      }
    }
    wake.signal()
    return calls
  }

  /// Waits for the broker's answer to a message: with quality 0, until it is sent.
  package func result(of call: Call) async throws(MQTTError) { try await answer(to: call.answer) }

  /// Whether ``result(of:)`` does not wait.
  package func isAnswered(_ call: Call) -> Bool { state.withLock { $0.calls[call.id] == nil } }

  /// Ends the connection. The broker does not send the will. Returns when the connection is closed.
  package func close() async {
    let isOver = state.withLock { state in
      state.isClosing = true
      return state.end != nil
    }
    if isOver { return }
    wake.signal()
    await ending.value()
  }

  /// Ends the connection without waiting.
  package func abandon() {
    state.withLock { $0.isClosing = true }
    wake.signal()
  }

  // MARK: Answers

  private func answer(to call: Promise<Answer>) async throws(MQTTError) {
    try await call.value { call.give(.failure(MQTTError(.cancelled))) }.get()
  }

  /// Gives a caller its answer. Later answers to the same call do nothing.
  func give(_ answer: Answer, to id: Int) {
    state.withLock { $0.calls.removeValue(forKey: id) }?.give(answer)
  }

  /// The broker accepted the connection and all subscriptions.
  func confirm() { opening.give(.success(())) }

  private func finish(_ end: MQTTError) {
    let calls = state.withLock { state in
      state.end = end
      defer { state.calls = [:] }
      return state.calls
    }
    for call in calls.values { call.give(.failure(end)) }
    opening.give(.failure(end))
    ending.give()
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

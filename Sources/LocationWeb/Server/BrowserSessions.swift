#if Web
  import LocationCore
  import Synchronization

  /// The browsers that opened the link with the token.
  ///
  /// A browser sends a cookie to all ports of a host, so the cookie has no token but the value of a session: it
  /// is accepted from the network of the browser only, and not after a week without a use.
  final class BrowserSessions: Sendable {
    private struct Session {
      let network: String
      var lastUse: Duration
    }

    /// The time after which a session that is not used ends.
    static let lifetime = Duration.seconds(7 * 24 * 3600)
    /// The greatest number of sessions. The one that was not used for the longest time ends.
    static let limit = 1_000

    private let sessions = Mutex<[String: Session]>([:])
    private let clock: ErasedClock

    init(clock: any LocationClock) { self.clock = ErasedClock(clock) }

    /// Begins a session, and returns its value.
    func begin(for network: String) -> String {
      let value = WebToken.make()
      let now = clock.now
      sessions.withLock { sessions in
        sessions[value] = Session(network: network, lastUse: now)
        guard sessions.count > Self.limit else { return }
        if let oldest = sessions.min(by: { $0.value.lastUse < $1.value.lastUse }) {
          sessions[oldest.key] = nil
        }
      }
      return value
    }

    /// Notes a use of a session, and returns whether it is valid.
    func use(_ value: String, from network: String) -> Bool {
      let now = clock.now
      return sessions.withLock { sessions in
        guard let session = sessions[value] else { return false }
        guard now - session.lastUse < Self.lifetime else {
          sessions[value] = nil
          return false
        }
        guard session.network == network else { return false }
        sessions[value]?.lastUse = now
        return true
      }
    }
  }
#endif

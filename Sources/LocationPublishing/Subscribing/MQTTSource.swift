import GPSDProtocol
import LocationCore
import LocationIO

/// A broker for a `SharedReader`. Each stream is one connection.
final class MQTTSource: ReadableSource {
  let name: String
  private let settings: MQTTSettings
  private let topic: String
  private let session: String?
  private let clock: any LocationClock

  init(
    _ settings: MQTTSettings, topic: String, session: String?, clock: any LocationClock
  ) {
    self.settings = settings
    self.topic = topic
    self.session = session
    name = "\(settings)/\(topic)"
    self.clock = clock
  }

  /// What a phone or a broker kept comes at once. It was confirmed, so nobody would send it again.
  var delivery: LocationUpdates.Delivery { .waitsForConsumer }

  /// A broker closes a connection from which nothing comes for one and a half of this time, and forgets what waits for
  /// it. Each message that is read is confirmed.
  var longestWait: Duration? { settings.keepAlive / 6 }

  func open() throws(UserLocationError) -> MQTTConnection {
    do throws(MQTTError) {
      return try MQTTConnection(settings, topics: [topic], keptAs: session)
    } catch {
      throw error.error(source: name)
    }
  }

  func close(_ connection: MQTTConnection) { connection.abandon() }

  func read(
    _ connection: MQTTConnection, telling listeners: SharedListeners
  ) throws(UserLocationError) -> UserLocationError? {
    let reader = OwnTracksReader(source: FixSource(kind: .live, name: name))
    let filter = MQTTTopicFilter(text: topic)
    let end = connection.serve {
      // Retries begin anew after a connection, also without messages.
      listeners.tell([])
    } _: { [clock] message in
      let update = reader.update(
        message.payload, of: filter.device(of: message.topic), receivedAt: clock.date)
      if let update { listeners.tell([update]) }
    }
    throw end.error(source: name)
  }

  func outage() -> LocationUpdate {
    .fixLost(FixLoss(reason: .disconnected, source: FixSource(kind: .live, name: name)))
      .received(at: clock.date)
  }
}

/// The topics of a subscription, with the wildcards `+` for one level and `#` for all that follow.
struct MQTTTopicFilter: Hashable, Sendable {
  private let text: Substring

  /// - Parameter text: a topic, also one that consumers share, `$share/GROUP/TOPIC`: the topics of its messages have
  ///   no group.
  init(text: String) {
    let levels = text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    self.text = levels.count == 3 && levels[0] == "$share" ? levels[2] : text[...]
  }

  /// The levels of a topic that the wildcards match, which name the device: `anna/phone` for `owntracks/+/+` and
  /// `owntracks/anna/phone`. `nil` without a wildcard, because then the topic is that of one device.
  func device(of topic: String) -> String? {
    let levels = topic.split(separator: "/", omittingEmptySubsequences: false)
    var matched: [Substring] = []
    for (index, level) in text.split(separator: "/", omittingEmptySubsequences: false).enumerated()
    {
      guard level == "+" || level == "#" else { continue }
      matched += level == "#" ? levels.dropFirst(index) : levels.dropFirst(index).prefix(1)
    }
    // `owntracks/#` also matches `owntracks`.
    return matched.isEmpty ? nil : matched.joined(separator: "/")
  }
}

extension MQTTError {
  fileprivate func error(source: String) -> UserLocationError {
    let code: UserLocationError.Code =
      switch self.code {
      case .invalid: .invalidSource
      case .hostNotFound: .hostNotFound
      case .notAuthorized, .untrusted: .notAuthorized
      case .cancelled: .cancelled
      case .unreachable, .rejected, .unavailable: .sourceUnavailable
      }
    return UserLocationError(code, source: source, detail: detail)
  }
}

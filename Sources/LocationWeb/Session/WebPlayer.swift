#if Web
  import LocationCore
  import LocationDashboard
  import LocationReplay
  import LocationText
  import Synchronization

  /// Does what the user of the page wants with a recording or a simulation.
  final class WebPlayer: Sendable {
    private let player: TrackPlayer?
    private let canSeek: Bool
    private let hub: WebHub
    /// Whether the source came to its end, and is played again after a seek.
    private let hasEnded = Mutex(false)
    /// The positions at which the source is played; `nil` is the start.
    let starts: AsyncStream<Duration?>
    private let start: AsyncStream<Duration?>.Continuation

    /// - Parameter player: plays the recording; `nil` for other sources.
    init(_ player: TrackPlayer?, canSeek: Bool, hub: WebHub) {
      self.player = player
      self.canSeek = canSeek && player != nil
      self.hub = hub
      (starts, start) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
      start.yield(nil)
    }

    /// How the source is played; `nil` for a source that is not played.
    var playback: DashboardPlayback? {
      player.map { DashboardPlayback(of: $0, canSeek: canSeek) }
    }

    /// Begins at a position, before the source delivers anything.
    func begin(at position: Duration?) {
      hasEnded.withLock { $0 = false }
      if let position { player?.seek(to: position) }
    }

    /// Notes that the source came to its end.
    func end() { hasEnded.withLock { $0 = true } }

    /// Does what a request wants, and answers with the new state.
    ///
    /// The body is a JSON object with the member `action`: pause, resume, faster, slower, or seek with
    /// `position` (seconds from the start) or `by` (seconds from here).
    func answer(_ request: WebRequest) -> WebResponse {
      let type = request.headers["content-type"] ?? ""
      guard type.lowercased().hasPrefix("application/json") else {
        return request.failure(415, "The body is JSON, with the Content-Type application/json.")
      }
      guard let player else {
        return request.failure(409, "The source is not a recording or a simulation.")
      }
      guard let node = try? JSONText.node(of: request.body), case .object(let members) = node.value
      else { return request.failure(400, "The body is a JSON object, as {\"action\": \"pause\"}.") }
      func value(_ name: String) -> JSONNode.Value? {
        members.first { $0.name == name }?.node.value
      }
      func seconds(_ name: String) -> Double? {
        guard case .number(let number) = value(name), number.magnitude < 1e9 else { return nil }
        return number
      }
      switch value("action") {
      case .string("pause"): player.pause()
      case .string("resume"): player.resume()
      case .string("faster"): player.playFaster()
      case .string("slower"): player.playSlower()
      case .string("seek"):
        guard canSeek else { return request.failure(409, "This source has no other positions.") }
        if let position = seconds("position") {
          seek(player, to: .seconds(position))
        } else if let distance = seconds("by") {
          seek(player, to: (player.position ?? .zero) + .seconds(distance))
        } else {
          return request.failure(400, "To seek, give position or by in seconds.")
        }
      default:
        return request.failure(400, "The member action is pause, resume, faster, slower or seek.")
      }
      let playback = playback
      hub.note(playback)
      var text = ByteText()
      if let playback { text.write(playback) }
      return .json(text.bytes)
    }

    private func seek(_ player: TrackPlayer, to position: Duration) {
      let target = max(position, .zero)
      let hasEnded = hasEnded.withLock { $0 }
      // There is nothing after the end.
      if hasEnded, target > player.position ?? .zero { return }
      hub.jump()
      if hasEnded { start.yield(target) } else { player.seek(to: target) }
    }
  }
#endif

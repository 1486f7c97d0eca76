#if Web
  import LocationCore
  import LocationDashboard
  import LocationText

  /// Does what the user of the page wants with a recording or a simulation.
  struct WebPlayer: Sendable {
    private let source: PlayedSource
    private let hub: WebHub

    init(_ source: PlayedSource, hub: WebHub) {
      self.source = source
      self.hub = hub
    }

    /// The answer of `/api/recording`: the ways in a recording from its start to its end.
    func whole(_ request: WebRequest) -> WebResponse {
      guard let whole = source.whole else {
        return request.failure(
          404, "The whole recording is not read yet, or the source is not one recording with times."
        )
      }
      var text = ByteText()
      text.member(#"{"duration":"#, trimming: whole.duration / .seconds(1), places: 1)
      text.write(#","tracks":"#)
      text.write(tracksOf: whole.devices)
      text.write("}")
      return .json(text.bytes)
    }

    /// Does what a request wants, and answers with the new state.
    ///
    /// The body is a JSON object with the member `action`: pause, resume, faster, slower, or seek with
    /// `position` (seconds from the start) or `by` (seconds from here).
    func answer(_ request: WebRequest) -> WebResponse {
      let type = request.headers["content-type"] ?? ""
      guard type.lowercased().hasPrefix("application/json") else {
        return request.failure(415, "The body is JSON, with the Content-Type application/json.")
      }
      guard source.isPlayed else {
        return request.failure(409, "The source is not a recording or a simulation.")
      }
      guard let members = (try? JSONValue(handwritten: request.body))?.object else {
        return request.failure(400, "The body is a JSON object, as {\"action\": \"pause\"}.")
      }
      func seconds(_ name: String) -> Double? {
        members[name]?.double.flatMap { $0.magnitude < 1e9 ? $0 : nil }
      }
      switch members["action"]?.string {
      case "pause": source.pause()
      case "resume": source.resume()
      case "faster": source.playFaster()
      case "slower": source.playSlower()
      case "seek":
        guard source.canSeek else {
          return request.failure(409, "This source has no other positions.")
        }
        if let position = seconds("position") {
          source.seek(to: .seconds(position)) { hub.jump() }
        } else if let distance = seconds("by") {
          source.seek(by: .seconds(distance)) { hub.jump() }
        } else {
          return request.failure(400, "To seek, give position or by in seconds.")
        }
      default:
        return request.failure(400, "The member action is pause, resume, faster, slower or seek.")
      }
      var text = ByteText()
      if let playback = hub.note(source.playback) { text.write(playback) }
      return .json(text.bytes)
    }
  }
#endif

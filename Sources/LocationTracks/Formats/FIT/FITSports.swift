import LocationReplay

/// The sports of a FIT file. Each one is a track; without any, the file is one track without a type.
struct FITSports {
  private struct Session {
    /// Seconds since 1989-12-31; 0 if it is not stated.
    let start: UInt32
    let type: String?
  }

  /// The sessions in the order of their starts.
  private var sessions: [Session] = []
  /// The sport of a file whose sessions do not state any.
  private var usual: String?
  /// The session of the last record; `nil` before the first record of a file.
  private var current: Int?
  /// The type of the last track; `nil` before the first one.
  private var last: String??

  /// Reads a `session` or a `sport` message.
  mutating func read(_ data: FITData, _ kind: FITDefinition.Kind) {
    guard kind == .session else {
      usual = usual ?? Self.name(data.positive(0))
      return
    }
    let start = data.positive(2).flatMap { UInt32(exactly: $0) } ?? 0
    let index = sessions.firstIndex { $0.start > start } ?? sessions.endIndex
    sessions.insert(Session(start: start, type: Self.name(data.positive(5))), at: index)
  }

  /// Forgets the sessions. A file that follows continues the track if it has the same sport.
  mutating func endFile() {
    sessions = []
    usual = nil
    current = nil
  }

  /// The title of the track that begins with a record; `nil` if the record belongs to the current one.
  mutating func title(at time: UInt32?) -> TrackTitle? {
    let later = time.flatMap { time in sessions.firstIndex { $0.start > time } }
    let index = max((later ?? sessions.count) - 1, 0)
    guard index != current else { return nil }
    let isSameFile = current != nil
    current = index
    let type = (sessions.isEmpty ? nil : sessions[index].type) ?? usual
    defer { last = type }
    guard isSameFile || last == nil || last != .some(type) else { return nil }
    return isSameFile || type != nil || last != nil ? TrackTitle(type: type) : nil
  }

  /// The name that the profile gives to a sport; `nil` for the generic one and for a number that is not known.
  private static func name(_ number: Int?) -> String? {
    number.flatMap { names.indices.contains($0) ? names[$0] : nil }
  }

  private static let names: [String?] = [
    nil, "running", "cycling", "transition", "fitness_equipment", "swimming", "basketball",
    "soccer",
    "tennis", "american_football", "training", "walking", "cross_country_skiing", "alpine_skiing",
    "snowboarding", "rowing", "mountaineering", "hiking", "multisport", "paddling", "flying",
    "e_biking", "motorcycling", "boating", "driving", "golf", "hang_gliding", "horseback_riding",
    "hunting", "fishing", "inline_skating", "rock_climbing", "sailing", "ice_skating", "sky_diving",
    "snowshoeing", "snowmobiling", "stand_up_paddleboarding", "surfing", "wakeboarding",
    "water_skiing", "kayaking", "rafting", "windsurfing", "kitesurfing",
  ]
}

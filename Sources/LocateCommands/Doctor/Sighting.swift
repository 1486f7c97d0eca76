import LocationCore
import LocationText

/// What the examination received from a receiver.
struct Sighting {
  /// The kind of source.
  enum Origin {
    /// A receiver, and the time that the doctor waited for it, in words: "10 s".
    case receiver(waited: String)
    case recording, simulation

    /// Where or how long something is missing.
    var extent: String {
      switch self {
      case .receiver(let time): " in \(time)"
      case .recording: " in this recording"
      case .simulation: " in this simulation"
      }
    }

    /// The remedy for a missing fix; `nil` for a receiver, whose antenna can be moved.
    var remedy: String? {
      switch self {
      case .receiver: nil
      case .recording: "the receiver had no fix then; take a recording that has one"
      case .simulation: "choose a scenario that has a fix: 'simulate --list' names them"
      }
    }
  }

  /// The number of updates.
  private(set) var reports = 0
  /// The number of fixes.
  private(set) var fixes = 0
  /// The last sky view that lists satellites; otherwise the first one, which can contain counts.
  private(set) var sky: SkyView?
  /// The last fix.
  private(set) var fix: Fix?
  /// The last loss, if the receiver has a position in another datum.
  private var otherDatum: FixLoss.Reason?

  mutating func add(_ update: LocationUpdate) {
    reports += 1
    switch update {
    case .fix(let fix):
      self.fix = fix
      fixes += 1
    case .sky(let sky) where !sky.satellites.isEmpty || self.sky == nil: self.sky = sky
    case .fixLost(let loss): otherDatum = loss.reason.datum == nil ? nil : loss.reason
    case .sky, .authorization: break
    }
  }

  /// Whether both a fix and a list of satellites arrived.
  var isComplete: Bool { fix != nil && sky?.satellites.isEmpty == false }

  /// Judges the last two links, satellites and fix, which all sources share.
  ///
  /// - Parameters:
  ///   - origin: the kind of source.
  ///   - now: the time of day.
  func judge(_ diagnosis: inout Diagnosis, origin: Origin, now: () -> Date) throws {
    try judgeSky(&diagnosis, origin)
    guard let fix else {
      if let otherDatum {
        throw BrokenLink(
          name: .fix, status: .noFixInTime, detail: otherDatum.description,
          remedy: FixLoss.Reason.datumAdvice)
      }
      throw BrokenLink(
        name: .fix, status: .noFixInTime, detail: "none\(origin.extent)",
        remedy: origin.remedy
          ?? (isFaint
            ? "the signals are faint: move the antenna to a window or outside"
            : "after a cold start it takes a minute under open sky; wait longer with --timeout 2m"))
    }
    try diagnosis.pass(.fix, Self.words(for: fix, now))
  }

  private func judgeSky(_ diagnosis: inout Diagnosis, _ origin: Origin) throws {
    guard let sky, !sky.satellites.isEmpty else {
      let used = fix?.satellitesUsed ?? sky?.satellitesUsed
      return try diagnosis.skip(
        .satellites,
        used.map { "\($0) used; the receiver did not name them" }
          ?? "the receiver reported none\(origin.extent)")
    }
    let strengths = sky.satellites.compactMap(\.signalStrength).filter { $0 > 0 }
    guard let strongest = strengths.max() else {
      guard fix == nil, sky.satellites.contains(where: { $0.signalStrength != nil }) else {
        return try diagnosis.pass(.satellites, count(sky) + ", strengths not reported")
      }
      throw BrokenLink(
        name: .satellites, status: .noFixInTime,
        detail: count(sky) + ", none heard\(origin.extent)",
        remedy: origin.remedy ?? "is the antenna connected, and does it see the sky?")
    }
    var text = ByteText()
    text.write(text: count(sky))
    text.write(", ")
    text.write(integer: strengths.count)
    text.write(" heard, the strongest at ")
    if let number = FixedPoint(strongest, places: 0) { text.write(number) }
    text.write(" dB-Hz")
    try diagnosis.pass(.satellites, text.string)
  }

  private func count(_ sky: SkyView) -> String {
    let used =
      sky.satellites.contains { $0.isUsed != nil }
      ? sky.satellites.count { $0.isUsed == true } : sky.satellitesUsed
    return "\(sky.satellites.count) in view" + (used.map { ", \($0) used" } ?? "")
  }

  /// Whether all signals are too weak for a first fix, which needs about 30 dB-Hz.
  private var isFaint: Bool {
    let strengths = sky?.satellites.compactMap(\.signalStrength) ?? []
    return !strengths.isEmpty && strengths.allSatisfy { $0 < 30 }
  }

  /// A fix in words: its dimensions, place, accuracy and age.
  static func words(for fix: Fix, _ now: () -> Date) -> String {
    var text = ByteText()
    text.write(fix.dimensions == .threeD ? "3D" : "2D")
    text.write(", ")
    text.write(fix.coordinate, as: .decimal, gap: " ")
    text.member(", ± ", fix.horizontalAccuracy, places: 1, " m")
    if fix.isSimulated { text.write(", simulated") }
    if fix.isReplayed { text.write(", recorded") }
    guard let timestamp = fix.timestamp, let time = UTCTime(timestamp) else {
      text.write(", without a time")
      return text.string
    }
    // Recorded and simulated times need not be near the present.
    guard fix.source.kind == .live else {
      text.write(fix.isReplayed ? " " : ", of ")
      text.write(date: time)
      return text.string
    }
    let age = now().timeIntervalSince(timestamp)
    text.write(", ")
    text.write(age: age.magnitude)
    text.write(age < 0 ? " ahead of this machine's clock" : " old")
    if age.magnitude > 60 { text.write(": one of the two clocks is wrong, or this is a replay") }
    return text.string
  }
}

import LocationCore
import LocationDashboard
import LocationText

/// Judges the last two links, satellites and fix, which all sources share.
struct FixJudgment {
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

  /// What the source delivered.
  let dashboard: LocationDashboard
  let origin: Origin
  /// The time of day.
  let now: () -> Date

  private var fix: Fix? { dashboard.fix }

  func judge(_ diagnosis: inout Diagnosis) throws {
    try judgeSky(&diagnosis)
    guard let fix else {
      // The receiver may have a position in another datum.
      let losses = dashboard.devices.lazy.compactMap(\.loss?.reason)
      if let otherDatum = losses.first(where: { $0.datum != nil }) {
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
    try diagnosis.pass(.fix, fix.summary(at: now))
  }

  private func judgeSky(_ diagnosis: inout Diagnosis) throws {
    guard let sky = dashboard.listedSky, !sky.satellites.isEmpty else {
      let used = fix?.satellitesUsed ?? dashboard.listedSky?.satellitesUsed
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
    let used = sky.satellites.usedCount ?? sky.satellitesUsed
    return "\(sky.satellites.count) in view" + (used.map { ", \($0) used" } ?? "")
  }

  /// Whether all signals are too weak for a first fix, which needs about 30 dB-Hz.
  private var isFaint: Bool {
    let strengths = dashboard.listedSky?.satellites.compactMap(\.signalStrength) ?? []
    return !strengths.isEmpty && strengths.allSatisfy { $0 < 30 }
  }
}

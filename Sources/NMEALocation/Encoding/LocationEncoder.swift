import LocationCore
import NMEA0183

/// Encodes updates as NMEA 0183 4.1: for each fix or lost fix a receiver's cycle of sentences, with the
/// satellites of the same instant.
///
/// Sentences may be longer than the 82 characters of the standard: no digit is dropped to shorten one.
package struct LocationEncoder {
  private var encoder: EpochEncoder
  /// The satellites, until the fix of their instant follows.
  private var sky: SkyView?

  package init() {
    var encoder = SentenceEncoder()
    encoder.maximumLength = nil
    encoder.timeDecimals = 2...3
    encoder.minuteDecimals = 5...7
    encoder.speed = NumberFormat(decimals: 2...3)
    encoder.angle = NumberFormat(decimals: 1...2)
    encoder.altitude = NumberFormat(decimals: 1...3)
    self.encoder = EpochEncoder(encoder)
    self.encoder.talker = .gps
  }

  /// The sentences of an update, each with CR LF. Empty for satellites, which come with the next fix,
  /// and for updates that NMEA 0183 cannot express.
  package mutating func encode(_ update: LocationUpdate) -> [UInt8] {
    switch update {
    case .sky(let view):
      sky = view
      return []
    case .fix(let fix):
      return encode(NavigationEpoch(fix), sky.take().flatMap { $0.isOf(fix) ? $0 : nil })
    case .fixLost(let loss):
      let view = sky.take()
      return encode(NavigationEpoch(loss), view?.timestamp == loss.timestamp ? view : nil)
    case .authorization: return []
    }
  }

  private mutating func encode(_ epoch: NavigationEpoch, _ view: SkyView?) -> [UInt8] {
    var epoch = epoch
    epoch.satellitesInView = view?.satellitesInView
    let satellites = view?.satellites.map { EpochSatellite($0) } ?? []
    // A receiver that used several systems once keeps the talker GN, also without satellites.
    if satellites.contains(where: { $0.isUsed == true && $0.identity?.system.speaksAsGPS == false })
    {
      encoder.talker = .combined
    }
    var sentences: [UInt8] = []
    // Encoding fails only if a sentence is too long, and here the length is not limited.
    guard (try? encoder.encode(epoch, satellites: satellites, into: &sentences)) != nil else {
      return []
    }
    return sentences
  }
}

extension SkyView {
  /// Whether it is the sky of a fix. gpsd often states no time for it, but a fix from gpsd has the
  /// values of its sky, see `GPSDProvider`.
  fileprivate func isOf(_ fix: Fix) -> Bool {
    guard source.device == fix.source.device else { return false }
    if timestamp == fix.timestamp { return true }
    let used = satellitesUsed ?? satellites.count { $0.isUsed == true }
    return timestamp == nil && fix.satellitesUsed == used && fix.dilution == dilution
  }
}

extension SatelliteSystem {
  /// Whether the talker of a receiver that uses only this system is `GP`.
  fileprivate var speaksAsGPS: Bool { self == .gps || self == .sbas }
}

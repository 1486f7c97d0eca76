import LocationCore
import LocationText
import NMEA0183
import NMEALocation

/// NMEA 0183 4.1: the sentences of one cycle of a receiver for each fix, with the satellites of the same
/// instant. For a lost fix, the sentences report that there is none.
///
/// A sentence may be longer than the 82 characters of the standard, because no digit is dropped.
struct NMEAWriter: FormatWriter {
  private var encoder: EpochEncoder
  private var sky: SkyView?
  private var buffer: [UInt8] = []

  var writesSky: Bool { true }

  init() {
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

  mutating func write(_ update: LocationUpdate, into text: inout ByteText) {
    switch update {
    case .sky(let view): sky = view
    case .fix(let fix): write(NavigationEpoch(fix), at: fix.timestamp, into: &text)
    case .fixLost(let loss): write(NavigationEpoch(loss), at: loss.timestamp, into: &text)
    case .authorization: break
    }
  }

  private mutating func write(
    _ epoch: NavigationEpoch, at timestamp: Date?, into text: inout ByteText
  ) {
    var satellites: [EpochSatellite] = []
    if let view = sky.take(), view.timestamp == timestamp {
      satellites = view.satellites.map { EpochSatellite($0) }
    }
    // The talker stays `GN` for later fixes without satellites.
    if satellites.contains(where: { $0.isUsed == true && $0.identity?.system.speaksAsGPS == false })
    {
      encoder.talker = .combined
    }
    buffer.removeAll(keepingCapacity: true)
    // Only a length limit makes the encoder throw, and there is none here.
    guard (try? encoder.encode(epoch, satellites: satellites, into: &buffer)) != nil else { return }
    text.write(utf8: buffer)
  }
}

extension SatelliteSystem {
  /// Whether a receiver that uses only this system has the talker `GP`.
  fileprivate var speaksAsGPS: Bool { self == .gps || self == .sbas }
}

import GPSDProtocol
import LocationCore
import LocationText
import NMEA0183
import NMEALocation

/// NMEA 0183 4.1: for each location a receiver's cycle of sentences, with the satellites that were
/// seen at the same instant. Without a fix the sentences say so.
///
/// Sentences may be longer than the standard's 82 characters: no digit is dropped to make one fit.
package struct NMEAWriter: LocationWriter {
  private var encoder: EpochEncoder
  private var sky: SkyView?
  private var buffer: [UInt8] = []

  package var writesSky: Bool { true }

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

  package mutating func write(_ update: LocationUpdate, into text: inout ByteText) {
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
    // A receiver of several systems stays one where it names no satellites.
    if satellites.contains(where: { $0.isUsed == true && $0.identity?.system.speaksAsGPS == false })
    {
      encoder.talker = .combined
    }
    buffer.removeAll(keepingCapacity: true)
    // The one thing that can be wrong is a length, and that is not bounded here.
    guard (try? encoder.encode(epoch, satellites: satellites, into: &buffer)) != nil else { return }
    text.write(utf8: buffer)
  }
}

extension SatelliteSystem {
  /// Whether receivers that use nothing else call themselves `GP`.
  fileprivate var speaksAsGPS: Bool { self == .gps || self == .sbas }
}

import GPSDProtocol
import LocationCore
import LocationText

/// The receiver of a ``LocationServer``, as clients of gpsd's protocol see it.
///
/// If the updates name their receivers, each one is served under its own name.
public struct ServedDevice: Hashable, Sendable {
  /// libgps rejects a whole report whose device path is longer, in bytes.
  private static let longestPath = 127

  /// The receiver's name, at most 127 bytes, without control characters.
  public let path: String
  /// The kind of receiver, such as `NMEA0183` or `simulation`.
  public let driver: String

  /// Describes a receiver.
  ///
  /// - Parameters:
  ///   - path: its name, such as the source's description or a device's path. Everything from the
  ///     first control character on is cut off, and so is everything after 127 bytes.
  ///   - driver: its kind. The default is gpsd's name for a receiver that speaks NMEA 0183.
  public init(path: String, driver: String = "NMEA0183") {
    self.path = Self.readable(path)
    self.driver = driver
  }

  private static func readable(_ path: String) -> String {
    String(
      decoding: path.utf8.prefix(longestPath).prefix { $0 >= 0x20 && $0 != 0x7F }, as: UTF8.self)
  }

  /// The path of the receiver that reports an update: the name that its source states, or else this device's.
  func path(of source: FixSource?) -> String {
    guard let name = source?.device.map(Self.readable), !name.isEmpty else { return path }
    return name
  }

  /// The update as a line of gpsd's JSON; `nil` for an update that gpsd's protocol cannot express.
  package func report(_ update: LocationUpdate) -> ServedReport? {
    let kind: ServedReport.Kind
    switch update {
    case .fix, .fixLost: kind = .position
    case .sky(let sky):
      kind =
        sky.satellites.isEmpty && sky.dilution != DilutionOfPrecision() ? .dilution : .sky
    case .authorization:
      return nil
    }
    let path = path(of: update.source)
    let named = update.withSource { $0.device = path }
    var text = ByteText()
    GPSDReportWriter(lineEnd: .carriageReturnLineFeed).write(named, into: &text)
    return ServedReport(kind: kind, bytes: text.bytes, update: named, device: path)
  }
}

/// One report of the receiver, encoded for one kind of client.
package struct ServedReport: Sendable {
  package enum Kind: Hashable, Sendable {
    /// NMEA 0183: the receiver's own bytes, or sentences made from its updates.
    case nmea
    /// gpsd's `TPV`, a line.
    case position
    /// gpsd's `SKY`, a line.
    case sky
    /// A `SKY` that has dilutions of precision but names no satellites.
    case dilution
  }

  package let kind: Kind
  package let bytes: [UInt8]
  /// The update that the bytes were written from; `nil` for NMEA.
  package var update: LocationUpdate?
  /// The path of the receiver.
  package var device: String?
}

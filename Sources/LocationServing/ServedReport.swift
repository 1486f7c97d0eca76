import GPSDProtocol
import LocationCore
import LocationIO
import LocationText

/// A thing that a receiver says, in the bytes in which one sort of client reads it.
package struct ServedReport: Sendable {
  package enum Kind: Hashable, Sendable {
    /// The receiver's own bytes.
    case nmea
    /// gpsd's `TPV`, a line.
    case position
    /// gpsd's `SKY`, a line.
    case sky
    /// A `SKY` of one that says how good its satellites' geometry is, and not which they are.
    case dilution
  }

  package let kind: Kind
  package let bytes: [UInt8]
  /// The update that the bytes were written from; `nil` for the receiver's own bytes.
  package let update: LocationUpdate?

  package init(kind: Kind, bytes: [UInt8], update: LocationUpdate? = nil) {
    self.kind = kind
    self.bytes = bytes
    self.update = update
  }
}

/// The one receiver that a server has, as gpsd's protocol tells of it.
package struct ServedDevice: Sendable {
  /// libgps reads no longer path of a device, and gives the whole report up for one.
  private static let longestPath = 127

  /// What it is called: the source's name, as far as gpsd's clients can read it.
  package let path: String
  /// What sort of receiver it is: `replay` or `simulation`, since gpsd has no word for the first.
  package let driver: String

  package init(path: String, driver: String) {
    self.path = String(
      decoding: path.utf8.prefix(Self.longestPath).prefix { $0 >= 0x20 && $0 != 0x7F },
      as: UTF8.self)
    self.driver = driver
  }

  /// What gpsd's clients read of an update; `nil` for one that gpsd has no word for.
  package func report(_ update: LocationUpdate) -> ServedReport? {
    var kind = ServedReport.Kind.position
    let named: LocationUpdate
    switch update {
    case .fix(var fix):
      fix.source.device = path
      named = .fix(fix)
    case .fixLost(var loss):
      loss.source.device = path
      named = .fixLost(loss)
    case .sky(var sky):
      sky.source.device = path
      named = .sky(sky)
      kind =
        sky.satellites.isEmpty && sky.dilution != DilutionOfPrecision() ? .dilution : .sky
    case .authorization:
      return nil
    }
    var text = ByteText()
    GPSDReportWriter(lineEnd: .carriageReturnLineFeed).write(named, into: &text)
    return ServedReport(kind: kind, bytes: text.bytes, update: named)
  }
}

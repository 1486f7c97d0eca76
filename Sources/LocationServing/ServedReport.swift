import LocationCore

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
  package let update: LocationUpdate?
  /// The path of the receiver; `nil` for bytes whose receiver is not known.
  package let device: String?

  package init(
    kind: Kind, bytes: [UInt8], update: LocationUpdate? = nil, device: String? = nil
  ) {
    self.kind = kind
    self.bytes = bytes
    self.update = update
    self.device = device
  }
}

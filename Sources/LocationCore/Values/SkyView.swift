/// The satellites a receiver sees, and how it uses them (gpsd `SKY`).
///
/// It is coded like a ``Fix``; `constellation` is gpsd's `gnssid`.
public struct SkyView: Hashable, Codable, Sendable {
  /// The instant of the view, UTC by the receiver's clock; `nil` when the receiver gave none.
  public var timestamp: Date?
  /// When this process received it; see ``Fix/receivedAt``.
  public var receivedAt: Date?
  /// The satellites in view, in the order the receiver reported them.
  public var satellites: [Satellite]
  /// How many satellites are in view, if the receiver reported their number but not which ones; 0 if it
  /// reported that there are none.
  @Ranged<ValueRange.Count> public var satellitesInView: Int?
  /// How many satellites the receiver uses, if it reported their number but not which ones.
  @Ranged<ValueRange.Count> public var satellitesUsed: Int?
  /// Dilution of precision as the receiver reported it.
  public var dilution: DilutionOfPrecision
  /// Where the view came from.
  public var source: FixSource

  /// Makes a view of the sky.
  public init(satellites: [Satellite], source: FixSource) {
    self.satellites = satellites
    self.source = source
    self.dilution = DilutionOfPrecision()
  }
}

extension SkyView: CustomStringConvertible {
  /// One line: how many satellites are in view and used, the time and the source, as far as they are known.
  public var description: String {
    joined(
      "\(satellitesInView ?? satellites.count) in view",
      (satellitesUsed ?? satellites.usedCount).map { "\($0) used" }, timestamp.map { "\($0)" },
      source.words)
  }
}

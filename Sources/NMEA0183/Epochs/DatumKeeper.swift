/// Remembers the datum that a receiver states, which holds until it states another one.
///
/// Positions in a datum with a stated offset are moved to WGS 84. Without an offset, the epoch names its datum and
/// states no position in WGS 84.
///
/// If the datum changes during an epoch, nothing shows to which of its sentences the new one applies. Such an epoch
/// has the datum that is not WGS 84, and no offset.
struct DatumKeeper {
  /// The datum that holds now; `nil` for WGS 84, and if none was ever stated.
  private var current: StatedDatum?
  /// The datum of the running epoch.
  private var running: StatedDatum?
  /// Whether a datum was stated or an epoch ended.
  private var hasBegun = false

  /// Takes a datum from PGRMM, which states no offset.
  mutating func take(_ pgrmm: PGRMM) {
    if let name = pgrmm.datum { take(name, nil) }
  }

  /// Takes a datum and its offset from DTM.
  mutating func take(_ dtm: DTM) {
    if let name = dtm.datum { take(name, DatumOffset(dtm)) }
  }

  private mutating func take(_ name: ShortName, _ offset: DatumOffset?) {
    let stated = name.isWGS84 ? nil : StatedDatum(name: name, offset: offset)
    if hasBegun, stated?.name != current?.name {
      running = StatedDatum(name: stated?.name ?? running?.name ?? name, offset: nil)
    } else if running == nil {
      running = stated
    }
    current = stated
    hasBegun = true
  }

  mutating func epochEnded() {
    running = current
    hasBegun = true
  }

  /// Moves the position of the running epoch to WGS 84, or names its datum.
  func apply(to epoch: inout NavigationEpoch) {
    guard let running else { return }
    if let offset = running.offset {
      epoch.subtract(offset)
    } else {
      epoch.datum = running.name
    }
  }
}

/// A datum that is not WGS 84, and how far its positions are from those in WGS 84.
private struct StatedDatum {
  var name: ShortName
  var offset: DatumOffset?
}

/// The difference of a position in a datum from the same position in WGS 84.
private struct DatumOffset {
  var latitude: Double
  var longitude: Double
  var altitude: Double?

  /// `nil` if DTM states none.
  ///
  /// Zeros are none either. A receiver that does not compute the offset writes `$GPDTM,999,,0.0,N,0.0,E,0.0,W84`,
  /// and a u-blox receiver rounds that of W72, which is up to 17 m, to `0.00,S,0.01,W`. The datum P90 is within
  /// centimeters of WGS 84, so zeros are its offset. Chips of Qualcomm write `0000.000011,S,00000.000001,W,0.999`.
  init?(_ dtm: DTM) {
    guard let latitude = dtm.latitudeOffset, let longitude = dtm.longitudeOffset,
      dtm.reference?.isWGS84 == true,
      latitude != 0 || longitude != 0 || dtm.datum == ShortName("P90"),
      // All datums are within some hundred meters of WGS 84, and a degree is always more.
      max(abs(latitude), abs(longitude)) < 60
    else { return nil }
    self.latitude = latitude / 60
    self.longitude = longitude / 60
    altitude = dtm.altitudeOffset
  }
}

extension NavigationEpoch {
  /// Moves the position from a datum to WGS 84.
  ///
  /// The offset of the altitude is that of the ellipsoid, so only heights above the ellipsoid change (PUBX,00 states
  /// them above the user's). The sea is the same in all datums, and GGA's geoid separation is that of WGS 84.
  fileprivate mutating func subtract(_ offset: DatumOffset) {
    latitude = latitude.map { min(max($0 - offset.latitude, -90), 90) }
    longitude = longitude.map {
      let degrees = $0 - offset.longitude
      return degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees
    }
    ellipsoidalAltitude = ellipsoidalAltitude.flatMap { height in
      offset.altitude.map { height - $0 }
    }
  }
}

extension ShortName {
  /// Whether it names WGS 84, as DTM (`W84`) or Garmin (`WGS 84`) does.
  ///
  /// `NAD83` counts too: Garmin's receivers convert to NAD 83 with a shift of zero, so the coordinates
  /// that they send are those in WGS 84.
  var isWGS84: Bool {
    var letters: UInt64 = 0
    for index in 0..<count where self[index] != 0x20 {
      guard letters >> 56 == 0 else { return false }
      letters = letters << 8 | UInt64(self[index])
    }
    return letters == 0x57_3834 || letters == 0x57_4753_3834 || letters == 0x4E_4144_3833
  }
}

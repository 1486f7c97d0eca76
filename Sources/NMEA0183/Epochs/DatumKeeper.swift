/// Remembers the datum that a receiver states, which holds until it states another one.
///
/// If a datum other than WGS 84 held at any time during an epoch, the epoch has that datum. Nothing
/// shows to which of its sentences the datum applies.
struct DatumKeeper {
  /// The datum of the running epoch; `nil` for WGS 84, and if none was ever stated.
  private(set) var foreign: ShortName?
  private var current: ShortName?

  /// Takes the name of a datum from DTM or PGRMM.
  mutating func take(_ name: ShortName?) {
    guard let name else { return }
    current = name.isWGS84 ? nil : name
    foreign = current ?? foreign
  }

  mutating func epochEnded() { foreign = current }
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

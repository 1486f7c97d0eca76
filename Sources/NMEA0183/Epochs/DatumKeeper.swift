/// Remembers the datum that a receiver states, which holds until it states another one.
///
/// An epoch during which another datum than WGS 84 was in force has that datum: which of its
/// sentences refer to which datum is not known.
struct DatumKeeper {
  /// The datum of the running epoch; `nil` for WGS 84, and if none was ever stated.
  private(set) var foreign: ShortName?
  private var current: ShortName?

  /// Takes the name of a datum by DTM or PGRMM.
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
  /// `NAD83` counts too: Garmin's receivers convert to NAD 83 with a shift of zero, so what they
  /// send in it are the coordinates in WGS 84.
  var isWGS84: Bool {
    var letters: UInt64 = 0
    for index in 0..<count where self[index] != 0x20 {
      guard letters >> 56 == 0 else { return false }
      letters = letters << 8 | UInt64(self[index])
    }
    return letters == 0x57_3834 || letters == 0x57_4753_3834 || letters == 0x4E_4144_3833
  }
}

// Half of what receivers send are GSVs, and almost all of them have the same form: `3,1,12`, and then
// `02,17,084,31` or `02,17,084,` for each satellite. So the places of the commas show the layout of a whole
// satellite at once.
extension GSV {
  /// Reads a frame of the usual layout. `false` for other frames; then this value is to be read again.
  @inline(__always)
  mutating func readUsualLayout(_ frame: borrowing SentenceFrame) -> Bool {
    let body = frame.base + 1
    // All separators of up to 127 bytes, the first in the lowest bit.
    let end = frame.notes.pointee.scan.end &- 1
    guard end < 128 else { return false }
    let separators = frame.notes.pointee.separators
    let (first, second) = (separators[0], end >= 64 ? separators[1] : 0)
    guard first & 0x1FFF == Self.usualHead, let size = Self.digit(body[6]),
      let index = Self.digit(body[8]), let count = DigitWord.two(body + 10)
    else { return false }
    groupSize = size
    groupIndex = index
    satellitesInView = Int(count)
    // The separators behind the place that is read next.
    var low = first &>> 13 | second &<< 51
    var high = second &>> 13
    var place = 13
    while low != 0 {
      if low & 0x1FFF == Self.usualTracked {
        guard satellites.add(usual: body + place, isTracked: true) else { return false }
        low = low &>> 13 | high &<< 51
        high = high &>> 13
        place &+= 13
      } else if low & 0x7FF == Self.usualUntracked {
        guard satellites.add(usual: body + place, isTracked: false) else { return false }
        low = low &>> 11 | high &<< 53
        high = high &>> 11
        place &+= 11
      } else {
        // One more field is the signal.
        guard low == 2, high == 0, let signal = Byte.hexadecimalValue(body[place])
        else { return false }
        signalID = signal
        low = 0
      }
    }
    return high == 0
  }

  /// The separators of `GPGSV,3,1,12,`.
  private static let usualHead: UInt64 = 1 << 5 | 1 << 7 | 1 << 9 | 1 << 12
  /// The separators of `02,17,084,31,`.
  private static let usualTracked: UInt64 = 1 << 2 | 1 << 5 | 1 << 9 | 1 << 12
  /// The separators of `02,17,084,,`.
  private static let usualUntracked: UInt64 = 1 << 2 | 1 << 5 | 1 << 9 | 1 << 10

  @inline(__always)
  private static func digit(_ byte: UInt8) -> Int? {
    Byte.isDigit(byte) ? Int(byte &- UInt8(ascii: "0")) : nil
  }
}

extension SatelliteQuartet {
  /// Reads a satellite of the usual layout. `false` if a byte is not a digit or a number is not usual.
  @inline(__always)
  fileprivate mutating func add(usual text: UnsafePointer<UInt8>, isTracked: Bool) -> Bool {
    // `,17,084,`, and the digits of the number and of the signal strength. Each byte becomes the value of
    // its digit; commas become 0.
    let raw = UnsafeRawPointer(text)
    let middle =
      (UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: 2, as: UInt64.self))
        ^ 0x3030_3030_3030_3030) & 0x00FF_FFFF_00FF_FF00
    var sides = UInt64(UInt16(littleEndian: raw.loadUnaligned(as: UInt16.self))) ^ 0x3030
    if isTracked {
      let strength = UInt16(littleEndian: raw.loadUnaligned(fromByteOffset: 10, as: UInt16.self))
      sides |= (UInt64(strength) ^ 0x3030) &<< 16
    }
    // A byte above 9 sets its highest bit.
    let others =
      ((middle &+ 0x7676_7676_7676_7676) | (sides &+ 0x7676_7676)) & 0x8080_8080_8080_8080
    // Each byte becomes the value of its digit and the next one.
    let middlePairs = middle &* 10 &+ middle &>> 8
    let sidePairs = sides &* 10 &+ sides &>> 8
    let number = sidePairs & 0xFF
    let elevation = middlePairs &>> 8 & 0xFF
    let azimuth = (middlePairs &>> 32 & 0xFF) &* 10 &+ middle &>> 48
    guard others == 0, number > 0, elevation <= 90, azimuth <= 360 else { return false }
    return add(
      SatelliteReport(
        number: number, elevation: elevation, azimuth: azimuth,
        signalStrength: isTracked ? sidePairs &>> 16 & 0xFF : nil))
  }
}

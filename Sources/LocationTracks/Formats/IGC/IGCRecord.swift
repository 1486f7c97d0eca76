import LocationCore
import LocationText

/// The bytes of a record of an IGC file, and how its numbers are written.
struct IGCRecord {
  private let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// The start of the record, for an error.
  var beginning: String { text(0..<min(40, bytes.count)) }

  func byte(_ index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }

  /// Whether it is the header with a name. The recorder, the pilot or an official may have written it.
  func isHeader(_ name: StaticString) -> Bool {
    bytes.count >= 5 && name.withUTF8Buffer { $0.elementsEqual(bytes[2..<5]) }
  }

  /// The text in a range, without spaces at its ends. The part of the range beyond the record is empty.
  func text(_ range: Range<Int>) -> String {
    var part = bytes[min(range.lowerBound, bytes.count)..<min(range.upperBound, bytes.count)]
    while part.first == 0x20 { part.removeFirst() }
    while part.last == 0x20 { part.removeLast() }
    return String(decoding: part, as: UTF8.self)
  }

  func text(from start: Int) -> String { text(start..<max(start, bytes.count)) }

  func firstDigit(from start: Int) -> Int? {
    guard start < bytes.count else { return nil }
    return bytes[start...].firstIndex { (0x30...0x39).contains($0) }
  }

  /// A number of digits only.
  func digits(_ range: Range<Int>) -> Int? {
    guard range.upperBound <= bytes.count, !range.isEmpty, range.count <= 9 else { return nil }
    var number = 0
    for byte in bytes[range] {
      guard (0x30...0x39).contains(byte) else { return nil }
      number = number * 10 + Int(byte - 0x30)
    }
    return number
  }

  /// A number of digits whose first one may be a minus sign.
  func signedDigits(_ range: Range<Int>) -> Int? {
    guard byte(range.lowerBound) == UInt8(ascii: "-") else { return digits(range) }
    return digits(range.dropFirst().startIndex..<range.upperBound).map { -$0 }
  }

  /// A place: `DDMMmmmN` and `DDDMMmmmE`, degrees and minutes with three decimals. Some recorders round 59.9996
  /// minutes to 60.000, which are a degree.
  ///
  /// - Parameters:
  ///   - columns: where further decimals are.
  ///   - allowsZero: whether 0°, 0° is a place. A task without a point has it there.
  func coordinate(
    from start: Int, _ columns: IGCColumns = IGCColumns(), allowsZero: Bool = false
  ) -> Coordinate? {
    guard
      let north = angle(start..<start + 7, degrees: 2, columns.latitude),
      let east = angle(start + 8..<start + 16, degrees: 3, columns.longitude),
      let latitude = signed(north, byte(start + 7), "N", "S"),
      let longitude = signed(east, byte(start + 16), "E", "W"),
      allowsZero || latitude != 0 || longitude != 0
    else { return nil }
    return try? Coordinate(latitude: latitude, longitude: longitude)
  }

  private func angle(_ range: Range<Int>, degrees: Int, _ further: Range<Int>?) -> Double? {
    let border = range.lowerBound + degrees
    guard let whole = digits(range.lowerBound..<border),
      let minutes = digits(border..<range.upperBound), minutes <= 60_000
    else { return nil }
    // Integers until the one division, so that no decimal is lost.
    var (thousandths, unit) = (whole * 60_000 + minutes, 60_000)
    if let further, further.count <= 6, let decimals = digits(further) {
      let scale = integerPowerOfTen(further.count)
      (thousandths, unit) = (thousandths * scale + decimals, unit * scale)
    }
    return Double(thousandths) / Double(unit)
  }

  private func signed(
    _ angle: Double, _ byte: UInt8?, _ positive: Unicode.Scalar, _ negative: Unicode.Scalar
  ) -> Double? {
    switch byte {
    case UInt8(ascii: positive): angle
    case UInt8(ascii: negative): -angle
    default: nil
    }
  }
}

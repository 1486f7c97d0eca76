extension FileFormat {
  /// A flight record of the FAI.
  package static let igc = FileFormat(
    "igc", title: "IGC", signature: .lines(isFlightRecord),
    reading: .parser { LineParser(IGCLines(source: $0.fixSource), items: $0.items) },
    help: .gpsbabel("igc"))

  /// An IGC file begins with a line of `A`, three letters or digits for the maker, and any identification of
  /// the recorder. The line of another record follows. Without it, the file begins with its date.
  private static func isFlightRecord(_ text: ArraySlice<UInt8>, _ isEnough: Bool) -> Bool? {
    let date = Array("HFDTE".utf8)
    if text.starts(with: date) { return true }
    if !isEnough, date.starts(with: text) { return nil }
    let start = text.prefix(4)
    guard start.first == UInt8(ascii: "A"), start.allSatisfy(\.isLetterOrDigit) else {
      return false
    }
    guard let end = text.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else {
      return isEnough ? false : nil
    }
    let line = text[..<end]
    guard start.count == 4 else { return false }
    guard let next = text[end...].firstIndex(where: { $0 != 0x0A && $0 != 0x0D }) else {
      return isEnough ? false : nil
    }
    guard line.contains(where: { ",;\t".utf8.contains($0) }) else {
      return "HBIOGLFDKCE".utf8.contains(text[next])
    }
    // A header of CSV has several columns. Some makers write commas, too: `AXFMSFP Flymaster Live, V1.0`.
    let second = text[next...].prefix(5)
    guard second.count == 5 || isEnough else { return nil }
    return second.count == 5 && second.first == UInt8(ascii: "H")
      && second.allSatisfy { $0.isLetterOrDigit && $0 < UInt8(ascii: "a") }
      && line.withUnsafeBytes { CSVHeader($0) } == nil
  }
}

extension TrackInputFormat {
  /// A flight record of the FAI.
  public static let igc = TrackInputFormat(.igc)
}

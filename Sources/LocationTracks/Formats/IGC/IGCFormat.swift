extension FileFormat {
  /// A flight record of the FAI.
  package static let igc = FileFormat(
    "igc", title: "IGC", signature: .lines(isFlightRecord),
    reading: .parser { LineParser(IGCLines(source: $0.fixSource), items: $0.items) },
    help: .gpsbabel("igc"))

  /// An IGC file begins with a line of `A`, three letters or digits for the maker, and any identification of
  /// the recorder. The line of another record follows.
  private static func isFlightRecord(_ text: ArraySlice<UInt8>, _ isEnough: Bool) -> Bool? {
    let start = text.prefix(4)
    guard start.first == UInt8(ascii: "A"), start.allSatisfy(\.isLetterOrDigit) else {
      return false
    }
    guard let end = text.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else {
      return isEnough ? false : nil
    }
    let line = text[..<end]
    // A header of CSV has several columns.
    guard start.count == 4, line.count >= 4, !line.contains(where: { ",;\t".utf8.contains($0) })
    else { return false }
    guard let next = text[end...].first(where: { $0 != 0x0A && $0 != 0x0D }) else {
      return isEnough ? false : nil
    }
    return "HBIOGLFDKCE".utf8.contains(next)
  }
}

extension TrackInputFormat {
  /// A flight record of the FAI.
  public static let igc = TrackInputFormat(.igc)
}

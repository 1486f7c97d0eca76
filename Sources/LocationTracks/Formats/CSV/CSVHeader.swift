/// The header of a CSV file: which separator it has, and what is in its columns.
struct CSVHeader {
  /// The byte between two fields.
  let separator: UInt8
  /// The number of all columns.
  let count: Int
  /// The columns that are known, with their index in a record.
  let columns: [(index: Int, column: CSVColumn)]
  /// The names of the other columns.
  let skipped: [String]
  /// The indexes of latitude and longitude. They are equal if one column has both: `47.1 8.2`.
  let latitude: Int
  let longitude: Int
  /// Divides a whole number to get degrees: 1, 10⁷ for Google's `latitudeE7`, or 2³¹ / 180 for FIT's semicircles.
  let divisor: Double
  /// The indexes of the letters for north and south, and for east and west.
  let latitudeHemisphere, longitudeHemisphere: Int?
  /// Whether a GPS logger wrote the file in its own format: dates are written as year, month and day.
  let isOfLogger: Bool

  private static let separators = ",;\t|".utf8

  /// Reads a header; `nil` if the line has no columns for latitude and longitude.
  ///
  /// - Parameter line: the line without its end.
  init?(_ line: UnsafeRawBufferPointer) {
    for separator in Self.separators {
      let record = CSVRecord(line, separator: separator)
      guard record.fields.count > 1 else { continue }
      var columns: [(index: Int, column: CSVColumn)] = []
      var skipped: [String] = []
      for index in record.fields.indices {
        let name = record.text(index)
        // The first column of each kind counts.
        if let column = CSVColumn(header: name),
          !columns.contains(where: { $0.column.value == column.value })
        {
          columns.append((index, column))
        } else if !name.isEmpty {
          skipped.append(name)
        }
      }
      func index(of value: CSVColumn.Value) -> Int? {
        columns.first { $0.column.value == value }?.index
      }
      guard let latitude = index(of: .latitude) ?? index(of: .place),
        let longitude = index(of: .longitude) ?? index(of: .place),
        index(of: .latitude) != nil || latitude == longitude
      else { continue }
      divisor = 1 / (columns.first { $0.index == latitude }?.column.factor ?? 1)
      isOfLogger = [.tag, .recordReason, .kindOfPoint].contains { index(of: $0) != nil }
      latitudeHemisphere = index(of: .latitudeHemisphere)
      longitudeHemisphere = index(of: .longitudeHemisphere)
      self.separator = separator
      count = record.fields.count
      self.columns =
        isOfLogger ? columns.map { ($0.index, $0.column.ofLogger) } : columns
      self.skipped = skipped
      self.latitude = latitude
      self.longitude = longitude
      return
    }
    return nil
  }

  /// Whether a line may stand before the header: a comment, an empty line, or Excel's `sep=;`.
  static func mayPrecede(_ line: UnsafeRawBufferPointer) -> Bool {
    guard let first = line.first(where: { $0 != 0x20 && $0 != UInt8(ascii: "\"") }) else {
      return true
    }
    return first == UInt8(ascii: "#")
      || line.count <= 8 && String(decoding: line, as: UTF8.self).lowercased().contains("sep=")
  }

  /// Whether a text is lines of columns, so that a program that cannot read it should speak of its columns.
  ///
  /// - Parameter text: the beginning of a file without a header that names columns of places.
  static func isTable(_ text: some Collection<UInt8>) -> Bool {
    let lines = text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).prefix(2)
    return separators.contains { separator in
      let counts = lines.map { line in
        line.indices.count { line[$0] == separator && !isInTime(line[...$0]) }
      }
      return counts.first ?? 0 > 0 && counts.allSatisfy { $0 == counts.first }
    }
  }

  /// Whether the last byte is the comma of `22:01:59,078`, as Python's and Java's logs write a time.
  private static func isInTime(_ text: some Collection<UInt8>) -> Bool {
    let end = text.suffix(7).map { (0x30...0x39).contains($0) ? UInt8(ascii: "0") : $0 }
    return end == Array(":00:00,".utf8)
  }
}

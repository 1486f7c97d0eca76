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
  /// The indexes of latitude and longitude.
  let latitude: Int
  let longitude: Int

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
      let latitude = columns.first { $0.column.value == .latitude }
      let longitude = columns.first { $0.column.value == .longitude }
      guard let latitude, let longitude else { continue }
      self.separator = separator
      count = record.fields.count
      self.columns = columns
      self.skipped = skipped
      self.latitude = latitude.index
      self.longitude = longitude.index
      return
    }
    return nil
  }
}

/// The header of a CSV file: which separator it has, and what is in its columns.
struct CSVHeader {
  /// The byte between two fields.
  let separator: UInt8
  /// The columns that are known, with their index in a record.
  let columns: [(index: Int, column: CSVColumn)]
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
      for index in record.fields.indices {
        guard let column = CSVColumn(header: record.text(index)) else { continue }
        // The first column of each kind counts.
        if !columns.contains(where: { $0.column.value == column.value }) {
          columns.append((index, column))
        }
      }
      let latitude = columns.first { $0.column.value == .latitude }
      let longitude = columns.first { $0.column.value == .longitude }
      guard let latitude, let longitude else { continue }
      self.separator = separator
      self.columns = columns
      self.latitude = latitude.index
      self.longitude = longitude.index
      return
    }
    return nil
  }
}

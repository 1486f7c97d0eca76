/// The fields of a frame, for sentences that this library does not read: counted from 1 after the
/// address, as the standard counts. One that is empty, or that is not there, is `nil`.
extension SentenceFrame {
  /// Who speaks and what the sentence is; of a bad frame too, where that can still be told. `nil`
  /// when there is no whole address, or nothing that looks like one.
  public var address: SentenceAddress? {
    if fault == nil { return try? SentenceAddress(self) }
    // Where a bad frame has a comma, its address is whole.
    let bytes = fields.bytes(0)
    guard fields.count > 0, SentenceAddress.hasUsualLength(bytes) else { return nil }
    return SentenceAddress(bytes)
  }

  /// How many fields follow the address.
  public var fieldCount: Int { fields.count }

  /// A field as it stands. Allocates.
  public func string(_ field: Int) -> String? {
    let bytes = fields.bytes(field)
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// A whole number without a sign.
  ///
  /// - Throws: `.malformed`, or `.outOfRange` when it is outside `range` or more than 10⁹.
  public func integer(_ field: Int, in range: ClosedRange<Int>) throws(SentenceError) -> Int? {
    try fields.integer(field, in: range)
  }

  /// A decimal number, exactly the `Double` nearest to what is written.
  ///
  /// - Throws: `.malformed`.
  public func decimal(_ field: Int) throws(SentenceError) -> Double? {
    try fields.decimal(field)
  }

  /// A decimal number of a range.
  ///
  /// - Throws: `.malformed`, `.outOfRange`.
  public func decimal(
    _ field: Int, in range: ClosedRange<Double>
  ) throws(SentenceError) -> Double? {
    try fields.decimal(field, in: range)
  }

  /// A time of day, `hhmmss` with any number of decimals.
  ///
  /// - Throws: `.malformed`, `.outOfRange`.
  public func time(_ field: Int) throws(SentenceError) -> TimeOfDay? {
    try fields.time(field)
  }

  /// Degrees north: `ddmm.mmm…`, and N or S in the next field.
  ///
  /// - Throws: `.malformed`, `.outOfRange`.
  public func latitude(_ field: Int) throws(SentenceError) -> Double? {
    try fields.latitude(field)
  }

  /// Degrees east: `dddmm.mmm…`, and E or W in the next field.
  ///
  /// - Throws: `.malformed`, `.outOfRange`.
  public func longitude(_ field: Int) throws(SentenceError) -> Double? {
    try fields.longitude(field)
  }
}

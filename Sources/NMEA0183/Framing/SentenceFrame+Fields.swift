/// Reads the fields of sentences that this library does not read. Fields count from 1 after the address,
/// as in the standard. An empty or absent field is `nil`, also one with a negative number.
extension SentenceFrame {
  /// Talker and type of the sentence. A damaged frame has them too if its address is complete. `nil`
  /// without an address.
  public var address: SentenceAddress? {
    if fault == nil { return try? SentenceAddress(self) }
    // A damaged frame with a comma has a whole address.
    let bytes = fields.bytes(0)
    guard fields.count > 0, SentenceAddress.hasUsualLength(bytes) else { return nil }
    return SentenceAddress(bytes)
  }

  /// The number of fields after the address.
  public var fieldCount: Int { fields.count }

  /// A field as it is written. Allocates memory.
  public func string(_ field: Int) -> String? {
    let bytes = fields.bytes(field)
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// A whole number without a sign.
  ///
  /// - Parameters:
  ///   - field: the number of the field.
  ///   - range: the valid numbers, within 0 … 10⁹.
  /// - Throws: `.malformed`, or `.outOfRange` if it is outside `range` or more than 10⁹.
  public func integer(_ field: Int, in range: ClosedRange<Int>) throws(SentenceError) -> Int? {
    try fields.integer(field, in: range)
  }

  /// A decimal number: the `Double` nearest to the written number.
  ///
  /// - Throws: `.malformed`.
  public func decimal(_ field: Int) throws(SentenceError) -> Double? {
    try fields.decimal(field)
  }

  /// A decimal number within a range.
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

/// Writes sentences as bytes. ``Sentence/init(_:)`` reads them.
///
/// An absent value becomes an empty field, never a zero. The precision is the one set here. A
/// sentence that is too long is an error and is not shortened.
///
/// ```swift
/// var encoder = SentenceEncoder()
/// encoder.minuteDecimals = 4...4
/// var bytes: [UInt8] = []
/// if let sentence = Sentence(talker: .gps, payload: .rmc(rmc)) {
///   try encoder.encode(sentence, into: &bytes)
/// }
/// // $GPRMC,123519.00,A,4807.0380,N,01131.0000,E,22.40,84.4,230394,3.1,W,A,V*63
/// ```
///
/// Only the growth of the caller's buffer allocates memory, and an own sentence that may have more than 1,024 bytes.
public struct SentenceEncoder: Hashable, Sendable {
  /// A version of the standard. It determines the last fields of some sentences.
  public enum Version: Int, Hashable, Sendable, CaseIterable {
    /// 2.0 to 2.2: no field for the positioning mode.
    case v20 = 200
    /// 2.3: RMC, GLL, VTG and others end with the positioning mode.
    case v23 = 230
    /// 3.0 to 4.0: the same forms as 2.3.
    case v30 = 300
    /// 4.1 and 4.11: RMC and GNS end with the navigational status, GSA and GBS with the system, GSV
    /// and GBS with the signal.
    case v41 = 410
  }

  /// The version of the standard to write. Default 4.1.
  public var version = Version.v41
  /// The largest number of characters of a sentence, from `$` to the end of line; `nil` for no limit.
  /// Default: the standard's 82. A longer sentence is an error.
  public var maximumLength: Int? = 82

  /// Decimals of the second: as many as the instant needs and states, within these bounds, which are
  /// clamped to 0 … 9. Default 2. The time is rounded half up, but never into the next day, because that
  /// needs another date.
  public var timeDecimals = 2...2
  /// Decimals of the minutes of latitude and longitude: as many as the place needs and the sentence
  /// states, within these bounds, which are clamped to 0 … 12. Default 5, which is 2 cm.
  public var minuteDecimals = 5...5
  /// Speeds, in knots and in km/h. Default: 2 decimals.
  public var speed = NumberFormat.fixed(2)
  /// Courses, headings and magnetic variation in degrees. Default: 1 decimal.
  public var angle = NumberFormat.fixed(1)
  /// Altitudes and the geoid's separation. Default: 1 decimal.
  public var altitude = NumberFormat.fixed(1)
  /// Dilutions of precision. Default: 2 decimals.
  public var dilution = NumberFormat.fixed(2)
  /// Estimated errors and residuals. Default: 2 decimals.
  public var error = NumberFormat.fixed(2)
  /// Decimals of a satellite's elevation, azimuth and signal strength, clamped to 0 … 12. Default 0.
  public var satelliteDecimals = 0...0
  /// All other numbers with decimals. Default: as many decimals as necessary, up to 3.
  public var other = NumberFormat(decimals: 0...3)

  /// Makes an encoder with the defaults.
  public init() {}

  /// An encoder for decoded sentences. It writes every number with as many decimals as a decoder
  /// needs to read the same number, and does not limit the length.
  public static let exact: SentenceEncoder = {
    var encoder = SentenceEncoder()
    encoder.maximumLength = nil
    encoder.timeDecimals = 0...9
    encoder.minuteDecimals = NumberFormat.all
    encoder.speed = .exact
    encoder.angle = .exact
    encoder.altitude = .exact
    encoder.dilution = .exact
    encoder.error = .exact
    encoder.other = .exact
    encoder.satelliteDecimals = 0...1
    return encoder
  }()

  /// Appends a sentence, from `$` to its checksum and end of line.
  ///
  /// - Throws: ``SentenceEncodingError``; the buffer is then as it was.
  public func encode(
    _ sentence: Sentence, into buffer: inout [UInt8]
  ) throws(SentenceEncodingError) {
    try encode(sentence.type, room: SentenceBytes.most, into: &buffer) {
      writer throws(SentenceEncodingError) in
      try writer.open(sentence)
      var payload = sentence.payload
      try payload.visit(&writer)
    }
  }

  /// Appends a sentence that this library does not know, as ``SentenceDecoders`` reads one: the address, the
  /// fields, the checksum and the end of line.
  ///
  /// ```swift
  /// let fields: [SentenceField] = [.latitude(48.117_3), .longitude(11.516_667), .string(nil)]
  /// try SentenceEncoder().encode(address, fields: fields, into: &bytes)
  /// // $PMINE,4807.03800,N,01131.00002,E,*48
  /// ```
  ///
  /// - Throws: ``SentenceEncodingError``; the buffer is then as it was.
  public func encode(
    _ address: SentenceAddress, fields: [SentenceField], into buffer: inout [UInt8]
  ) throws(SentenceEncodingError) {
    try encode(address.type, room: fields.room, into: &buffer) {
      writer throws(SentenceEncodingError) in
      writer.open(address.talker)
      try writer.write(fields)
    }
  }

  private func encode(
    _ type: SentenceType, room: Int, into buffer: inout [UInt8],
    _ write: (inout FieldWriter) throws(SentenceEncodingError) -> Void
  ) throws(SentenceEncodingError) {
    try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room) {
      memory throws(SentenceEncodingError) in
      var writer = FieldWriter(self, type: type, into: SentenceBytes(memory))
      try write(&writer)
      try writer.close()
      buffer.append(contentsOf: writer.bytes.written)
    }
  }
}

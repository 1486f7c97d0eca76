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
/// Only the growth of the caller's buffer allocates memory.
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
    try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: SentenceBytes.capacity) {
      memory throws(SentenceEncodingError) in
      var writer = FieldWriter(self, type: sentence.type, into: SentenceBytes(memory))
      try writer.open(sentence)
      try writer.write(sentence.payload)
      try writer.close()
      buffer.append(contentsOf: writer.bytes.written)
    }
  }
}

extension FieldWriter {
  fileprivate mutating func write(
    _ payload: Sentence.Payload
  ) throws(SentenceEncodingError) {
    switch payload {
    case .rmc(let rmc): try write(rmc)
    case .gga(let gga): try write(gga)
    case .gns(let gns): try write(gns)
    case .gll(let gll): try write(gll)
    case .gsa(let gsa): try write(gsa)
    case .gsv(let gsv): try write(gsv)
    case .vtg(let vtg): try write(vtg)
    case .zda(let zda): try write(zda)
    case .gst(let gst): try write(gst)
    case .gbs(let gbs): try write(gbs)
    case .dtm(let dtm): try write(dtm)
    case .grs(let grs): try write(grs)
    case .txt(let txt): try write(txt)
    case .hdt(let hdt): try write(hdt)
    case .hdm(let hdm): try write(hdm)
    case .hdg(let hdg): try write(hdg)
    case .ths(let ths): try write(ths)
    case .rot(let rot): try write(rot)
    case .mwv(let mwv): try write(mwv)
    case .dbt(let dbt): try write(dbt)
    case .dpt(let dpt): try write(dpt)
    case .mtw(let mtw): try write(mtw)
    case .xte(let xte): try write(xte)
    case .bod(let bod): try write(bod)
    case .rmb(let rmb): try write(rmb)
    case .wpl(let wpl): try write(wpl)
    case .rte(let rte): try write(rte)
    case .pgrme(let pgrme): try write(pgrme)
    case .pgrmz(let pgrmz): try write(pgrmz)
    case .vhw(let vhw): try write(vhw)
    case .vbw(let vbw): try write(vbw)
    case .gyoacc(let gyoacc): try write(gyoacc)
    case .pgrmv(let pgrmv): try write(pgrmv)
    case .pgrmf(let pgrmf): try write(pgrmf)
    case .pgrmm(let pgrmm): try write(pgrmm)
    case .psti030(let psti): try write(psti)
    case .psrfepe(let psrfepe): try write(psrfepe)
    case .porzd(let porzd): try write(porzd)
    case .pashr(let pashr): try write(pashr)
    case .pashrPOS(let pashr): try write(pashr)
    case .pubx00(let pubx): try write(pubx)
    case .pubx03(let pubx): try write(pubx)
    case .pubx04(let pubx): try write(pubx)
    case .query(let query): try name(query.requested)
    case .vdo, .unknown: throw SentenceEncodingError(type: type, reason: .unknownPayload)
    }
  }
}

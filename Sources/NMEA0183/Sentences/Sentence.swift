/// What a sentence says, and who says it.
public struct Sentence: Hashable, Sendable {
  /// Who speaks.
  public var talker: Talker
  /// The letters that name the sentence.
  public var type: SentenceType
  /// What it says.
  public var payload: Payload

  /// What a sentence says, by its type.
  public enum Payload: Hashable, Sendable {
    /// Recommended minimum data.
    case rmc(RMC)
    /// Fix data.
    case gga(GGA)
    /// Fix data of several systems.
    case gns(GNS)
    /// Position.
    case gll(GLL)
    /// Dilution of precision, and satellites in use.
    case gsa(GSA)
    /// Satellites in view.
    case gsv(GSV)
    /// Course and speed over ground.
    case vtg(VTG)
    /// Time and date.
    case zda(ZDA)
    /// Estimated errors.
    case gst(GST)
    /// Faulty satellites.
    case gbs(GBS)
    /// Garmin's estimated errors.
    case pgrme(PGRME)
    /// Garmin's altitude.
    case pgrmz(PGRMZ)
    /// A sentence this library does not read; its frame has its bytes.
    case unknown
  }

  /// Makes a sentence.
  public init(talker: Talker, type: SentenceType, payload: Payload) {
    self.talker = talker
    self.type = type
    self.payload = payload
  }

  /// Reads a good frame.
  ///
  /// - Throws: ``SentenceError`` when a field is malformed or out of range, or the frame has a
  ///   fault (told as the address missing; look at ``SentenceFrame/fault`` first).
  public init(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    guard frame.fault == nil else { throw SentenceError(field: 0, reason: .missing) }
    let fields = frame.fields
    let address = fields.bytes(0)
    guard address.count >= 3 else {
      throw SentenceError(field: 0, reason: address.isEmpty ? .missing : .malformed)
    }
    talker = Talker(rawValue: UInt16(address[0]) << 8 | UInt16(address[1]))
    var letters = address.dropFirst(2)
    if address[0] == 0x50, !Self.isQuectelBeidou(address) {
      talker = .proprietary
      letters = address.dropFirst(1)
    }
    var packed: UInt64 = 0
    for letter in letters.prefix(8) { packed = packed << 8 | UInt64(letter) }
    type = SentenceType(rawValue: packed)
    // AIS and its like begin with `!` and share no letters with what is read here.
    payload = .unknown
    guard frame.base[0] == Byte.dollar else { return }
    switch packed {
    case Self.rmc: payload = .rmc(try RMC(fields))
    case Self.gga: payload = .gga(try GGA(fields))
    case Self.gns: payload = .gns(try GNS(fields))
    case Self.gll: payload = .gll(try GLL(fields))
    case Self.gsa: payload = .gsa(try GSA(fields))
    case Self.gsv: payload = .gsv(try GSV(fields))
    case Self.vtg: payload = .vtg(try VTG(fields))
    case Self.zda: payload = .zda(try ZDA(fields))
    case Self.gst: payload = .gst(try GST(fields))
    case Self.gbs: payload = .gbs(try GBS(fields))
    case Self.grme where talker == .proprietary: payload = .pgrme(try PGRME(fields))
    case Self.grmz where talker == .proprietary: payload = .pgrmz(try PGRMZ(fields))
    default: break
    }
  }

  /// Whether a sentence in `P` is one of Quectel's that name BeiDou's satellites.
  private static func isQuectelBeidou(_ address: UnsafeBufferPointer<UInt8>) -> Bool {
    address.count == 5 && address[1] == 0x51 && address[2] == 0x47 && address[3] == 0x53
      && (address[4] == 0x41 || address[4] == 0x56)
  }

  private static let rmc: UInt64 = 0x52_4D43
  private static let gga: UInt64 = 0x47_4741
  private static let gns: UInt64 = 0x47_4E53
  private static let gll: UInt64 = 0x47_4C4C
  private static let gsa: UInt64 = 0x47_5341
  private static let gsv: UInt64 = 0x47_5356
  private static let vtg: UInt64 = 0x56_5447
  private static let zda: UInt64 = 0x5A_4441
  private static let gst: UInt64 = 0x47_5354
  private static let gbs: UInt64 = 0x47_4253
  private static let grme: UInt64 = 0x4752_4D45
  private static let grmz: UInt64 = 0x4752_4D5A
}

/// One sentence: its talker, its type and its values.
public struct Sentence: Hashable, Sendable {
  /// The talker.
  public var talker: Talker
  /// The letters that name the sentence.
  public var type: SentenceType
  /// The values.
  public var payload: Payload

  /// The values of a sentence, by its type.
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
    /// The datum that positions refer to.
    case dtm(DTM)
    /// Range residuals.
    case grs(GRS)
    /// A message of the receiver's.
    case txt(TXT)
    /// Heading, true.
    case hdt(HDT)
    /// Heading, magnetic.
    case hdm(HDM)
    /// Heading by a magnetic sensor.
    case hdg(HDG)
    /// Heading, true, and how it was determined.
    case ths(THS)
    /// Rate of turn.
    case rot(ROT)
    /// Wind.
    case mwv(MWV)
    /// Depth.
    case dbt(DBT)
    /// Depth, and where the transducer is.
    case dpt(DPT)
    /// Temperature of the water.
    case mtw(MTW)
    /// Cross-track error.
    case xte(XTE)
    /// Bearing from origin to destination.
    case bod(BOD)
    /// The way to the destination.
    case rmb(RMB)
    /// A waypoint.
    case wpl(WPL)
    /// A route.
    case rte(RTE)
    /// Heading, and speed through the water.
    case vhw(VHW)
    /// Speeds along and across the vessel.
    case vbw(VBW)
    /// An AIS transponder's own vessel.
    case vdo(VDO)
    /// Angular velocity and acceleration.
    case gyoacc(GYOACC)
    /// Garmin's estimated errors.
    case pgrme(PGRME)
    /// Garmin's altitude.
    case pgrmz(PGRMZ)
    /// Garmin's velocity.
    case pgrmv(PGRMV)
    /// Garmin's position.
    case pgrmf(PGRMF)
    /// Garmin's datum.
    case pgrmm(PGRMM)
    /// SkyTraq's position.
    case psti030(PSTI030)
    /// SiRF's estimated errors.
    case psrfepe(PSRFEPE)
    /// The position's error in the plane.
    case porzd(PORZD)
    /// Attitude.
    case pashr(PASHR)
    /// Ashtech's position.
    case pashrPOS(PASHRPOS)
    /// u-blox's position.
    case pubx00(PUBX00)
    /// u-blox's satellites.
    case pubx03(PUBX03)
    /// u-blox's time and date.
    case pubx04(PUBX04)
    /// A request to a device for a sentence.
    case query(SentenceQuery)
    /// A sentence that this library does not read. The frame has its bytes.
    case unknown
  }

  /// Makes a sentence.
  @inlinable
  public init(talker: Talker, type: SentenceType, payload: Payload) {
    self.talker = talker
    self.type = type
    self.payload = payload
  }

  /// Reads a good frame.
  ///
  /// - Throws: ``SentenceError`` if a field is malformed or out of range. A frame with a fault throws the
  ///   error of a missing address: check ``SentenceFrame/fault`` first.
  @inlinable  // A sentence is large. Inlining makes it in its final place, without a copy.
  public init(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    self.init(talker: Talker(rawValue: 0), type: SentenceType(rawValue: 0), payload: .unknown)
    try read(frame)
  }

  /// Reads a good frame into an empty sentence.
  @usableFromInline
  @inline(never)
  mutating func read(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    let address = try SentenceAddress(frame)
    talker = address.talker
    type = address.type
    let fields = frame.fields
    guard frame.isDollar else {
      if type.rawValue == Self.vdo { payload = .vdo(try VDO(fields)) }
      return
    }
    if fields.count == 1, let query = SentenceQuery(fields, of: address) {
      payload = .query(query)
      return
    }
    switch type.rawValue {
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
    case Self.dtm: payload = .dtm(try DTM(fields))
    case Self.grs: payload = .grs(try GRS(fields))
    case Self.txt: payload = .txt(try TXT(fields))
    case Self.hdt: payload = .hdt(try HDT(fields))
    case Self.hdm: payload = .hdm(try HDM(fields))
    case Self.hdg: payload = .hdg(try HDG(fields))
    case Self.ths: payload = .ths(try THS(fields))
    case Self.rot: payload = .rot(try ROT(fields))
    case Self.mwv: payload = .mwv(try MWV(fields))
    case Self.dbt: payload = .dbt(try DBT(fields))
    case Self.dpt: payload = .dpt(try DPT(fields))
    case Self.mtw: payload = .mtw(try MTW(fields))
    case Self.xte: payload = .xte(try XTE(fields))
    case Self.bod: payload = .bod(try BOD(fields))
    case Self.rmb: payload = .rmb(try RMB(fields))
    case Self.wpl: payload = .wpl(try WPL(fields))
    case Self.rte: payload = .rte(try RTE(fields))
    case Self.vhw: payload = .vhw(try VHW(fields))
    case Self.vbw: payload = .vbw(try VBW(fields))
    case Self.oacc: payload = .gyoacc(try GYOACC(fields))
    default: if talker == .proprietary { try readProprietary(fields) }
    }
  }

  /// Reads a maker's own sentence.
  private mutating func readProprietary(_ fields: FieldReader) throws(SentenceError) {
    switch type.rawValue {
    case Self.grme: payload = .pgrme(try PGRME(fields))
    case Self.grmz: payload = .pgrmz(try PGRMZ(fields))
    case Self.grmv: payload = .pgrmv(try PGRMV(fields))
    case Self.grmf: payload = .pgrmf(try PGRMF(fields))
    case Self.grmm: payload = .pgrmm(PGRMM(fields))
    case Self.srfepe: payload = .psrfepe(try PSRFEPE(fields))
    case Self.orzd: payload = .porzd(try PORZD(fields))
    case Self.ashr where fields.bytes(1).first.map(Byte.isDigit) == true:
      payload = .pashr(try PASHR(fields))
    case Self.ashr where fields.isPOS(1): payload = .pashrPOS(try PASHRPOS(fields))
    case Self.sti where fields.isNumber(30, at: 1): payload = .psti030(try PSTI030(fields))
    case Self.ubx where fields.isNumber(0, at: 1): payload = .pubx00(try PUBX00(fields))
    case Self.ubx where fields.isNumber(3, at: 1): payload = .pubx03(try PUBX03(fields))
    case Self.ubx where fields.isNumber(4, at: 1): payload = .pubx04(try PUBX04(fields))
    default: break
    }
  }

  static let rmc: UInt64 = 0x52_4D43
  static let gga: UInt64 = 0x47_4741
  static let gns: UInt64 = 0x47_4E53
  static let gll: UInt64 = 0x47_4C4C
  static let gsa: UInt64 = 0x47_5341
  static let gsv: UInt64 = 0x47_5356
  static let vtg: UInt64 = 0x56_5447
  static let zda: UInt64 = 0x5A_4441
  static let gst: UInt64 = 0x47_5354
  static let gbs: UInt64 = 0x47_4253
  static let dtm: UInt64 = 0x44_544D
  static let grs: UInt64 = 0x47_5253
  static let txt: UInt64 = 0x54_5854
  static let hdt: UInt64 = 0x48_4454
  static let hdm: UInt64 = 0x48_444D
  static let hdg: UInt64 = 0x48_4447
  static let ths: UInt64 = 0x54_4853
  static let rot: UInt64 = 0x52_4F54
  static let mwv: UInt64 = 0x4D_5756
  static let dbt: UInt64 = 0x44_4254
  static let dpt: UInt64 = 0x44_5054
  static let mtw: UInt64 = 0x4D_5457
  static let xte: UInt64 = 0x58_5445
  static let bod: UInt64 = 0x42_4F44
  static let rmb: UInt64 = 0x52_4D42
  static let wpl: UInt64 = 0x57_504C
  static let rte: UInt64 = 0x52_5445
  static let vhw: UInt64 = 0x56_4857
  static let vbw: UInt64 = 0x56_4257
  static let vdo: UInt64 = 0x56_444F
  static let oacc: UInt64 = 0x4F41_4343
  static let grme: UInt64 = 0x4752_4D45
  static let grmv: UInt64 = 0x4752_4D56
  static let grmf: UInt64 = 0x4752_4D46
  static let grmm: UInt64 = 0x4752_4D4D
  static let srfepe: UInt64 = 0x5352_4645_5045
  static let orzd: UInt64 = 0x4F52_5A44
  static let sti: UInt64 = 0x53_5449
  static let grmz: UInt64 = 0x4752_4D5A
  static let ashr: UInt64 = 0x4153_4852
  static let ubx: UInt64 = 0x55_4258
}

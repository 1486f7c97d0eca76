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
    switch frame.kind(of: address) {
    case .rmc: payload = .rmc(try RMC(frame))
    case .gga: payload = .gga(try GGA(frame))
    case .gns: payload = .gns(try GNS(frame))
    case .gll: payload = .gll(try GLL(frame))
    case .gsa: payload = .gsa(try GSA(frame))
    case .gsv: payload = .gsv(try GSV(frame))
    case .vtg: payload = .vtg(try VTG(frame))
    case .zda: payload = .zda(try ZDA(frame))
    case .gst: payload = .gst(try GST(frame))
    case .gbs: payload = .gbs(try GBS(frame))
    case .dtm: payload = .dtm(try DTM(frame))
    case .grs: payload = .grs(try GRS(frame))
    case .txt: payload = .txt(try TXT(frame))
    case .hdt: payload = .hdt(try HDT(frame))
    case .hdm: payload = .hdm(try HDM(frame))
    case .hdg: payload = .hdg(try HDG(frame))
    case .ths: payload = .ths(try THS(frame))
    case .rot: payload = .rot(try ROT(frame))
    case .mwv: payload = .mwv(try MWV(frame))
    case .dbt: payload = .dbt(try DBT(frame))
    case .dpt: payload = .dpt(try DPT(frame))
    case .mtw: payload = .mtw(try MTW(frame))
    case .xte: payload = .xte(try XTE(frame))
    case .bod: payload = .bod(try BOD(frame))
    case .rmb: payload = .rmb(try RMB(frame))
    case .wpl: payload = .wpl(try WPL(frame))
    case .rte: payload = .rte(try RTE(frame))
    case .vhw: payload = .vhw(try VHW(frame))
    case .vbw: payload = .vbw(try VBW(frame))
    case .vdo: payload = .vdo(try VDO(frame))
    case .gyoacc: payload = .gyoacc(try GYOACC(frame))
    case .pgrme: payload = .pgrme(try PGRME(frame))
    case .pgrmz: payload = .pgrmz(try PGRMZ(frame))
    case .pgrmv: payload = .pgrmv(try PGRMV(frame))
    case .pgrmf: payload = .pgrmf(try PGRMF(frame))
    case .pgrmm: payload = .pgrmm(try PGRMM(frame))
    case .psti030: payload = .psti030(try PSTI030(frame))
    case .psrfepe: payload = .psrfepe(try PSRFEPE(frame))
    case .porzd: payload = .porzd(try PORZD(frame))
    case .pashr: payload = .pashr(try PASHR(frame))
    case .pashrPOS: payload = .pashrPOS(try PASHRPOS(frame))
    case .pubx00: payload = .pubx00(try PUBX00(frame))
    case .pubx03: payload = .pubx03(try PUBX03(frame))
    case .pubx04: payload = .pubx04(try PUBX04(frame))
    case .query: payload = SentenceQuery(frame.fields, of: address).map { .query($0) } ?? .unknown
    case .unknown: break
    }
  }
}

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
    var reading = FrameReading(frame)
    payload = try Payload(of: frame.kind(of: address), &reading)
  }
}

extension Sentence {
  /// Makes a sentence of its payload's type. `nil` for an unknown payload, and for VDO, because only
  /// a part of its message is read.
  public init?(talker: Talker, payload: Payload) {
    guard let type = payload.type else { return nil }
    self.init(talker: payload.isProprietary ? .proprietary : talker, type: type, payload: payload)
  }
}

extension Sentence.Payload {
  /// The values of a kind, by a maker.
  @inline(__always)
  init<Maker: PayloadMaker & ~Copyable>(
    of kind: SentenceKind, _ maker: inout Maker
  ) throws(Maker.Failure) {
    switch kind {
    case .rmc: self = .rmc(try maker.make())
    case .gga: self = .gga(try maker.make())
    case .gns: self = .gns(try maker.make())
    case .gll: self = .gll(try maker.make())
    case .gsa: self = .gsa(try maker.make())
    case .gsv: self = .gsv(try maker.make())
    case .vtg: self = .vtg(try maker.make())
    case .zda: self = .zda(try maker.make())
    case .gst: self = .gst(try maker.make())
    case .gbs: self = .gbs(try maker.make())
    case .dtm: self = .dtm(try maker.make())
    case .grs: self = .grs(try maker.make())
    case .txt: self = .txt(try maker.make())
    case .hdt: self = .hdt(try maker.make())
    case .hdm: self = .hdm(try maker.make())
    case .hdg: self = .hdg(try maker.make())
    case .ths: self = .ths(try maker.make())
    case .rot: self = .rot(try maker.make())
    case .mwv: self = .mwv(try maker.make())
    case .dbt: self = .dbt(try maker.make())
    case .dpt: self = .dpt(try maker.make())
    case .mtw: self = .mtw(try maker.make())
    case .xte: self = .xte(try maker.make())
    case .bod: self = .bod(try maker.make())
    case .rmb: self = .rmb(try maker.make())
    case .wpl: self = .wpl(try maker.make())
    case .rte: self = .rte(try maker.make())
    case .vhw: self = .vhw(try maker.make())
    case .vbw: self = .vbw(try maker.make())
    case .vdo: self = .vdo(try maker.make())
    case .gyoacc: self = .gyoacc(try maker.make())
    case .pgrme: self = .pgrme(try maker.make())
    case .pgrmz: self = .pgrmz(try maker.make())
    case .pgrmv: self = .pgrmv(try maker.make())
    case .pgrmf: self = .pgrmf(try maker.make())
    case .pgrmm: self = .pgrmm(try maker.make())
    case .psti030: self = .psti030(try maker.make())
    case .psrfepe: self = .psrfepe(try maker.make())
    case .porzd: self = .porzd(try maker.make())
    case .pashr: self = .pashr(try maker.make())
    case .pashrPOS: self = .pashrPOS(try maker.make())
    case .pubx00: self = .pubx00(try maker.make())
    case .pubx03: self = .pubx03(try maker.make())
    case .pubx04: self = .pubx04(try maker.make())
    case .query: self = .query(try maker.make())
    case .unknown: self = .unknown
    }
  }

  /// Hands the values to a visitor, which may change them.
  mutating func visit<Visitor: PayloadVisitor & ~Copyable>(
    _ visitor: inout Visitor
  ) throws(Visitor.Failure) {
    switch self {
    case .rmc(var values):
      try visitor.visit(&values)
      self = .rmc(values)
    case .gga(var values):
      try visitor.visit(&values)
      self = .gga(values)
    case .gns(var values):
      try visitor.visit(&values)
      self = .gns(values)
    case .gll(var values):
      try visitor.visit(&values)
      self = .gll(values)
    case .gsa(var values):
      try visitor.visit(&values)
      self = .gsa(values)
    case .gsv(var values):
      try visitor.visit(&values)
      self = .gsv(values)
    case .vtg(var values):
      try visitor.visit(&values)
      self = .vtg(values)
    case .zda(var values):
      try visitor.visit(&values)
      self = .zda(values)
    case .gst(var values):
      try visitor.visit(&values)
      self = .gst(values)
    case .gbs(var values):
      try visitor.visit(&values)
      self = .gbs(values)
    case .dtm(var values):
      try visitor.visit(&values)
      self = .dtm(values)
    case .grs(var values):
      try visitor.visit(&values)
      self = .grs(values)
    case .txt(var values):
      try visitor.visit(&values)
      self = .txt(values)
    case .hdt(var values):
      try visitor.visit(&values)
      self = .hdt(values)
    case .hdm(var values):
      try visitor.visit(&values)
      self = .hdm(values)
    case .hdg(var values):
      try visitor.visit(&values)
      self = .hdg(values)
    case .ths(var values):
      try visitor.visit(&values)
      self = .ths(values)
    case .rot(var values):
      try visitor.visit(&values)
      self = .rot(values)
    case .mwv(var values):
      try visitor.visit(&values)
      self = .mwv(values)
    case .dbt(var values):
      try visitor.visit(&values)
      self = .dbt(values)
    case .dpt(var values):
      try visitor.visit(&values)
      self = .dpt(values)
    case .mtw(var values):
      try visitor.visit(&values)
      self = .mtw(values)
    case .xte(var values):
      try visitor.visit(&values)
      self = .xte(values)
    case .bod(var values):
      try visitor.visit(&values)
      self = .bod(values)
    case .rmb(var values):
      try visitor.visit(&values)
      self = .rmb(values)
    case .wpl(var values):
      try visitor.visit(&values)
      self = .wpl(values)
    case .rte(var values):
      try visitor.visit(&values)
      self = .rte(values)
    case .vhw(var values):
      try visitor.visit(&values)
      self = .vhw(values)
    case .vbw(var values):
      try visitor.visit(&values)
      self = .vbw(values)
    case .vdo(var values):
      try visitor.visit(&values)
      self = .vdo(values)
    case .gyoacc(var values):
      try visitor.visit(&values)
      self = .gyoacc(values)
    case .pgrme(var values):
      try visitor.visit(&values)
      self = .pgrme(values)
    case .pgrmz(var values):
      try visitor.visit(&values)
      self = .pgrmz(values)
    case .pgrmv(var values):
      try visitor.visit(&values)
      self = .pgrmv(values)
    case .pgrmf(var values):
      try visitor.visit(&values)
      self = .pgrmf(values)
    case .pgrmm(var values):
      try visitor.visit(&values)
      self = .pgrmm(values)
    case .psti030(var values):
      try visitor.visit(&values)
      self = .psti030(values)
    case .psrfepe(var values):
      try visitor.visit(&values)
      self = .psrfepe(values)
    case .porzd(var values):
      try visitor.visit(&values)
      self = .porzd(values)
    case .pashr(var values):
      try visitor.visit(&values)
      self = .pashr(values)
    case .pashrPOS(var values):
      try visitor.visit(&values)
      self = .pashrPOS(values)
    case .pubx00(var values):
      try visitor.visit(&values)
      self = .pubx00(values)
    case .pubx03(var values):
      try visitor.visit(&values)
      self = .pubx03(values)
    case .pubx04(var values):
      try visitor.visit(&values)
      self = .pubx04(values)
    case .query(var values):
      try visitor.visit(&values)
      self = .query(values)
    case .unknown: break
    }
  }
}

// All sentences. A new one gets a case in both enumerations and a line in both functions below.

/// The kind of a sentence. Its address decides, and for makers' own sentences also the first field.
public enum SentenceKind: UInt8, Hashable, Sendable, CaseIterable {
  /// Recommended minimum data. See ``RMC``.
  case rmc
  /// Fix data. See ``GGA``.
  case gga
  /// Fix data of several systems. See ``GNS``.
  case gns
  /// Position. See ``GLL``.
  case gll
  /// Dilution of precision, and satellites in use. See ``GSA``.
  case gsa
  /// Satellites in view. See ``GSV``.
  case gsv
  /// Course and speed over ground. See ``VTG``.
  case vtg
  /// Time and date. See ``ZDA``.
  case zda
  /// Estimated errors. See ``GST``.
  case gst
  /// Faulty satellites. See ``GBS``.
  case gbs
  /// The datum that positions refer to. See ``DTM``.
  case dtm
  /// Range residuals. See ``GRS``.
  case grs
  /// A message of the receiver's. See ``TXT``.
  case txt
  /// Heading, true. See ``HDT``.
  case hdt
  /// Heading, magnetic. See ``HDM``.
  case hdm
  /// Heading by a magnetic sensor. See ``HDG``.
  case hdg
  /// Heading, true, and how it was determined. See ``THS``.
  case ths
  /// Rate of turn. See ``ROT``.
  case rot
  /// Wind. See ``MWV``.
  case mwv
  /// Depth. See ``DBT``.
  case dbt
  /// Depth, and where the transducer is. See ``DPT``.
  case dpt
  /// Temperature of the water. See ``MTW``.
  case mtw
  /// Cross-track error. See ``XTE``.
  case xte
  /// Bearing from origin to destination. See ``BOD``.
  case bod
  /// The way to the destination. See ``RMB``.
  case rmb
  /// A waypoint. See ``WPL``.
  case wpl
  /// A route. See ``RTE``.
  case rte
  /// Heading, and speed through the water. See ``VHW``.
  case vhw
  /// Distance through the water and over ground. See ``VLW``.
  case vlw
  /// Speeds along and across the vessel. See ``VBW``.
  case vbw
  /// An AIS transponder's own vessel. See ``VDO``.
  case vdo
  /// Angular velocity and acceleration. See ``GYOACC``.
  case gyoacc
  /// Garmin's estimated errors. See ``PGRME``.
  case pgrme
  /// Garmin's altitude. See ``PGRMZ``.
  case pgrmz
  /// Garmin's velocity. See ``PGRMV``.
  case pgrmv
  /// Garmin's position. See ``PGRMF``.
  case pgrmf
  /// Garmin's datum. See ``PGRMM``.
  case pgrmm
  /// SkyTraq's position. See ``PSTI030``.
  case psti030
  /// SiRF's estimated errors. See ``PSRFEPE``.
  case psrfepe
  /// The position's error in the plane. See ``PORZD``.
  case porzd
  /// Attitude. See ``PASHR``.
  case pashr
  /// Ashtech's position. See ``PASHRPOS``.
  case pashrPOS
  /// u-blox's position. See ``PUBX00``.
  case pubx00
  /// u-blox's satellites. See ``PUBX03``.
  case pubx03
  /// u-blox's time and date. See ``PUBX04``.
  case pubx04
  /// Quectel's estimated errors. See ``PQTMEPE``.
  case pqtmepe
  /// Quectel's position. See ``PQTMPVT``.
  case pqtmpvt
  /// A request to a device for a sentence. See ``SentenceQuery``.
  case query
  /// A sentence that this library does not read, or a damaged one.
  case unknown
}

extension Sentence {
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
    /// Distance through the water and over ground.
    case vlw(VLW)
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
    /// Quectel's estimated errors.
    case pqtmepe(PQTMEPE)
    /// Quectel's position.
    case pqtmpvt(PQTMPVT)
    /// A request to a device for a sentence.
    case query(SentenceQuery)
    /// A sentence that this library does not read. The frame has its bytes.
    case unknown
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
    case .vlw: self = .vlw(try maker.make())
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
    case .pqtmepe: self = .pqtmepe(try maker.make())
    case .pqtmpvt: self = .pqtmpvt(try maker.make())
    case .query: self = .query(try maker.make())
    case .unknown: self = .unknown
    }
  }

  /// Hands the values to a visitor, which may change them.
  mutating func visit<Visitor: PayloadVisitor & ~Copyable>(
    _ visitor: inout Visitor
  ) throws(Visitor.Failure) {
    switch self {
    case .rmc(let values): self = .rmc(try visitor.visited(values))
    case .gga(let values): self = .gga(try visitor.visited(values))
    case .gns(let values): self = .gns(try visitor.visited(values))
    case .gll(let values): self = .gll(try visitor.visited(values))
    case .gsa(let values): self = .gsa(try visitor.visited(values))
    case .gsv(let values): self = .gsv(try visitor.visited(values))
    case .vtg(let values): self = .vtg(try visitor.visited(values))
    case .zda(let values): self = .zda(try visitor.visited(values))
    case .gst(let values): self = .gst(try visitor.visited(values))
    case .gbs(let values): self = .gbs(try visitor.visited(values))
    case .dtm(let values): self = .dtm(try visitor.visited(values))
    case .grs(let values): self = .grs(try visitor.visited(values))
    case .txt(let values): self = .txt(try visitor.visited(values))
    case .hdt(let values): self = .hdt(try visitor.visited(values))
    case .hdm(let values): self = .hdm(try visitor.visited(values))
    case .hdg(let values): self = .hdg(try visitor.visited(values))
    case .ths(let values): self = .ths(try visitor.visited(values))
    case .rot(let values): self = .rot(try visitor.visited(values))
    case .mwv(let values): self = .mwv(try visitor.visited(values))
    case .dbt(let values): self = .dbt(try visitor.visited(values))
    case .dpt(let values): self = .dpt(try visitor.visited(values))
    case .mtw(let values): self = .mtw(try visitor.visited(values))
    case .xte(let values): self = .xte(try visitor.visited(values))
    case .bod(let values): self = .bod(try visitor.visited(values))
    case .rmb(let values): self = .rmb(try visitor.visited(values))
    case .wpl(let values): self = .wpl(try visitor.visited(values))
    case .rte(let values): self = .rte(try visitor.visited(values))
    case .vhw(let values): self = .vhw(try visitor.visited(values))
    case .vlw(let values): self = .vlw(try visitor.visited(values))
    case .vbw(let values): self = .vbw(try visitor.visited(values))
    case .vdo(let values): self = .vdo(try visitor.visited(values))
    case .gyoacc(let values): self = .gyoacc(try visitor.visited(values))
    case .pgrme(let values): self = .pgrme(try visitor.visited(values))
    case .pgrmz(let values): self = .pgrmz(try visitor.visited(values))
    case .pgrmv(let values): self = .pgrmv(try visitor.visited(values))
    case .pgrmf(let values): self = .pgrmf(try visitor.visited(values))
    case .pgrmm(let values): self = .pgrmm(try visitor.visited(values))
    case .psti030(let values): self = .psti030(try visitor.visited(values))
    case .psrfepe(let values): self = .psrfepe(try visitor.visited(values))
    case .porzd(let values): self = .porzd(try visitor.visited(values))
    case .pashr(let values): self = .pashr(try visitor.visited(values))
    case .pashrPOS(let values): self = .pashrPOS(try visitor.visited(values))
    case .pubx00(let values): self = .pubx00(try visitor.visited(values))
    case .pubx03(let values): self = .pubx03(try visitor.visited(values))
    case .pubx04(let values): self = .pubx04(try visitor.visited(values))
    case .pqtmepe(let values): self = .pqtmepe(try visitor.visited(values))
    case .pqtmpvt(let values): self = .pqtmpvt(try visitor.visited(values))
    case .query(let values): self = .query(try visitor.visited(values))
    case .unknown: break
    }
  }
}

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
  /// A request to a device for a sentence. See ``SentenceQuery``.
  case query
  /// A sentence that this library does not read, or a damaged one.
  case unknown
}

extension SentenceFrame {
  /// The kind of a good frame. It decides which type reads the fields:
  ///
  /// ```swift
  /// switch frame.kind {
  /// case .rmc: show(try RMC(frame).speed)
  /// case .gga: show(try GGA(frame).altitude)
  /// default: break
  /// }
  /// ```
  ///
  /// That is faster than a ``Sentence``, which has room for the largest kind. A frame with a fault or
  /// without a readable address is ``SentenceKind/unknown``.
  public var kind: SentenceKind {
    guard fault == nil, let address = try? SentenceAddress(self) else { return .unknown }
    return kind(of: address)
  }

  /// Whether it is a good WPL. Almost all frames differ in one letter, so only that one is compared first.
  @inline(__always)
  package var isWPL: Bool { count > 6 && base[3] == 0x57 && kind == .wpl }

  /// The kind of a good frame whose address has been read.
  @inline(__always)
  package func kind(of address: SentenceAddress) -> SentenceKind {
    guard isDollar else { return address.type.rawValue == Letters.vdo ? .vdo : .unknown }
    switch address.type.rawValue {
    case Letters.rmc: return .rmc
    case Letters.gga: return .gga
    case Letters.gns: return .gns
    case Letters.gll: return .gll
    case Letters.gsa: return .gsa
    case Letters.gsv: return .gsv
    case Letters.vtg: return .vtg
    case Letters.zda: return .zda
    case Letters.gst: return .gst
    case Letters.gbs: return .gbs
    case Letters.dtm: return .dtm
    case Letters.grs: return .grs
    case Letters.txt: return .txt
    case Letters.hdt: return .hdt
    case Letters.hdm: return .hdm
    case Letters.hdg: return .hdg
    case Letters.ths: return .ths
    case Letters.rot: return .rot
    case Letters.mwv: return .mwv
    case Letters.dbt: return .dbt
    case Letters.dpt: return .dpt
    case Letters.mtw: return .mtw
    case Letters.xte: return .xte
    case Letters.bod: return .bod
    case Letters.rmb: return .rmb
    case Letters.wpl: return .wpl
    case Letters.rte: return .rte
    case Letters.vhw: return .vhw
    case Letters.vbw: return .vbw
    case Letters.oacc: return .gyoacc
    default: return kindByFields(address)
    }
  }

  /// A maker's own sentence, or a query.
  @inline(never)
  private func kindByFields(_ address: SentenceAddress) -> SentenceKind {
    let fields = fields
    if fields.count == 1, SentenceQuery(fields, of: address) != nil { return .query }
    guard address.talker == .proprietary else { return .unknown }
    switch address.type.rawValue {
    case Letters.grme: return .pgrme
    case Letters.grmz: return .pgrmz
    case Letters.grmv: return .pgrmv
    case Letters.grmf: return .pgrmf
    case Letters.grmm: return .pgrmm
    case Letters.srfepe: return .psrfepe
    case Letters.orzd: return .porzd
    case Letters.ashr where fields.bytes(1).first.map(Byte.isDigit) == true: return .pashr
    case Letters.ashr where fields.isPOS(1): return .pashrPOS
    case Letters.sti where fields.isNumber(30, at: 1): return .psti030
    case Letters.ubx where fields.isNumber(0, at: 1): return .pubx00
    case Letters.ubx where fields.isNumber(3, at: 1): return .pubx03
    case Letters.ubx where fields.isNumber(4, at: 1): return .pubx04
    default: return .unknown
    }
  }
}

/// The raw values of ``SentenceType``.
enum Letters {
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

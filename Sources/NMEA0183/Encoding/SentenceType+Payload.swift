extension Sentence {
  /// Makes a sentence of its payload's type. `nil` for an unknown payload, and for VDO, because only
  /// a part of its message is read.
  public init?(talker: Talker, payload: Payload) {
    guard let type = payload.type else { return nil }
    self.init(talker: payload.isProprietary ? .proprietary : talker, type: type, payload: payload)
  }
}

extension Sentence.Payload {
  /// The letters that name a sentence of this payload; `nil` for one that can not be
  /// written.
  public var type: SentenceType? {
    switch self {
    case .rmc: SentenceType(rawValue: Letters.rmc)
    case .gga: SentenceType(rawValue: Letters.gga)
    case .gns: SentenceType(rawValue: Letters.gns)
    case .gll: SentenceType(rawValue: Letters.gll)
    case .gsa: SentenceType(rawValue: Letters.gsa)
    case .gsv: SentenceType(rawValue: Letters.gsv)
    case .vtg: SentenceType(rawValue: Letters.vtg)
    case .zda: SentenceType(rawValue: Letters.zda)
    case .gst: SentenceType(rawValue: Letters.gst)
    case .gbs: SentenceType(rawValue: Letters.gbs)
    case .dtm: SentenceType(rawValue: Letters.dtm)
    case .grs: SentenceType(rawValue: Letters.grs)
    case .txt: SentenceType(rawValue: Letters.txt)
    case .hdt: SentenceType(rawValue: Letters.hdt)
    case .hdm: SentenceType(rawValue: Letters.hdm)
    case .hdg: SentenceType(rawValue: Letters.hdg)
    case .ths: SentenceType(rawValue: Letters.ths)
    case .rot: SentenceType(rawValue: Letters.rot)
    case .mwv: SentenceType(rawValue: Letters.mwv)
    case .dbt: SentenceType(rawValue: Letters.dbt)
    case .dpt: SentenceType(rawValue: Letters.dpt)
    case .mtw: SentenceType(rawValue: Letters.mtw)
    case .xte: SentenceType(rawValue: Letters.xte)
    case .bod: SentenceType(rawValue: Letters.bod)
    case .rmb: SentenceType(rawValue: Letters.rmb)
    case .wpl: SentenceType(rawValue: Letters.wpl)
    case .rte: SentenceType(rawValue: Letters.rte)
    case .vhw: SentenceType(rawValue: Letters.vhw)
    case .vbw: SentenceType(rawValue: Letters.vbw)
    case .gyoacc: SentenceType(rawValue: Letters.oacc)
    case .query(let query): query.type
    case .pgrmv: SentenceType(rawValue: Letters.grmv)
    case .pgrmf: SentenceType(rawValue: Letters.grmf)
    case .pgrmm: SentenceType(rawValue: Letters.grmm)
    case .psti030: SentenceType(rawValue: Letters.sti)
    case .psrfepe: SentenceType(rawValue: Letters.srfepe)
    case .porzd: SentenceType(rawValue: Letters.orzd)
    case .pgrme: SentenceType(rawValue: Letters.grme)
    case .pgrmz: SentenceType(rawValue: Letters.grmz)
    case .pashr, .pashrPOS: SentenceType(rawValue: Letters.ashr)
    case .pubx00, .pubx03, .pubx04: SentenceType(rawValue: Letters.ubx)
    case .vdo, .unknown: nil
    }
  }

  /// Whether it is a maker's own sentence.
  var isProprietary: Bool {
    switch self {
    case .pgrme, .pgrmz, .pgrmv, .pgrmf, .pgrmm, .psti030, .psrfepe, .porzd, .pashr, .pashrPOS,
      .pubx00, .pubx03, .pubx04:
      true
    case .query(let query): query.listener == nil
    default: false
    }
  }
}

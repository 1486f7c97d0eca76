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
    case .rmc: SentenceType(rawValue: Sentence.rmc)
    case .gga: SentenceType(rawValue: Sentence.gga)
    case .gns: SentenceType(rawValue: Sentence.gns)
    case .gll: SentenceType(rawValue: Sentence.gll)
    case .gsa: SentenceType(rawValue: Sentence.gsa)
    case .gsv: SentenceType(rawValue: Sentence.gsv)
    case .vtg: SentenceType(rawValue: Sentence.vtg)
    case .zda: SentenceType(rawValue: Sentence.zda)
    case .gst: SentenceType(rawValue: Sentence.gst)
    case .gbs: SentenceType(rawValue: Sentence.gbs)
    case .dtm: SentenceType(rawValue: Sentence.dtm)
    case .grs: SentenceType(rawValue: Sentence.grs)
    case .txt: SentenceType(rawValue: Sentence.txt)
    case .hdt: SentenceType(rawValue: Sentence.hdt)
    case .hdm: SentenceType(rawValue: Sentence.hdm)
    case .hdg: SentenceType(rawValue: Sentence.hdg)
    case .ths: SentenceType(rawValue: Sentence.ths)
    case .rot: SentenceType(rawValue: Sentence.rot)
    case .mwv: SentenceType(rawValue: Sentence.mwv)
    case .dbt: SentenceType(rawValue: Sentence.dbt)
    case .dpt: SentenceType(rawValue: Sentence.dpt)
    case .mtw: SentenceType(rawValue: Sentence.mtw)
    case .xte: SentenceType(rawValue: Sentence.xte)
    case .bod: SentenceType(rawValue: Sentence.bod)
    case .rmb: SentenceType(rawValue: Sentence.rmb)
    case .wpl: SentenceType(rawValue: Sentence.wpl)
    case .rte: SentenceType(rawValue: Sentence.rte)
    case .vhw: SentenceType(rawValue: Sentence.vhw)
    case .vbw: SentenceType(rawValue: Sentence.vbw)
    case .gyoacc: SentenceType(rawValue: Sentence.oacc)
    case .query(let query): query.type
    case .pgrmv: SentenceType(rawValue: Sentence.grmv)
    case .pgrmf: SentenceType(rawValue: Sentence.grmf)
    case .pgrmm: SentenceType(rawValue: Sentence.grmm)
    case .psti030: SentenceType(rawValue: Sentence.sti)
    case .psrfepe: SentenceType(rawValue: Sentence.srfepe)
    case .porzd: SentenceType(rawValue: Sentence.orzd)
    case .pgrme: SentenceType(rawValue: Sentence.grme)
    case .pgrmz: SentenceType(rawValue: Sentence.grmz)
    case .pashr, .pashrPOS: SentenceType(rawValue: Sentence.ashr)
    case .pubx00, .pubx03, .pubx04: SentenceType(rawValue: Sentence.ubx)
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

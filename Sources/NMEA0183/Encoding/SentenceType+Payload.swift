extension Sentence {
  /// Makes a sentence of its payload's type; `nil` for an unknown one.
  public init?(talker: Talker, payload: Payload) {
    guard let type = payload.type else { return nil }
    self.init(talker: payload.isProprietary ? .proprietary : talker, type: type, payload: payload)
  }
}

extension Sentence.Payload {
  /// The letters that name a sentence of this payload; `nil` for an unknown one.
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
    case .pgrme: SentenceType(rawValue: Sentence.grme)
    case .pgrmz: SentenceType(rawValue: Sentence.grmz)
    case .pashr, .pashrPOS: SentenceType(rawValue: Sentence.ashr)
    case .pubx00: SentenceType(rawValue: Sentence.ubx)
    case .unknown: nil
    }
  }

  /// Whether it is a maker's own.
  var isProprietary: Bool {
    switch self {
    case .pgrme, .pgrmz, .pashr, .pashrPOS, .pubx00: true
    default: false
    }
  }
}

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
    case .pgrme: SentenceType(rawValue: Sentence.grme)
    case .pgrmz: SentenceType(rawValue: Sentence.grmz)
    case .unknown: nil
    }
  }

  /// Whether it is a maker's own.
  var isProprietary: Bool {
    switch self {
    case .pgrme, .pgrmz: true
    default: false
    }
  }
}

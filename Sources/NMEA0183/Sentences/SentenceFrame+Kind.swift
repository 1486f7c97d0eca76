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

  /// The kind of a good frame whose address has been read.
  @inline(__always)
  package func kind(of address: SentenceAddress) -> SentenceKind {
    guard isDollar else { return address.type == VDO.form.type ? .vdo : .unknown }
    return KindTable.shared.kind(of: address.type) ?? kindByFields(address)
  }

  /// A maker's own sentence, or a query.
  @inline(never)
  private func kindByFields(_ address: SentenceAddress) -> SentenceKind {
    let fields = fields
    if SentenceQuery(fields, of: address) != nil { return .query }
    guard address.talker == .proprietary else { return .unknown }
    for own in KindTable.shared.own where own.form.type == address.type {
      if own.form.matches(fields) { return own.kind }
    }
    return .unknown
  }
}

extension SentenceForm {
  /// Whether the first field names the message.
  fileprivate func matches(_ fields: FieldReader) -> Bool {
    switch message {
    case .number(let number, _): fields.isNumber(number, at: 1)
    case .text(let text): fields.isText(text, at: 1)
    case .digit: fields.bytes(1).first.map(Byte.isDigit) == true
    case nil: true
    }
  }
}

/// The kinds by the letters of their sentences.
struct KindTable {
  private var standard: [(type: SentenceType, kind: SentenceKind)] = []
  fileprivate private(set) var own: [(form: SentenceForm, kind: SentenceKind)] = []

  static let shared = KindTable()

  private init() {
    for kind in SentenceKind.allCases where kind != .query {
      guard let form = kind.form else { continue }
      switch form.beginning {
      case .talker: standard.append((form.type, kind))
      case .own: own.append((form, kind))
      case .ais: break
      }
    }
  }

  /// The kind of a sentence of the standard.
  @inline(__always)
  func kind(of type: SentenceType) -> SentenceKind? {
    var index = 0
    while index < standard.count {
      if standard[index].type == type { return standard[index].kind }
      index &+= 1
    }
    return nil
  }
}

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
  package var isWPL: Bool { count > 6 && base[3] == UInt8(ascii: "W") && kind == .wpl }

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

/// DTM: the datum that positions refer to.
public struct DTM: DescribedSentence {
  package static var form: SentenceForm { SentenceForm("DTM", least: 8) }

  /// The datum in use: `W84`, `W72`, `S85`, `P90`, `999` for a user's own datum, or others.
  public var datum: ShortName?
  /// Its subdivision.
  public var subdivision: ShortName?
  /// Minutes of latitude to add to positions of the reference, north positive.
  public var latitudeOffset: Double?
  /// Minutes of longitude to add to positions of the reference, east positive.
  public var longitudeOffset: Double?
  /// Meters of altitude to add to those of the reference.
  public var altitudeOffset: Double?
  /// The datum that the offsets refer to.
  public var reference: ShortName?

  /// Makes a DTM without values.
  public init() {}

  package mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.name(1, "datum", &datum)
    try coder.name(2, "subdivision", &subdivision)
    try coder.offset(
      3, "latitudeOffsetMinutes", &latitudeOffset, .minutes, positive: "N", negative: "S")
    try coder.offset(
      5, "longitudeOffsetMinutes", &longitudeOffset, .minutes, positive: "E", negative: "W")
    try coder.decimal(7, "altitudeOffsetMeters", &altitudeOffset, .altitude)
    try coder.name(8, "reference", &reference)
  }
}

/// GRS: range residuals of the satellites in use, in the order of GSA.
public struct GRS: DescribedSentence {
  package static var form: SentenceForm { SentenceForm("GRS") }

  /// The time of the position, UTC.
  public var time: TimeOfDay?
  /// Whether the residuals were computed again after the position (1) or used for it (0).
  public var mode: Int?
  /// The residuals.
  public var residuals = ResidualList()
  /// The satellites' system (NMEA 4.1).
  public var systemID: UInt8?
  /// The signal (NMEA 4.1).
  public var signalID: UInt8?

  /// Makes a GRS without values.
  public init() {}

  package mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.time(1, "time", &time)
    try coder.integer(2, "mode", &mode, in: 0...1)
    try coder.residuals(3, "residualsMeters", &residuals, upTo: 14)
    guard coder.has(.v41) else { return }
    try coder.hexadecimal(15, "systemID", &systemID)
    try coder.hexadecimal(16, "signalID", &signalID)
  }
}

/// Up to sixteen residuals in meters, stored in place as millimeters.
public struct ResidualList: Hashable, Sendable {
  private var millimeters: SIMD16<Int32> = .zero
  /// The number of slots, empty ones included.
  public private(set) var count = 0

  /// Makes an empty list.
  public init() {}

  /// The residual of a slot in meters, `nil` if the slot is empty. The index is within 0 ..< ``count``.
  public subscript(index: Int) -> Double? {
    millimeters[index] == .min ? nil : Double(millimeters[index]) / 1000
  }

  /// Adds a residual, clamped to −99,999 … 99,999 m. NaN counts as `nil`. A seventeenth is ignored.
  public mutating func append(_ meters: Double?) {
    guard count < 16 else { return }
    let stated = meters.flatMap { $0.isNaN ? nil : $0 }
    millimeters[count] =
      stated.map { Int32((min(max($0, -99_999), 99_999) * 1000).rounded()) } ?? .min
    count += 1
  }
}

/// TXT: a message of the receiver's.
public struct TXT: DescribedSentence {
  package static var form: SentenceForm { SentenceForm("TXT") }

  /// The number of sentences of the message.
  public var groupSize: Int?
  /// The number of this sentence, from 1.
  public var groupIndex: Int?
  /// The kind of message; u-blox: 0 error, 1 warning, 2 notice, 7 user.
  public var identifier: Int?
  /// The text.
  public var text = ShortText()

  /// Makes a TXT without values.
  public init() {}

  package mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder
  ) throws(Coder.Failure) {
    // Some receivers leave the three numbers out.
    let isBare = coder.fields.map { $0.count < 4 } ?? false
    if !isBare {
      try coder.integer(1, "groupSize", &groupSize, digits: 2, in: 0...999)
      try coder.integer(2, "groupIndex", &groupIndex, digits: 2, in: 0...999)
      try coder.integer(3, "identifier", &identifier, digits: 2, in: 0...999)
    }
    try coder.text(isBare ? 1 : 4, "text", &text)
  }
}

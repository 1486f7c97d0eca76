/// DTM: the datum that positions refer to.
public struct DTM: Hashable, Sendable {
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

  /// Reads the fields of a good frame; ``init(_:)`` is more convenient.
  public mutating func read(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    let fields = frame.fields
    datum = ShortName(fields.bytes(1))
    subdivision = ShortName(fields.bytes(2))
    latitudeOffset = try fields.decimal(3)
    if fields.bytes(4).first == 0x53 { latitudeOffset = latitudeOffset.map { -$0 } }
    longitudeOffset = try fields.decimal(5)
    if fields.bytes(6).first == 0x57 { longitudeOffset = longitudeOffset.map { -$0 } }
    altitudeOffset = try fields.decimal(7)
    reference = ShortName(fields.bytes(8))
  }
}

/// GRS: range residuals of the satellites in use, in the order of GSA.
public struct GRS: Hashable, Sendable {
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

  /// Reads the fields of a good frame; ``init(_:)`` is more convenient.
  public mutating func read(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    let fields = frame.fields
    time = try fields.time(1)
    mode = try fields.integer(2, in: 0...1)
    var field = 3
    while field <= min(fields.count, 14) {
      residuals.append(try fields.decimal(field, in: -99_999...99_999))
      field += 1
    }
    systemID = try fields.hexadecimal(15)
    signalID = try fields.hexadecimal(16)
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
public struct TXT: Hashable, Sendable {
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

  /// Reads the fields of a good frame; ``init(_:)`` is more convenient.
  public mutating func read(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    let fields = frame.fields
    guard fields.count >= 4 else {
      // Some receivers leave the three numbers out.
      text = ShortText(fields.rest(from: 1))
      return
    }
    groupSize = try fields.integer(1, in: 0...999)
    groupIndex = try fields.integer(2, in: 0...999)
    identifier = try fields.integer(3, in: 0...999)
    text = ShortText(fields.rest(from: 4))
  }
}

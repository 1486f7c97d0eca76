/// The side of a vessel or track.
public enum Side: UInt8, Hashable, Sendable {
  /// `L`: port.
  case left = 0x4C
  /// `R`: starboard.
  case right = 0x52
}

/// XTE: cross-track error.
public struct XTE: DescribedSentence {
  package static var form: SentenceForm { SentenceForm("XTE") }

  /// Whether the data is valid in general.
  public var status: DataStatus?
  /// Whether the receiver has lock.
  public var lockStatus: DataStatus?
  /// Nautical miles off the track.
  public var error: Double?
  /// Where to steer to come back.
  public var steer: Side?
  /// How the data was determined (NMEA 2.3).
  public var mode: PositioningMode?

  /// Makes an XTE without values.
  public init() {}

  package mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.status(1, "status", &status)
    try coder.status(2, "lockStatus", &lockStatus)
    if coder.fields?.hasUnit(UInt8(ascii: "N"), at: 5) != false {
      try coder.decimal(3, "errorNauticalMiles", &error, .other, in: 0...100_000)
    }
    try coder.letter(4, "steer", &steer)
    coder.unit(5, "N", isWritten: error != nil)
    if coder.has(.v23) { try coder.letter(6, "mode", &mode) }
  }
}

/// BOD: bearing from origin to destination.
public struct BOD: DescribedSentence {
  package static var form: SentenceForm { SentenceForm("BOD") }

  /// Degrees true, 0 … 360.
  public var bearing: Double?
  /// Degrees magnetic, 0 … 360.
  public var magneticBearing: Double?
  /// The destination's name.
  public var destination: ShortName?
  /// The origin's name.
  public var origin: ShortName?

  /// Makes a BOD without values.
  public init() {}

  package mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.course(1, "bearing", &bearing, reference: FieldUnit("T", isWrittenAlone: true))
    try coder.course(
      3, "magneticBearing", &magneticBearing, reference: FieldUnit("M", isWrittenAlone: true))
    try coder.name(5, "destination", &destination)
    try coder.name(6, "origin", &origin)
  }
}

/// RMB: the way to the destination.
public struct RMB: DescribedSentence {
  package static var form: SentenceForm { SentenceForm("RMB") }

  /// Whether the data is valid.
  public var status: DataStatus?
  /// Nautical miles off the track.
  public var crossTrackError: Double?
  /// Where to steer to come back.
  public var steer: Side?
  /// The origin's name.
  public var origin: ShortName?
  /// The destination's name.
  public var destination: ShortName?
  /// The destination's latitude in degrees north.
  public var latitude: Double?
  /// The destination's longitude in degrees east.
  public var longitude: Double?
  /// Nautical miles to the destination.
  public var range: Double?
  /// Bearing to the destination in degrees true, 0 … 360.
  public var bearing: Double?
  /// Speed toward the destination in knots, negative away from it.
  public var closingSpeed: Double?
  /// Whether the destination is reached.
  public var arrival: DataStatus?
  /// How the data was determined (NMEA 2.3).
  public var mode: PositioningMode?

  /// Makes an RMB without values.
  public init() {}

  package mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.status(1, "status", &status)
    try coder.decimal(
      2, "crossTrackErrorNauticalMiles", &crossTrackError, .other, in: 0...100_000)
    try coder.letter(3, "steer", &steer)
    try coder.name(4, "origin", &origin)
    try coder.name(5, "destination", &destination)
    try coder.place(6, &latitude, &longitude)
    try coder.decimal(10, "rangeNauticalMiles", &range, .other, in: 0...100_000)
    try coder.course(11, "bearing", &bearing)
    try coder.decimal(12, "closingSpeedKnots", &closingSpeed, .speed)
    try coder.status(13, "arrival", &arrival)
    if coder.has(.v23) { try coder.letter(14, "mode", &mode) }
  }
}

/// WPL: a waypoint.
public struct WPL: DescribedSentence {
  package static var form: SentenceForm { SentenceForm("WPL") }

  /// Degrees north, −90 … 90.
  public var latitude: Double?
  /// Degrees east, −180 … 180.
  public var longitude: Double?
  /// Its name.
  public var name: ShortName?

  /// Makes a WPL without values.
  public init() {}

  package mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.place(1, &latitude, &longitude)
    try coder.name(5, "name", &name)
  }
}

/// RTE: a route, in one or more sentences.
public struct RTE: DescribedSentence {
  package static var form: SentenceForm { SentenceForm("RTE") }

  /// The number of sentences of the route.
  public var groupSize: Int?
  /// The number of this sentence, from 1.
  public var groupIndex: Int?
  /// The part of the route that is listed.
  public var kind: Kind?
  /// The route's name or number.
  public var name: ShortName?
  /// The waypoints' names, with commas between them and with their escapes.
  public var waypoints = ShortText()

  /// The part of a route.
  public enum Kind: UInt8, Hashable, Sendable {
    /// `c`: the whole route.
    case complete = 0x63
    /// `w`: the rest of the route, from the waypoint that was passed last.
    case working = 0x77
  }

  /// Makes an RTE without values.
  public init() {}

  package mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.integer(1, "groupSize", &groupSize, in: 0...999)
    try coder.integer(2, "groupIndex", &groupIndex, in: 0...999)
    try coder.letter(3, "kind", &kind)
    try coder.name(4, "name", &name)
    try coder.rest(5, "waypoints", &waypoints)
  }
}

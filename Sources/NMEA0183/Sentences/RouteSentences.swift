/// The side of a vessel or track.
public enum Side: UInt8, Hashable, Sendable {
  /// `L`: port.
  case left = 0x4C
  /// `R`: starboard.
  case right = 0x52
}

/// XTE: cross-track error.
public struct XTE: Hashable, Sendable {
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

  /// Reads the fields of a good frame; ``init(_:)`` is more convenient.
  public mutating func read(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    let fields = frame.fields
    status = try fields.status(1)
    lockStatus = try fields.status(2)
    error = fields.hasUnit(0x4E, at: 5) ? try fields.decimal(3, in: 0...100_000) : nil
    steer = fields.bytes(4).first.flatMap(Side.init(rawValue:))
    mode = fields.mode(6)
  }
}

/// BOD: bearing from origin to destination.
public struct BOD: Hashable, Sendable {
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

  /// Reads the fields of a good frame; ``init(_:)`` is more convenient.
  public mutating func read(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    let fields = frame.fields
    bearing = try fields.course(1, reference: 0x54)
    magneticBearing = try fields.course(3, reference: 0x4D)
    destination = ShortName(fields.bytes(5))
    origin = ShortName(fields.bytes(6))
  }
}

/// RMB: the way to the destination.
public struct RMB: Hashable, Sendable {
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

  /// Reads the fields of a good frame; ``init(_:)`` is more convenient.
  public mutating func read(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    let fields = frame.fields
    status = try fields.status(1)
    crossTrackError = try fields.decimal(2, in: 0...100_000)
    steer = fields.bytes(3).first.flatMap(Side.init(rawValue:))
    origin = ShortName(fields.bytes(4))
    destination = ShortName(fields.bytes(5))
    latitude = try fields.latitude(6)
    longitude = try fields.longitude(8)
    range = try fields.decimal(10, in: 0...100_000)
    bearing = try fields.course(11)
    closingSpeed = try fields.decimal(12)
    arrival = try fields.status(13)
    mode = fields.mode(14)
  }
}

/// WPL: a waypoint.
public struct WPL: Hashable, Sendable {
  /// Degrees north, −90 … 90.
  public var latitude: Double?
  /// Degrees east, −180 … 180.
  public var longitude: Double?
  /// Its name.
  public var name: ShortName?

  /// Makes a WPL without values.
  public init() {}

  /// Reads the fields of a good frame; ``init(_:)`` is more convenient.
  public mutating func read(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    let fields = frame.fields
    latitude = try fields.latitude(1)
    longitude = try fields.longitude(3)
    name = ShortName(fields.bytes(5))
  }
}

/// RTE: a route, in one or more sentences.
public struct RTE: Hashable, Sendable {
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

  /// Reads the fields of a good frame; ``init(_:)`` is more convenient.
  public mutating func read(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    let fields = frame.fields
    groupSize = try fields.integer(1, in: 0...999)
    groupIndex = try fields.integer(2, in: 0...999)
    kind = fields.bytes(3).first.flatMap(Kind.init(rawValue:))
    name = ShortName(fields.bytes(4))
    waypoints = ShortText(unresolved: fields.rest(from: 5))
  }
}

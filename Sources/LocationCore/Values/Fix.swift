/// One location as a receiver reported it.
///
/// A value that the receiver did not report is `nil`: no value is ever invented, carried over from an
/// earlier fix, or taken from the host. Units are SI, angles are degrees, the datum is WGS 84.
///
/// A number outside the range of its property, or one that is not finite, is not a value: the property
/// becomes `nil`. So a source may assign its own mark of an unknown value, such as a speed of −1. A direction
/// of 360 becomes 0. The same holds for numbers that are decoded, and for the other values of an update.
///
/// **Coding.** The keys are the names of the properties. Values that are `nil` are left out; `errors` and
/// `dilution` may be missing. `mode` and `status` are gpsd's numbers, `source.kind` is a word. The encoder
/// decides how dates look; with `JSONEncoder`, choose `.iso8601` or `.secondsSince1970`, and the same for the
/// decoder.
public struct Fix: UserLocation, Hashable, Codable, Sendable {
  /// The place, WGS 84 degrees.
  public var coordinate: Coordinate

  /// The instant the fix is valid for, UTC, by the receiver's clock; `nil` when the receiver gave
  /// no time, or a time of day without a date: see ``timeOfDay``.
  public var timestamp: Date?

  /// The time of day by the receiver's clock, in seconds since midnight UTC, 0 ..< 86,401, if the
  /// receiver gave no date with it; otherwise `nil`. It is 86,400 and more in a leap second.
  @Ranged<ValueRange.TimeOfDay> public var timeOfDay: Double?

  /// When this process received the fix, by the host's clock or the clock that the caller gave.
  /// ``timestamp`` is a different time: a replayed fix has an old timestamp and a new time of
  /// receipt. `nil` when the fix did not arrive in real time, as in a conversion. A fix of the kind
  /// `.remembered` keeps the time when an earlier run received it.
  public var receivedAt: Date?

  /// Height above mean sea level in meters (the receiver's geoid; GGA field 9, gpsd `altMSL`).
  @Ranged<ValueRange.Height> public var altitude: Double?

  /// Height above the WGS 84 ellipsoid in meters (gpsd `altHAE`). From NMEA it is the height that PUBX,00 or
  /// PASHR,POS states, else the sum of the two heights of one GGA or GNS sentence; `nil` if a height is missing.
  @Ranged<ValueRange.Height> public var ellipsoidalAltitude: Double?

  /// Height of the geoid above the ellipsoid in meters (GGA field 11, gpsd `geoidSep`).
  @Ranged<ValueRange.Height> public var geoidSeparation: Double?

  /// Height by air pressure in meters: the height in the standard atmosphere at which the pressure is
  /// what the recorder measured (IGC). It differs from ``altitude`` with the weather.
  @Ranged<ValueRange.Height> public var pressureAltitude: Double?

  /// Speed over ground in m/s, never negative.
  @Ranged<ValueRange.Speed> public var speed: Double?

  /// Course over ground in degrees from true north, 0 ..< 360: the direction in which the receiver
  /// moves. The vehicle may point elsewhere; see ``heading``.
  @Ranged<ValueRange.Direction> public var course: Double?

  /// The direction in which the vehicle points, in degrees from true north, 0 ..< 360. It comes from
  /// a compass or from two antennas.
  @Ranged<ValueRange.Direction> public var heading: Double?

  /// Magnetic variation at the place in degrees, −180 … 180, east positive (RMC fields 10 and 11).
  @Ranged<ValueRange.HalfCircle> public var magneticVariation: Double?

  /// Vertical speed in m/s, up positive.
  @Ranged<ValueRange.Climb> public var climb: Double?

  /// The errors of the values as the source estimates them.
  public var errors: ErrorEstimates

  /// Whether the fix has two or three dimensions; `nil` when the source did not report it. See
  /// ``dimensions``.
  public var mode: FixMode?

  /// How the position was obtained; `nil` when the source did not report it.
  public var status: FixStatus?

  /// The values that no receiver reported, but a program computed from positions and times; `nil` if there
  /// are none.
  public var derived: DerivedValues?

  /// Age of the differential corrections in seconds, never negative (GGA field 13, gpsd `dgpsAge`).
  @Ranged<ValueRange.Magnitude> public var differentialAge: Double?

  /// The station that sent the corrections, 0 … 4095 (GGA field 14, gpsd `dgpsSta`).
  @Ranged<ValueRange.Station> public var differentialStation: Int?

  /// How many satellites the fix was computed from (GGA field 7). gpsd reports it apart from its fixes: then it is
  /// that of the receiver's last `SKY`, which may be up to two cycles older than the fix.
  @Ranged<ValueRange.Count> public var satellitesUsed: Int?

  /// Dilution of precision, as the receiver reported it: the satellites' geometry, without a unit.
  /// It is not an error in meters. From gpsd it is as old as ``satellitesUsed``.
  public var dilution: DilutionOfPrecision

  /// How full the battery of the device is, in percent, 0 … 100 (OwnTracks `batt`).
  @Ranged<ValueRange.Percent> public var batteryLevel: Int?

  /// Where the fix came from.
  public var source: FixSource

  /// The fix as the receiver reported it, if a program changed it; `nil` for an unchanged fix. See
  /// ``LocationProvider/smoothed(predict:report:)``.
  @Boxed public var original: Fix?

  /// The receiver's own bytes of the fix, after those of the update before it: NMEA 0183 with everything between the
  /// sentences that are read. `nil` if the source has no NMEA, or was not asked for it. Whoever changes the fix removes
  /// them.
  @CarriedBytes package var sentences: [UInt8]?

  /// Makes a fix with a place only; set the other known values afterwards.
  public init(coordinate: Coordinate, mode: FixMode? = nil, source: FixSource) {
    self.coordinate = coordinate
    self.mode = mode
    self.source = source
    self.errors = ErrorEstimates()
    self.dilution = DilutionOfPrecision()
  }
}

extension Fix {
  /// The reported mode. Without one, it is three-dimensional if there is an altitude. For formats that
  /// demand a mode, such as gpsd's.
  public var dimensions: FixMode {
    mode ?? (altitude == nil && ellipsoidalAltitude == nil ? .twoD : .threeD)
  }

  /// The estimated horizontal error in meters; short for ``ErrorEstimates/horizontal``.
  public var horizontalAccuracy: Double? { errors.horizontal }

  /// The estimated vertical error in meters; short for ``ErrorEstimates/vertical``.
  public var verticalAccuracy: Double? { errors.vertical }

  /// Whether a simulator made this fix: its source is a simulator, or the receiver reports that it
  /// simulates (GGA quality 8, FAA mode `S`, gpsd status 8).
  public var isSimulated: Bool { source.kind == .simulated || status == .simulated }

  /// Whether this fix comes from a recording.
  public var isReplayed: Bool { source.kind == .replayed }

  /// Whether ``speed`` was computed from positions and times.
  public var isSpeedDerived: Bool { derived?.contains(.speed) ?? false }

  /// Whether ``course`` was computed from positions.
  public var isCourseDerived: Bool { derived?.contains(.course) ?? false }

  /// Whether the position was computed from earlier positions while the receiver had none.
  public var isPredicted: Bool { derived?.contains(.position) ?? false }

  /// Whether a program made the values smoother; ``original`` has those of the receiver.
  public var isSmoothed: Bool { original != nil }

  /// The time from ``timestamp`` to `now`; `nil` without a timestamp. It is negative when the
  /// receiver's clock is ahead of the clock that gave `now`.
  public func age(at now: Date) -> Duration? {
    timestamp.map { .seconds(now.timeIntervalSince($0)) }
  }

  /// Whether this fix is not the present one: its device had a fix of this time before, and this one comes late.
  ///
  /// - Parameters:
  ///   - last: the receiver's time of the former fix. If it was ahead of the present, the receiver's clock was wrong, and
  ///     says nothing about the order.
  ///   - now: when this fix came.
  package func isLate(after last: Date?, at now: Date) -> Bool {
    guard source.mayDeliverLate, let last, let timestamp else { return false }
    return timestamp < last && last <= now
  }
}

extension Fix: CustomStringConvertible {
  /// One line: the place, the height, the error, the motion, the time and the source, as far as they are known.
  public var description: String {
    joined(
      "\(coordinate)", altitude.map { "\($0) m above sea level" },
      horizontalAccuracy.map { "± \($0) m" }, speed.map { "\($0) m/s" }, course.map { "\($0)°" },
      timestamp.map { "\($0)" }, source.words)
  }
}

/// A kind of content of a track file. A format has a place for it or not.
///
/// The order is that of messages and tables.
package enum TrackContent: Int, CaseIterable, Sendable {
  // Whole items.
  case waypoint, routePoint
  /// The end of a lap, which a format with waypoints makes a waypoint.
  case lap
  /// A track point without a date and time.
  case untimedPoint
  /// A time at which a receiver had no fix.
  case loss
  /// The satellites of an instant.
  case satellites
  // What a file says about its tracks.
  case trackName, trackNote, trackType
  /// That another track begins.
  case trackBreak
  /// That a track was interrupted.
  case segmentBreak
  // Values of a track point.
  case pointName, time, timeOfDay, altitude
  /// One that does not follow from the other two heights.
  case ellipsoidalAltitude
  case geoidSeparation, pressureAltitude, speed, course, heading, climb, magneticVariation
  case accuracy, verticalAccuracy, otherErrors, mode, status, satelliteCount
  case horizontalDilution, verticalDilution, positionDilution, otherDilutions
  /// Age and station of a differential correction.
  case correction
  case battery
  case device
  // What sensors measured at a track point.
  case heartRate, cadence, power, temperature
  // Values of a waypoint.
  case waypointName, waypointNote, waypointTime, waypointAltitude
  // Values of a planned route and its points.
  case routeName, routeNote, routePointName, routePointNote, routePointTime, routePointAltitude
}

extension TrackContent {
  /// What has a value, in the singular and the plural.
  typealias Owner = (one: String, many: String)

  /// How messages and tables name it.
  struct Words {
    /// In the singular and the plural.
    let one, many: String
    /// What has the value; `nil` for a whole item.
    var owner: Owner?
  }

  private static let pointOwner: Owner = ("point", "points")
  private static let waypointOwner: Owner = ("waypoint", "waypoints")
  private static let routePointOwner: Owner = ("route point", "route points")

  /// How messages and tables name it.
  var words: Words {
    func value(_ one: String, _ many: String? = nil, of owner: Owner = Self.pointOwner) -> Words {
      Words(one: one, many: many ?? one + "s", owner: owner)
    }
    return switch self {
    case .waypoint: Words(one: "waypoint", many: "waypoints")
    case .routePoint: Words(one: "route point", many: "route points")
    case .lap: Words(one: "lap", many: "laps")
    case .untimedPoint: Words(one: "point without a time", many: "points without a time")
    case .loss: Words(one: "time without a fix", many: "times without a fix")
    case .satellites: value("satellites", "satellites", of: ("time", "times"))
    case .trackName: value("name", of: ("track", "tracks"))
    case .trackNote: value("description", of: ("track", "tracks"))
    case .trackType: value("type", of: ("track", "tracks"))
    case .trackBreak: Words(one: "break between tracks", many: "breaks between tracks")
    case .segmentBreak: Words(one: "break between segments", many: "breaks between segments")
    case .pointName: value("name")
    case .time: value("time")
    case .timeOfDay: value("time of day", "times of day")
    case .altitude: value("altitude")
    case .ellipsoidalAltitude: value("ellipsoidal altitude")
    case .geoidSeparation: value("geoid separation")
    case .pressureAltitude: value("pressure altitude")
    case .speed: value("speed")
    case .course: value("course")
    case .heading: value("heading")
    case .climb: value("climb")
    case .magneticVariation: value("magnetic variation")
    case .accuracy: value("accuracy", "accuracies")
    case .verticalAccuracy: value("vertical accuracy", "vertical accuracies")
    case .otherErrors: value("further error estimate")
    case .mode: value("mode")
    case .status: value("status", "statuses")
    case .satelliteCount: value("number of satellites", "numbers of satellites")
    case .horizontalDilution: value("HDOP")
    case .verticalDilution: value("VDOP")
    case .positionDilution: value("PDOP")
    case .otherDilutions: value("further DOPs", "further DOPs")
    case .correction: value("differential correction")
    case .battery: value("battery level")
    case .device: value("receiver")
    case .heartRate: value("heart rate")
    case .cadence: value("cadence")
    case .power: value("power")
    case .temperature: value("temperature")
    case .waypointName: value("name", of: Self.waypointOwner)
    case .waypointNote: value("description", of: Self.waypointOwner)
    case .waypointTime: value("time", of: Self.waypointOwner)
    case .waypointAltitude: value("altitude", of: Self.waypointOwner)
    case .routeName: value("name", of: ("route", "routes"))
    case .routeNote: value("description", of: ("route", "routes"))
    case .routePointName: value("name", of: Self.routePointOwner)
    case .routePointNote: value("description", of: Self.routePointOwner)
    case .routePointTime: value("time", of: Self.routePointOwner)
    case .routePointAltitude: value("altitude", of: Self.routePointOwner)
    }
  }
}

/// Kinds of content.
package struct TrackContents: Hashable, Sendable, ExpressibleByArrayLiteral {
  private var bits: UInt64 = 0

  package init(arrayLiteral contents: TrackContent...) {
    for content in contents { insert(content) }
  }

  package static let all = TrackContents(TrackContent.allCases)

  /// The places of track points, and the receiver that was there.
  package static let places: TrackContents = [
    .untimedPoint, .altitude, .ellipsoidalAltitude, .geoidSeparation, .pressureAltitude, .mode,
    .device,
  ]

  /// What a format of lines contains if its user chose the values: everything that a receiver says.
  package static let chosenValues = all.subtracting([
    .waypoint, .lap, .waypointName, .waypointNote, .waypointTime, .waypointAltitude, .routePoint,
    .routeName,
    .routeNote, .routePointName, .routePointNote, .routePointTime, .routePointAltitude, .pointName,
    .trackName, .trackNote, .trackType, .heartRate, .cadence, .power, .temperature,
  ])

  package init(_ contents: some Sequence<TrackContent>) {
    for content in contents { insert(content) }
  }

  package var isEmpty: Bool { bits == 0 }

  package func contains(_ content: TrackContent) -> Bool { bits >> content.rawValue & 1 == 1 }

  package mutating func insert(_ content: TrackContent) { bits |= 1 << content.rawValue }

  package mutating func insert(_ content: TrackContent, if isStated: Bool) {
    bits |= (isStated ? 1 : 0) << content.rawValue
  }

  package mutating func remove(_ content: TrackContent) { bits &= ~(1 << content.rawValue) }

  package func union(_ other: TrackContents) -> TrackContents {
    var result = self
    result.bits |= other.bits
    return result
  }

  package func subtracting(_ other: TrackContents) -> TrackContents {
    var result = self
    result.bits &= ~other.bits
    return result
  }

  /// Calls `body` with the number of each kind in it.
  @inline(__always)
  func forEachNumber(_ body: (Int) -> Void) {
    var rest = bits
    while rest != 0 {
      body(rest.trailingZeroBitCount)
      rest &= rest - 1
    }
  }
}

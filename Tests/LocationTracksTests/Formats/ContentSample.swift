import LocationCore
import LocationIO
import LocationReplay
import LocationText
import TestSupport

@testable import LocationTracks

/// A small track file that states one kind of content, and how to find it again after a conversion.
struct ContentSample {
  let content: TrackContent
  let items: [TrackItem]

  /// Two tracks; the first one has two segments. Every point has a time, and nothing else but `content`.
  init(_ content: TrackContent) throws {
    self.content = content
    var fixes = try (0..<5).map { index in
      var fix = try Fix.bare(10 + Double(index), 20)
      fix.timestamp = .march(12, index, 0)
      return fix
    }
    var (first, mark, route) = (TrackTitle(), TrackWaypoint(fixes[0].coordinate), TrackTitle())
    var (pointName, sky, loss): (String?, SkyView?, FixLoss?)
    var sensors = SensorValues()
    switch content {
    case .trackName: first.name = "to the <hill> & back"
    case .trackNote: first = TrackTitle(name: "walk", note: "first line\nsecond line")
    case .trackType: first.type = "Running"
    case .pointName: pointName = "camp"
    case .heartRate: sensors.heartRate = 142
    case .cadence: sensors.cadence = 83
    case .power: sensors.power = 260
    case .temperature: sensors.temperature = -3.5
    case .lap: mark = TrackWaypoint(endOfLap: 1, mark.coordinate, timestamp: fixes[0].timestamp)
    case .waypointName, .routePointName: mark.name = "spring"
    case .waypointNote, .routePointNote: mark.note = "cold water"
    case .waypointTime, .routePointTime:
      mark.timestamp = .march(9, 0, 0)
      // KML's points with a time and without a name are a track.
      mark.name = "spring"
    case .waypointAltitude, .routePointAltitude: mark.altitude = 612.5
    case .routeName: route.name = "plan"
    case .routeNote: route.note = "if it is dry"
    case .loss: loss = FixLoss(reason: .noFix, timestamp: .march(12, 1, 30), source: .replayed)
    case .satellites:
      var satellite = Satellite(prn: 5, constellation: .gps, id: 5)
      (satellite.elevation, satellite.azimuth, satellite.signalStrength) = (30, 100, 40)
      satellite.isUsed = false
      var view = SkyView(satellites: [satellite], source: .replayed)
      view.timestamp = fixes[1].timestamp
      sky = view
    case .untimedPoint: for index in fixes.indices { fixes[index].timestamp = nil }
    case .timeOfDay:
      for index in fixes.indices {
        (fixes[index].timestamp, fixes[index].timeOfDay) = (nil, 43_200 + Double(index))
      }
    case .device: for index in fixes.indices { fixes[index].source.device = "/dev/ttyACM0" }
    default: Self.state(content, in: &fixes[1])
    }
    var items: [TrackItem] = []
    if content.words.owner?.one.hasPrefix("waypoint") == true || content == .waypoint
      || content == .lap
    {
      items.append(TrackItem(.waypoint(mark)))
    }
    if content.words.owner?.one.hasPrefix("route") == true || content == .routePoint {
      items.append(TrackItem(.routeStart(route)))
      items += [
        TrackItem(.routePoint(mark)), TrackItem(.routePoint(TrackWaypoint(fixes[1].coordinate))),
      ]
    }
    items += [TrackItem(.trackStart(first)), TrackItem(.update(.fix(fixes[0])))]
    if let loss { items.append(TrackItem(.update(.fixLost(loss)))) }
    if let sky { items.append(TrackItem(.update(.sky(sky)))) }
    items += [
      TrackItem(.update(.fix(fixes[1])), name: pointName, sensors: sensors),
      TrackItem(.segmentStart),
    ]
    items += fixes[2...3].map { TrackItem(.update(.fix($0))) }
    items += [TrackItem(.trackStart(TrackTitle())), TrackItem(.update(.fix(fixes[4])))]
    self.items = items
  }

  private static func state(_ content: TrackContent, in fix: inout Fix) {
    switch content {
    case .altitude: fix.altitude = 545.5
    case .ellipsoidalAltitude: fix.ellipsoidalAltitude = 592.25
    case .geoidSeparation:
      (fix.altitude, fix.geoidSeparation, fix.ellipsoidalAltitude) = (545.5, 46.75, 592.25)
    case .pressureAltitude: fix.pressureAltitude = 530
    case .speed: fix.speed = 13.125
    case .course: fix.course = 84.5
    case .heading: fix.heading = 83
    case .climb: fix.climb = -0.5
    case .magneticVariation: fix.magneticVariation = -3.5
    case .accuracy: fix.errors.horizontal = 4
    case .verticalAccuracy: fix.errors.vertical = 7
    case .otherErrors: (fix.errors.latitude, fix.errors.longitude) = (2.5, 3.5)
    case .mode: fix.mode = .twoD
    case .status: fix.status = .differential
    case .satelliteCount: fix.satellitesUsed = 8
    case .horizontalDilution: fix.dilution.horizontal = 0.9
    case .verticalDilution: fix.dilution.vertical = 1.4
    case .positionDilution: fix.dilution.position = 1.7
    case .otherDilutions: fix.dilution.time = 1.2
    case .correction:
      (fix.status, fix.differentialAge, fix.differentialStation) = (.differential, 2.5, 120)
    case .battery: fix.batteryLevel = 73
    default: break
    }
  }

  /// The content of items in words; equal words are equal contents.
  func words(of items: [TrackItem]) -> String {
    let fixes = items.compactMap { item in if case .fix(let fix) = item.update { fix } else { nil }
    }
    let marks = items.compactMap { item in
      switch item.content {
      case .waypoint(let mark), .routePoint(let mark): mark
      default: nil
      }
    }
    var titles: [TrackTitle] = []
    var (routes, breaks, points): ([TrackTitle], [Int], Int) = ([], [], 0)
    for item in items {
      switch item.content {
      case .update(.fix): points += 1
      case .trackStart(let title):
        titles.append(title)
        if points > 0, content == .trackBreak { breaks.append(points) }
      case .segmentStart where content == .segmentBreak: breaks.append(points)
      case .routeStart(let title): routes.append(title)
      default: break
      }
    }
    let fix = fixes.count > 1 ? fixes[1] : nil
    let sensors = items.map(\.sensors)
    switch content {
    case .lap: return "\(marks.map { "\($0.coordinate) \($0.timestamp as Any)" })"
    case .heartRate: return "\(sensors.compactMap(\.heartRate))"
    case .cadence: return "\(sensors.compactMap(\.cadence))"
    case .power: return "\(sensors.compactMap(\.power))"
    case .temperature: return "\(sensors.compactMap(\.temperature))"
    case .waypoint: return marks.map { "\($0.coordinate)" }.joined()
    case .routePoint:
      return items.contains { if case .routePoint = $0.content { true } else { false } }
        ? marks.map { "\($0.coordinate)" }.joined() : "none"
    case .untimedPoint: return "\(fixes.count)"
    case .loss:
      return "\(items.count { if case .update(.fixLost) = $0.content { true } else { false } })"
    case .satellites:
      let skies = items.compactMap { item in
        if case .sky(let view) = item.update { view.satellites } else { nil }
      }
      return "\(skies.joined().map(\.self))"
    case .trackBreak, .segmentBreak: return "\(breaks)"
    case .trackName, .trackNote, .trackType: return "\(titles)"
    case .pointName: return "\(items.compactMap(\.name))"
    case .routeName: return "\(routes.map(\.name))"
    case .routeNote: return "\(routes.map(\.note))"
    case .waypointName, .routePointName: return "\(marks.compactMap(\.name))"
    case .waypointNote, .routePointNote: return "\(marks.compactMap(\.note))"
    case .waypointTime, .routePointTime: return "\(marks.compactMap(\.timestamp))"
    case .waypointAltitude, .routePointAltitude: return "\(marks.compactMap(\.altitude))"
    case .time: return "\(fix?.timestamp as Any)"
    case .timeOfDay: return "\(fix?.timeOfDay as Any)"
    case .altitude: return "\(fix?.altitude as Any)"
    case .ellipsoidalAltitude: return "\(fix?.ellipsoidalAltitude as Any)"
    case .geoidSeparation: return "\(fix?.geoidSeparation as Any)"
    case .pressureAltitude: return "\(fix?.pressureAltitude as Any)"
    // NMEA counts thousandths of a knot.
    case .speed: return "\(fix?.speed.map { ($0 * 1000).rounded() } as Any)"
    case .course: return "\(fix?.course as Any)"
    case .heading: return "\(fix?.heading as Any)"
    case .climb: return "\(fix?.climb as Any)"
    case .magneticVariation: return "\(fix?.magneticVariation as Any)"
    case .accuracy: return "\(fix?.errors.horizontal as Any)"
    case .verticalAccuracy: return "\(fix?.errors.vertical as Any)"
    case .otherErrors: return "\(fix?.errors.latitude as Any) \(fix?.errors.longitude as Any)"
    case .mode: return "\(fix?.mode as Any)"
    case .status: return "\(fix?.status as Any)"
    case .satelliteCount: return "\(fix?.satellitesUsed as Any)"
    case .horizontalDilution: return "\(fix?.dilution.horizontal as Any)"
    case .verticalDilution: return "\(fix?.dilution.vertical as Any)"
    case .positionDilution: return "\(fix?.dilution.position as Any)"
    case .otherDilutions: return "\(fix?.dilution.time as Any)"
    case .battery: return "\(fix?.batteryLevel as Any)"
    case .correction: return "\(fix?.differentialAge as Any) \(fix?.differentialStation as Any)"
    case .device: return "\(fix?.source.device as Any)"
    }
  }

  /// Whether losses name the content, or the whole items that have it.
  func isCounted(in losses: TrackLosses) -> Bool {
    let owner: TrackContent? =
      switch content.words.owner?.one {
      case "waypoint": .waypoint
      case "route", "route point": .routePoint
      case "point": .untimedPoint
      default: nil
      }
    return losses.count(of: content) > 0 || owner.map { losses.count(of: $0) > 0 } ?? false
  }

  /// What a conversion into a format leaves.
  ///
  /// - Returns: the items of the written file, and what the writer left out.
  func converted(to format: TrackFormat) async throws -> (items: [TrackItem], losses: TrackLosses) {
    try await Self.convert(items, to: format)
  }

  /// What conversions from one format to the next leave.
  func converted(through formats: [TrackFormat]) async throws -> [TrackItem] {
    var items = items
    for format in formats { items = try await Self.convert(items, to: format).items }
    return items
  }

  private static func convert(
    _ items: [TrackItem], to format: TrackFormat
  ) async throws -> (items: [TrackItem], losses: TrackLosses) {
    var writer = TrackWriter(format, as: .unordered)
    for item in items { writer.write(item) }
    writer.end()
    let bytes = writer.takeBytes()
    let losses = writer.losses
    let reader = try TrackFileReader(DataByteSource(bytes: bytes))
    var read: [TrackItem] = []
    while let item = try await reader.next() { read.append(item) }
    return (read, losses)
  }
}

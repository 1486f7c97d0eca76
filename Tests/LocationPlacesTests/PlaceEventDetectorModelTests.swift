import LocationCore
import LocationPlaces
import LocationSimulation
import TestSupport
import TestTurns
import Testing

/// Random journeys past three places, against rules that every monitor keeps.
@Suite(.inTurn) struct PlaceEventDetectorModelTests {
  private static let places = [
    (bearing: 0.0, distance: 0.0, radius: 100.0, stay: Duration?.some(.seconds(30))),
    (bearing: 0, distance: 250, radius: 60, stay: nil),
    (bearing: 0, distance: 120, radius: 200, stay: .seconds(5)),
  ]

  private static func monitor(_ state: MonitorState = MonitorState()) throws -> PlaceEventDetector {
    let center = try at(48, 11)
    return PlaceEventDetector(
      places: try places.enumerated().map { index, place in
        try Place(
          id: "\(index)", name: "Place \(index)",
          region: .circle(
            around: center.destination(bearing: place.bearing, distance: place.distance),
            radius: place.radius),
          monitoring: MonitoringOptions(stay: place.stay))
      }, state: state)
  }

  /// What was told of each place.
  private struct Told {
    var isInside: Bool?
    var hasStayed = false
  }

  private static func violation(_ random: inout RandomStream) throws -> String? {
    var monitor = try monitor()
    var told = Array(repeating: Told(), count: places.count)
    var (second, north) = (0.0, Double(random.integer(below: 600)) - 300)
    for _ in 0..<120 {
      var events: [PlaceEvent]
      switch random.integer(below: 12) {
      case 0:
        events =
          monitor.advance(
            to: PlaceEventDetectorTests.start.addingTimeInterval(second + 1),
            of: PlaceEventDetectorTests.source)
      case 1:
        // A restart of the program forgets nothing that was told.
        monitor = try Self.monitor(monitor.state)
        events = []
      case 2:
        second -= Double(random.integer(below: 200))
        events = []
      default:
        second += Double(1 + random.integer(below: 20))
        north += Double(random.integer(below: 200)) - 100
        events = monitor.update(
          with: try PlaceEventDetectorTests.fix(
            north, at: second, accuracy: random.oneIn(4) ? nil : Double(random.integer(below: 40)))
        )
      }
      for event in events {
        let index = Int(event.place.id) ?? 0
        switch event.kind {
        case .initial(let isInside):
          if told[index].isInside != nil { return "\(event.place.name): known twice" }
          told[index] = Told(isInside: isInside)
        case .entered:
          if told[index].isInside != false { return "\(event.place.name): entered from inside" }
          told[index] = Told(isInside: true)
        case .left:
          if told[index].isInside != true { return "\(event.place.name): left from outside" }
          told[index] = Told(isInside: false)
        case .stayed:
          if told[index].isInside != true { return "\(event.place.name): a stay outside" }
          if told[index].hasStayed { return "\(event.place.name): two stays in a visit" }
          if places[index].stay == nil { return "\(event.place.name): a stay that nobody wants" }
          told[index].hasStayed = true
        }
      }
      let states = monitor.known.places
      for index in told.indices where states["\(index)"]?.isInside != told[index].isInside {
        return "Place \(index): the state is not what was told"
      }
      for index in told.indices
      where states["\(index)"].map(Self.hasStayed) ?? false != told[index].hasStayed {
        return "Place \(index): the stay is not what was told"
      }
    }
    return nil
  }

  @Test func everyJourneyKeepsTheRules() {
    playRandomSequences(1_000) { random in try Self.violation(&random) }
  }

  private static func hasStayed(_ state: MonitorState.PlaceState) -> Bool {
    if case .inside(_, hasStayed: true) = state { true } else { false }
  }
}

internal import LocationCore
internal import LocationPlaces
internal import LocationSimulation

/// A drive through an area with many places, and the time that a monitor needs for it.
package struct CrowdRun {
  private let places: [Place]
  private let center: Coordinate

  /// - Parameter count: the number of places in a disk of 25 km.
  package init(placeCount count: Int) throws {
    center = try Coordinate(latitude: 48.1, longitude: 11.5)
    var random = RandomStream(seed: 1, purpose: .init(0))
    var places: [Place] = []
    for number in 0..<count {
      let region = try PlaceRegion.circle(
        around: center.destination(
          bearing: 360 * random.uniform(), distance: 25_000 * random.uniform().squareRoot()),
        radius: 30 + 170 * random.uniform())
      places.append(try Place(name: "\(number)", region: region))
    }
    self.places = places
  }

  /// Drives at 14 m/s with ten fixes a second, and returns the share of a processor that the monitor
  /// needs, and the number of events.
  package func cost(fixCount: Int) -> (share: Double, eventCount: Int) {
    var monitor = PlaceEventDetector(places: places)
    let start = center.destination(bearing: 200, distance: 20_000)
    var fixes = (0..<fixCount).map { number in
      var fix = Fix(
        coordinate: start.destination(bearing: 20, distance: 1.4 * Double(number)),
        source: FixSource(kind: .simulated, name: "crowd"))
      fix.timestamp = Scenario.defaultStart.addingTimeInterval(Double(number) / 10)
      fix.errors.horizontal = 5
      return fix
    }
    // The first fixes, which find out about every place, are not part of the measurement.
    let warm = Swift.min(50, fixes.count)
    for fix in fixes[..<warm] { _ = monitor.update(with: fix) }
    fixes.removeFirst(warm)
    var eventCount = 0
    let time = SystemClock().measure {
      for fix in fixes { eventCount += monitor.update(with: fix).count }
    }
    return ((time / .seconds(1)) / (Double(fixes.count) / 10), eventCount)
  }
}

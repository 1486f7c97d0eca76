public import LocationCore
import LocationReplay

extension TestTrack {
  /// A track along a route at a constant speed: a fix each second, and one at the end of the route.
  ///
  /// The receiver is exact. One that accelerates, turns and errs is a `SimulatedLocationProvider`.
  ///
  /// - Parameters:
  ///   - places: the way, one place at least. Between two places it is a geodesic.
  ///   - speed: in m/s.
  ///   - altitude: meters above mean sea level, the same on the whole way.
  /// - Precondition: there is a place, and the speed is positive and finite.
  public static func route(
    _ places: [Coordinate], speed: Double, altitude: Double = 0
  ) -> TestTrack {
    precondition(!places.isEmpty, "a route needs a place")
    precondition(speed > 0 && speed.isFinite, "a speed is positive, not \(speed)")
    let receiver = TrackReceiver(name: "TestTrack.route", geoidSeparation: 0)
    var (items, second, length): ([TrackItem], Int, Double) = ([], 0, 0)
    func report(_ place: Coordinate, _ speed: Double, _ course: Double?) {
      let moment = TrackMoment(
        second: second, place: place, altitude: altitude, speed: speed, course: course, climb: 0,
        cover: .none)
      items += receiver.reports(at: moment).map {
        TrackItem(.update($0), position: .seconds(second))
      }
      second += 1
    }
    for (start, end) in zip(places, places.dropFirst()) {
      let legEnd = length + start.distance(to: end)
      let bearing = start.bearing(to: end) ?? 0
      while Double(second) * speed < legEnd {
        let place = start.destination(bearing: bearing, distance: Double(second) * speed - length)
        report(place, speed, place.bearing(to: end))
      }
      length = legEnd
    }
    report(places[places.count - 1], 0, nil)
    return TestTrack(name: "route", length: length, duration: .seconds(second - 1), items: items)
  }
}

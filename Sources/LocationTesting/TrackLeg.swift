import LocationCore
import LocationReplay

/// A part of a sample track: a geodesic on which speed and height change evenly.
struct TrackLeg {
  /// What hides satellites from the receiver.
  enum Cover {
    case none
    /// Hides the lower satellites and weakens the others.
    case trees
    /// Hides every satellite.
    case roof
  }

  var seconds: Int
  /// Degrees from true north, at the start of the leg.
  var bearing = 0.0
  /// Meters per second, at the end of the leg.
  var speed = 0.0
  /// Meters per second, up positive.
  var climb = 0.0
  var cover = Cover.none

  static func standing(_ seconds: Int) -> TrackLeg { TrackLeg(seconds: seconds) }

  static func moving(
    _ seconds: Int, toward bearing: Double, reaching speed: Double, climb: Double = 0,
    under cover: Cover = .none
  ) -> TrackLeg {
    TrackLeg(seconds: seconds, bearing: bearing, speed: speed, climb: climb, cover: cover)
  }
}

/// The true state of the receiver at one second of a sample track.
struct TrackMoment {
  /// Seconds since the start of the track.
  var second: Int
  var place: Coordinate
  /// Meters above mean sea level.
  var altitude: Double
  var speed: Double
  /// `nil` while the receiver is stationary.
  var course: Double?
  var climb: Double
  var cover: TrackLeg.Cover
}

extension TestTrack {
  /// Follows the legs from a place on Earth, at rest, and notes what the receiver reports.
  init(
    _ name: String, from start: (latitude: Double, longitude: Double), altitude: Double,
    geoidSeparation: Double, legs: [TrackLeg]
  ) {
    guard var place = try? Coordinate(latitude: start.latitude, longitude: start.longitude) else {
      preconditionFailure("the track \(name) does not begin on Earth")
    }
    let receiver = TrackReceiver(name: "TestTrack.\(name)", geoidSeparation: geoidSeparation)
    var (speed, altitude, length, second) = (0.0, altitude, 0.0, 0)
    var items: [TrackItem] = []
    // The additional second holds the last moment, at which the last leg ends.
    for leg in legs + [.standing(1)] {
      let acceleration = (leg.speed - speed) / Double(leg.seconds)
      let distance = (speed + leg.speed) / 2 * Double(leg.seconds)
      let end = place.destination(bearing: leg.bearing, distance: distance)
      for elapsed in 0..<leg.seconds {
        let time = Double(elapsed)
        let passed = speed * time + acceleration * time * time / 2
        let here = place.destination(bearing: leg.bearing, distance: passed)
        let momentarySpeed = speed + acceleration * time
        let moment = TrackMoment(
          second: second + elapsed, place: here, altitude: altitude + leg.climb * time,
          speed: momentarySpeed, course: momentarySpeed > 0 ? here.bearing(to: end) : nil,
          climb: leg.climb, cover: leg.cover)
        items += receiver.reports(at: moment).map {
          TrackItem(.update($0), position: .seconds(moment.second))
        }
      }
      place = end
      speed = leg.speed
      altitude += leg.climb * Double(leg.seconds)
      length += distance
      second += leg.seconds
    }
    self.init(name: name, length: length, duration: .seconds(second - 1), items: items)
  }
}

internal import LocationCore
internal import LocationSimulation
internal import LocationTracks

/// What was measured of the shapes of many tracks.
package struct ShapeTally: Sendable {
  /// The sums of the climbs in meters, and of the true ones.
  package private(set) var ascent = 0.0
  package private(set) var trueAscent = 0.0
  /// How many fixes are left after simplifying with a tolerance of 3 m, and how many points of the true track.
  package private(set) var simplified = 0
  package private(set) var trueSimplified = 0

  private static let source = FixSource(kind: .simulated, name: "truth")

  package init() {}

  mutating func add(_ fixes: [Fix], _ truth: [GroundTruth]) {
    let track = Track(fixes: [fixes])
    simplified += track.simplified(tolerance: 3).count
    let places = truth.map { Fix(coordinate: $0.coordinate, source: Self.source) }
    trueSimplified += Track(fixes: [places]).simplified(tolerance: 3).count
    ascent += TrackStatistics(track).ascent ?? 0
    for (one, next) in zip(truth, truth.dropFirst()) {
      trueAscent += max(0, next.altitude - one.altitude)
    }
  }
}

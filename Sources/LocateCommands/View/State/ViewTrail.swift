import LocationCore
import LocationTracks

/// The way to the last location, in pieces that a lost location divides.
struct ViewTrail: Hashable, Sendable {
  /// The greatest number of places that are kept.
  static let limit = 600
  /// Meters between two places that are kept.
  private static let step = 1.0

  private(set) var pieces: [[Coordinate]] = []
  private var isInterrupted = true
  private var count = 0

  /// The last place; `nil` if there is none.
  var last: Coordinate? { pieces.last?.last }

  /// The smallest box around all places; `nil` without a place.
  var box: CoordinateBox? {
    var bounds = CoordinateBounds()
    for place in pieces.joined() { bounds.add(place) }
    return bounds.box
  }

  /// Adds the next place.
  mutating func add(_ place: Coordinate) {
    if isInterrupted || pieces.isEmpty {
      pieces.append([place])
    } else if let last, last.distance(to: place) >= Self.step {
      pieces[pieces.count - 1].append(place)
    } else {
      return
    }
    isInterrupted = false
    count += 1
    guard count > Self.limit else { return }
    count -= 1
    pieces[0].removeFirst()
    if pieces[0].isEmpty { pieces.removeFirst() }
  }

  /// The next place has no line to the last one.
  mutating func interrupt() { isInterrupted = true }
}

import LocationCore

extension Track {
  /// The track with fewer fixes. No removed fix is further than a tolerance from the lines between the fixes
  /// that remain.
  ///
  /// The fixes that remain are unchanged, and the first and the last fix of each segment are among them. The
  /// distance counts over the ground; altitudes and times do not matter. This is the method of Ramer,
  /// Douglas and Peucker, with a bound on the work: it never takes longer than proportionally to n log n.
  ///
  /// - Parameter tolerance: in meters, 0 or more. With 0 only fixes exactly on the line are removed.
  public func simplified(tolerance: Double) -> Track {
    mapSegments { fixes in
      let line = SimplifiedLine(fixes.map(\.coordinate), tolerance: tolerance)
      return [line.kept.map { fixes[$0] }]
    }
  }
}

extension TrackCollection {
  /// All tracks with a limited number of fixes: the most important ones for the shape of the tracks.
  ///
  /// The first and the last fix of each segment always remain, also if their number is greater than
  /// `count`.
  public func simplified(toCount count: Int) -> TrackCollection {
    let segments = tracks.flatMap(\.segments)
    let kept = SimplifiedLine.mostImportant(count, of: segments.map { $0.map(\.coordinate) })
    var result = self
    var next = 0
    for index in tracks.indices {
      result.tracks[index].segments = tracks[index].segments.map { segment in
        defer { next += 1 }
        return kept[next].map { segment[$0] }
      }
    }
    return result
  }
}

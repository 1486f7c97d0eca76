public import LocationCore

extension Track {
  /// The parts of the track between times without a fix.
  ///
  /// - Parameter gap: a longer time between two fixes divides the track, in a segment or between two
  ///   segments. A fix without a time stays with the fix before it.
  /// - Returns: the parts in order. Each has the title of the track and at least one fix.
  public func split(atGapsOver gap: Duration) -> [Track] {
    let seconds = gap / .seconds(1)
    var last: Date?
    return split { fix in
      guard let time = fix.timestamp else { return false }
      defer { last = time }
      return last.map { time.timeIntervalSince($0) > seconds } ?? false
    }
  }

  /// The parts of the track between midnights.
  ///
  /// - Parameter utcOffset: returns the seconds that the local time is ahead of UTC at an instant; by default
  ///   midnight is that of UTC. A fix without a time stays with the fix before it.
  /// - Returns: the parts in order. Each has the title of the track and at least one fix.
  public func splitByDay(utcOffset: (Date) -> Int = { _ in 0 }) -> [Track] {
    var last: Int?
    return split { fix in
      guard let time = fix.timestamp else { return false }
      let seconds = time.timeIntervalSince1970 + Double(utcOffset(time))
      guard seconds.magnitude < 1e15 else { return false }
      let day = Int((seconds / 86_400).rounded(.down))
      defer { last = day }
      return last.map { $0 != day } ?? false
    }
  }

  /// Parts of the same length.
  ///
  /// Each part but the last ends with the first fix that makes it long enough. The next part begins with the
  /// same fix, so that no way is lost.
  ///
  /// - Parameter meters: over the WGS 84 ellipsoid, greater than 0.
  /// - Returns: the parts in order. Each has the title of the track and at least one fix.
  public func split(everyMeters meters: Double) -> [Track] {
    precondition(meters > 0, "a part of a track is longer than 0 m, not \(meters) m")
    var parts: [Track] = []
    var part = Track(title: title)
    var length = 0.0
    for segment in segments where !segment.isEmpty {
      var fixes: [TrackPoint] = []
      for (index, fix) in segment.enumerated() {
        if let last = fixes.last { length += last.coordinate.distance(to: fix.coordinate) }
        fixes.append(fix)
        guard length >= meters, fixes.count > 1 else { continue }
        part.segments.append(fixes)
        parts.append(part)
        part = Track(title: title)
        length = 0
        fixes = index + 1 < segment.count ? [fix] : []
      }
      if !fixes.isEmpty { part.segments.append(fixes) }
    }
    if !part.isEmpty { parts.append(part) }
    return parts
  }

  /// The parts of the track. A closure says for each fix whether it begins a part.
  private func split(_ beginsPart: (TrackPoint) -> Bool) -> [Track] {
    var parts: [Track] = []
    for segment in segments {
      var isSegmentStart = true
      for fix in segment {
        if beginsPart(fix) || parts.isEmpty {
          parts.append(Track(title: title))
          isSegmentStart = true
        }
        let part = parts.count - 1
        if isSegmentStart { parts[part].segments.append([]) }
        isSegmentStart = false
        parts[part].segments[parts[part].segments.count - 1].append(fix)
      }
    }
    return parts
  }
}

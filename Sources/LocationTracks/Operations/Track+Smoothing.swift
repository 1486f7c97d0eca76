import LocationCore
import LocationReplay

extension Track {
  /// The track with smoother fixes: each one is the best estimate from the fixes before and after it in its segment.
  ///
  /// It does afterwards what `SmoothingFilter` does for a stream, and knows more. Fixes that cannot be true are left out.
  /// `Fix.original` has the values of the receiver.
  public func smoothed() -> Track {
    var counts = SmoothingFilter.Counts()
    return smoothed(&counts)
  }

  /// - Parameter counts: is increased by what was done.
  package func smoothed(_ counts: inout SmoothingFilter.Counts) -> Track {
    var total = counts
    let result = mapSegments { segment in
      // The fixes of several devices may alternate.
      var devices: [DeviceID: [Int]] = [:]
      for (index, point) in segment.enumerated() {
        devices[point.fix.source.deviceID, default: []].append(index)
      }
      var kept: [TrackPoint?] = Array(repeating: nil, count: segment.count)
      for indices in devices.values {
        let smoother = FixSmoother(indices.lazy.map { segment[$0].fix })
        total.add(smoother.counts)
        for (number, fix) in smoother.fixes {
          var point = segment[indices[number]]
          if point.fix != fix { point.fix = fix }
          kept[indices[number]] = point
        }
      }
      return [kept.compactMap(\.self)]
    }
    counts = total
    return result
  }
}

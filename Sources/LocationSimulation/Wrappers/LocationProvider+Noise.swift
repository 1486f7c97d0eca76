public import LocationCore
import Synchronization

// Wrappers make any provider worse, so that a test can check code that depends on it. They can be
// combined: `provider.withNoise(meters: 5).droppingFixes(share: 0.1).delayed(by: .seconds(2))`. A
// wrapper keeps the delivery of its base: a slow consumer of a live source gets the newest fixes. Each
// subscription starts its own sequence of random numbers, so every subscription gets the same ones.

extension LocationProvider {
  /// The same provider without some of its fixes.
  ///
  /// - Parameter isDropped: whether to drop a fix.
  public func droppingFixes(
    where isDropped: @escaping @Sendable (Fix) -> Bool
  ) -> some LocationProvider {
    WrappedProvider(base: self) { updates in
      updates.changed { update in
        if case .fix(let fix) = update, isDropped(fix) { nil } else { update }
      }
    }
  }

  /// The same provider without a random share of its fixes.
  ///
  /// - Parameters:
  ///   - share: the dropped share, 0 … 1.
  ///   - seed: selects the random numbers; any number.
  /// - Precondition: `share` is within its range.
  public func droppingFixes(share: Double, seed: UInt64 = 1) -> some LocationProvider {
    precondition((0...1).contains(share), "a share is within 0...1, not \(share)")
    return WrappedProvider(base: self) { updates in
      let random = Mutex(RandomStream(seed: seed, purpose: .wire))
      return updates.changed { update in
        guard case .fix = update else { return update }
        return random.withLock { $0.uniform() } < share ? nil : update
      }
    }
  }

  /// The same provider with an additional, time-correlated error of its fixes' places. An accuracy
  /// that a fix states grows accordingly; an accuracy that is `nil` stays `nil`.
  ///
  /// - Parameters:
  ///   - meters: the standard deviation of the error, both to the north and to the east,
  ///     0 … 100,000.
  ///   - correlationTime: how long an error lasts, 0 … 10⁹ seconds of the fixes' timestamps; fixes
  ///     without timestamps count as one second apart. With 0, errors are independent.
  ///   - seed: selects the random numbers; any number.
  /// - Precondition: `meters` and `correlationTime` are within their ranges.
  public func withNoise(
    meters: Double, correlationTime: Double = 30, seed: UInt64 = 1
  ) -> some LocationProvider {
    precondition((0...100_000).contains(meters), "noise is within 0...100000 m, not \(meters)")
    precondition(
      (0...1e9).contains(correlationTime),
      "a correlation time is within 0...1e9 s, not \(correlationTime)")
    return WrappedProvider(base: self) { updates in
      let noise = Mutex(PlaceNoise(meters: meters, correlationTime: correlationTime, seed: seed))
      return updates.changed { update in
        guard case .fix(let fix) = update else { return update }
        return .fix(noise.withLock { $0.applied(to: fix) })
      }
    }
  }
}

/// Moves the places of fixes at random.
private struct PlaceNoise {
  let meters: Double
  let correlationTime: Double
  var random: RandomStream
  var north = GaussMarkov()
  var east = GaussMarkov()
  var last: Date?

  init(meters: Double, correlationTime: Double, seed: UInt64) {
    self.meters = meters
    self.correlationTime = correlationTime
    random = RandomStream(seed: seed, purpose: .positionError)
  }

  mutating func applied(to fix: Fix) -> Fix {
    var step = 1.0
    if let last, let now = fix.timestamp { step = max(0, now.timeIntervalSince(last)) }
    last = fix.timestamp
    let northward =
      meters * north.advance(by: step, correlationTime: correlationTime, &random)
    let eastward = meters * east.advance(by: step, correlationTime: correlationTime, &random)
    var noisy = fix
    noisy.coordinate = fix.coordinate.moved(north: northward, east: eastward)
    noisy.errors.latitude = fix.errors.latitude.map { hypotenuse($0, meters) }
    noisy.errors.longitude = fix.errors.longitude.map { hypotenuse($0, meters) }
    noisy.errors.horizontal = fix.errors.horizontal.map { hypotenuse($0, meters, meters) }
    noisy.errors.spherical = fix.errors.spherical.map { hypotenuse($0, meters, meters) }
    return noisy
  }

  private func hypotenuse(_ sides: Double...) -> Double {
    sides.reduce(0) { $0 + $1 * $1 }.squareRoot()
  }
}

public import LocationCore
import LocationReplay

extension LocationProvider {
  /// The same provider with every update delayed by the same time.
  ///
  /// - Parameters:
  ///   - delay: zero or more.
  ///   - clock: measures the delay; use the provider's clock.
  /// - Precondition: the delay is not negative.
  public func delayed(
    by delay: Duration, clock: any LocationClock = SystemClock()
  ) -> some LocationProvider {
    precondition(delay >= .zero, "a delay is not negative: \(delay)")
    let clock = ErasedClock(clock)
    return WrappedProvider(base: self) { updates in
      let line = DelayLine(updates, by: delay, clock: clock)
      return updates.relayed { () async throws(UserLocationError) in try await line.next() }
    }
  }

  /// The same provider, but it withdraws its authorization some time after a subscription starts.
  /// The subscription yields the new status and ends with `.notAuthorized`; later subscriptions fail.
  ///
  /// - Parameters:
  ///   - time: the time since the start of a subscription; zero or less is the start.
  ///   - clock: measures the time; use the provider's clock.
  public func revoking(
    at time: Duration, clock: any LocationClock = SystemClock()
  ) -> some LocationProvider {
    let clock = ErasedClock(clock)
    let revocation = StatusBox(.authorizedAlways)
    return WrappedProvider(base: self, revocation: revocation) { updates in
      let limit = TimeLimit(updates, at: clock.now + time, clock: clock)
      return updates.relayed { () async throws(UserLocationError) in
        if let update = try await limit.next() { return update }
        guard limit.isReached else { return nil }
        guard !revocation.value.isRefused else { throw LocationUpdates.revoked }
        revocation.change(to: .denied)
        return .authorization(.denied)
      }
    }
  }

  /// The same provider, but its subscriptions end some time after their start.
  ///
  /// - Parameters:
  ///   - time: the time since the start of a subscription; zero or less is the start.
  ///   - error: the error at the end; `nil` for an end without error.
  ///   - clock: measures the time; use the provider's clock.
  public func ending(
    at time: Duration, with error: UserLocationError? = nil,
    clock: any LocationClock = SystemClock()
  ) -> some LocationProvider {
    let clock = ErasedClock(clock)
    return WrappedProvider(base: self) { updates in
      let limit = TimeLimit(updates, at: clock.now + time, clock: clock)
      return updates.relayed { () async throws(UserLocationError) in
        if let update = try await limit.next() { return update }
        if limit.isReached, let error { throw error }
        return nil
      }
    }
  }
}

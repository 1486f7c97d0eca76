public import LocationCore

extension LocationProvider {
  /// The same provider, each of whose updates comes later by `delay`, at the distances it came at.
  ///
  /// - Parameters:
  ///   - delay: not negative.
  ///   - clock: what it is kept with; hand in the provider's own.
  public func delayed<C: Clock>(
    by delay: Duration, clock: C = ContinuousClock()
  ) -> some LocationProvider where C.Duration == Duration {
    let clock = ErasedClock(clock)
    return WrappedProvider(base: self) { updates in
      let line = DelayLine(updates, by: delay, clock: clock)
      return updates.relayed { () async throws(UserLocationError) in try await line.next() }
    }
  }

  /// The same provider, whose authorization is taken back at a time counted from the start of a
  /// subscription: that one says so and ends with `.notAuthorized`, and none begins any more.
  ///
  /// - Parameters:
  ///   - time: when, from the start of a subscription.
  ///   - clock: what the time is kept with; hand in the provider's own.
  public func revoking<C: Clock>(
    at time: Duration, clock: C = ContinuousClock()
  ) -> some LocationProvider where C.Duration == Duration {
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

  /// The same provider, whose subscriptions end at a time counted from their start.
  ///
  /// - Parameters:
  ///   - time: when, from the start of a subscription.
  ///   - error: what they end with; `nil` for a plain end.
  ///   - clock: what the time is kept with; hand in the provider's own.
  public func ending<C: Clock>(
    at time: Duration, with error: UserLocationError? = nil, clock: C = ContinuousClock()
  ) -> some LocationProvider where C.Duration == Duration {
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

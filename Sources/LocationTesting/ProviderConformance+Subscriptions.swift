import LocationCore
import Synchronization

extension ProviderConformance {
  /// Reads a subscription up to its end, or as many updates as the suite wants to check.
  func checkWholeLife(_ provider: any LocationProvider) async -> [Violation] {
    // Kept outside the task, so that the updates of a slow source count even after the limit.
    let seen = Mutex<(updates: Int, violations: [Violation])>((0, []))
    let note: @Sendable (Rule, String) -> Void = { rule, detail in
      seen.withLock { $0.violations.append(Violation(rule, detail)) }
    }
    let status = provider.authorizationStatus
    let updates = provider.startUpdatingLocation()
    _ = await within(limit) { [sampleCount] in
      var status = status
      var iterator = updates.makeAsyncIterator()
      for number in 1...sampleCount {
        let outcome = await iterator.outcome()
        if Task.isCancelled { return }  // The limit canceled it; the provider is not at fault.
        guard case .update(let update) = outcome else {
          if number == 1 { note(.speaks, "it began with \(outcome)") }
          for _ in 0..<2 {
            let after = await iterator.outcome()
            if case .end = after { continue }
            note(.endsOnce, "after the end came \(after)")
          }
          return
        }
        seen.withLock { $0.updates += 1 }
        if let fault = update.implausibleValue {
          note(.plausibleValues, "update \(number): \(fault)")
        }
        if case .authorization(let newStatus) = update {
          status = newStatus
        } else if !status.isAuthorized {
          note(.deliversOnlyWhenAuthorized, "\(outcome) came while the status was \(status)")
          return
        }
      }
    }
    let (count, violations) = seen.withLock { $0 }
    return count > 0 || !violations.isEmpty
      ? violations : [Violation(.speaks, "nothing within \(limit)")]
  }

  func checkLeaving(_ provider: any LocationProvider) async -> [Violation] {
    let isKept = await within(limit) {
      let updates = provider.startUpdatingLocation()
      var iterator = updates.makeAsyncIterator()
      _ = await iterator.outcome()
      return updates.isKeptBySource
    }
    guard let isKept else {
      return [Violation(.stopsWithItsConsumer, "no first update within \(limit)")]
    }
    var found: [Violation] = []
    let isReleased: Void? = await within(limit) {
      while isKept(), !Task.isCancelled { await Task.yield() }
    }
    if isReleased == nil {
      found.append(
        Violation(
          .stopsWithItsConsumer,
          "it still keeps the continuation after its consumer left, so it may poll on"))
    }
    if let activity {
      let isStopped: Void? = await within(limit) {
        while await activity(provider) > 0, !Task.isCancelled { await Task.yield() }
      }
      if isStopped == nil {
        found.append(Violation(.stopsWithItsConsumer, "still active after its consumer left"))
      }
    }
    if await within(limit, { await provider.firstOutcome() }) == nil {
      found.append(Violation(.stopsWithItsConsumer, "it did not start a second time"))
    }
    return found
  }

  func checkCancellation(_ provider: any LocationProvider) async -> [Violation] {
    let updates = provider.startUpdatingLocation()
    let beginning = AwaitedCount()
    let consumer = Task {
      var iterator = updates.makeAsyncIterator()
      _ = await iterator.outcome()
      beginning.increment()
      while case .update = await iterator.outcome() {}
      return await iterator.outcome()
    }
    _ = await within(limit) { await beginning.reaches(1) }
    // The consumer must be waiting when it is canceled.
    await letOthersRun()
    consumer.cancel()
    switch await within(limit, { await consumer.value }) {
    case nil: return [Violation(.obeysCancellation, "it did not end within \(limit)")]
    case .end?: return []
    case let after?: return [Violation(.obeysCancellation, "after the end came \(after)")]
    }
  }

  func checkIndependence(_ provider: any LocationProvider) async -> [Violation] {
    let outcomes = await within(limit) {
      var staying = provider.startUpdatingLocation().makeAsyncIterator()
      let before = await staying.outcome()
      let other = await provider.firstOutcome()
      return (before, other, await staying.outcome())
    }
    guard let (before, other, after) = outcomes else {
      return [Violation(.independentSubscriptions, "nothing within \(limit)")]
    }
    if case (.update, .update, .update) = (before, other, after) { return [] }
    return [
      Violation(
        .independentSubscriptions,
        "one began with \(before), the other with \(other); then the first went on with \(after)")
    ]
  }

  /// Loses the source while one subscription was left and another one is kept, and starts new ones.
  func checkAbsence(
    _ provider: any LocationProvider, losing lose: () async throws -> Void
  ) async throws -> [Violation] {
    _ = await within(limit) { await provider.firstOutcome() }
    let kept = Mutex<LocationUpdates.Iterator?>(nil)
    _ = await within(limit) {
      var iterator = provider.startUpdatingLocation().makeAsyncIterator()
      _ = await iterator.outcome()
      kept.withLock { $0 = iterator }
    }
    try await lose()
    var found: [Violation] = []
    for words in ["while an older one was kept", "after the older ones had ended"] {
      let seen = Mutex("nothing")
      let isReported = await within(limit) {
        var iterator = provider.startUpdatingLocation().makeAsyncIterator()
        while true {
          let outcome = await iterator.outcome()
          seen.withLock { $0 = "\(outcome)" }
          switch outcome {
          case .failure, .update(.fixLost): return true
          case .end: return false
          case .update: continue
          }
        }
      }
      if isReported != true {
        found.append(
          Violation(
            .reportsAbsence,
            "within \(limit) a subscription had last \(seen.withLock { $0 }), \(words)"))
      }
      kept.withLock { $0 = nil }
    }
    return found
  }

  func checkInterests(_ provider: any LocationProvider) async -> [Violation] {
    let updates = provider.startUpdatingLocation()
    updates.interests = []
    let outcome = await within(limit) {
      var iterator = updates.makeAsyncIterator()
      var outcome = await iterator.outcome()
      while case .update(.sky) = outcome { outcome = await iterator.outcome() }
      return outcome
    }
    if case .update? = outcome { return [] }
    let words = outcome.map { "\($0)" } ?? "nothing within \(limit)"
    return [
      Violation(
        .withholdsOnlySatellites, "without interest in satellites, it began with \(words)")
    ]
  }
}

/// The result of one `next()`.
enum SubscriptionOutcome: Sendable, CustomStringConvertible {
  case update(LocationUpdate)
  case end
  case failure(UserLocationError)

  var description: String {
    switch self {
    case .update(.fix): "a fix"
    case .update(.sky): "a sky view"
    case .update(.fixLost): "a lost fix"
    case .update(.authorization(let status)): "authorization \(status)"
    case .end: "the end"
    case .failure(let error): "the error \(error.code) (\(error))"
    }
  }
}

extension LocationProvider {
  /// The first event of a new subscription, which ends then.
  func firstOutcome() async -> SubscriptionOutcome {
    var iterator = startUpdatingLocation().makeAsyncIterator()
    return await iterator.outcome()
  }
}

extension LocationUpdates.Iterator {
  fileprivate mutating func outcome() async -> SubscriptionOutcome {
    do throws(UserLocationError) {
      return try await next().map(SubscriptionOutcome.update) ?? .end
    } catch {
      return .failure(error)
    }
  }
}

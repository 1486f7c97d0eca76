import LocationCore
import Synchronization

/// Checks that a `LocationProvider` keeps its contract. It needs no test framework: give it a closure
/// that makes the provider, and expect no violations.
///
/// ```swift
/// @Test func keepsTheContract() async throws {
///   let suite = ProviderConformance { NMEAReplayProvider(path: "drive.nmea", pace: .unpaced) }
///   #expect(try await suite.violations() == [])
/// }
/// ```
public struct ProviderConformance: Sendable {
  /// A broken rule.
  public struct Violation: Hashable, Sendable, CustomStringConvertible {
    /// The rule.
    public let rule: Rule
    /// What happened instead.
    public let detail: String

    /// The rule and what happened.
    public var description: String { "\(rule.rawValue): \(detail)" }
  }

  /// The rules.
  public enum Rule: String, Hashable, Sendable, CaseIterable {
    /// A subscription yields an update or fails within the time limit.
    case speaks = "a subscription yields something"
    /// A sequence ends once, with `nil` or an error; after that there is only `nil`.
    case endsOnce = "one terminal event, and nothing after the end"
    /// Leaving the loop stops the source.
    case stopsWithItsConsumer = "stops when its consumer leaves"
    /// A canceled consumer gets the end at once.
    case obeysCancellation = "ends when its consumer's task is cancelled"
    /// There can be two subscriptions at a time; ending one does not affect the other.
    case independentSubscriptions = "a second subscription is independent"
    /// A refused provider reports the refusal everywhere, and never yields a fix.
    case reportsDenial = "denial is reported"
    /// `isUserAuthorized` and the answer to a request agree with the status.
    case consistentAuthorization = "authorization agrees with itself"
    /// A consumer that is not interested in satellites gets everything else.
    case withholdsOnlySatellites = "withholds nothing but satellites"
    /// Values are within the ranges `Fix` documents.
    case plausibleValues = "values are within their documented ranges"
  }

  private let make: @Sendable () async throws -> any LocationProvider
  private let makeDenied: (@Sendable () async throws -> any LocationProvider)?
  private let activity: (@Sendable (any LocationProvider) async -> Int)?
  private let sampleCount: Int
  private let limit: Duration

  /// Describes how to check a provider.
  ///
  /// - Parameters:
  ///   - sampleCount: how many updates to check of a source without an end; fewer if they take
  ///     longer than `limit`.
  ///   - limit: the longest real time that one check may take.
  ///   - activity: returns the number of a provider's running subscriptions, if it can be observed.
  ///     Without it, `stopsWithItsConsumer` is only checked by starting again.
  ///   - makingDenied: makes a provider whose authorization is refused, for `reportsDenial`.
  ///   - making: makes a provider that may be used. It must yield at least two updates, and not only
  ///     satellites.
  public init(
    sampleCount: Int = 100, limit: Duration = .seconds(10),
    activity: (@Sendable (any LocationProvider) async -> Int)? = nil,
    makingDenied: (@Sendable () async throws -> any LocationProvider)? = nil,
    making: @escaping @Sendable () async throws -> any LocationProvider
  ) {
    make = making
    makeDenied = makingDenied
    self.activity = activity
    self.sampleCount = sampleCount
    self.limit = limit
  }

  /// Runs every check on a new provider. The result is empty if the provider keeps its contract.
  ///
  /// - Throws: an error of the closure that makes a provider.
  public func violations() async throws -> [Violation] {
    var found: [Violation] = []
    found += await checkAuthorization(try await make())
    found += await checkWholeLife(try await make())
    found += await checkLeaving(try await make())
    found += await checkCancellation(try await make())
    found += await checkIndependence(try await make())
    found += await checkInterests(try await make())
    if let makeDenied { found += await checkDenial(try await makeDenied()) }
    return found
  }

  // MARK: Checks

  private func checkAuthorization(_ provider: any LocationProvider) async -> [Violation] {
    let status = provider.authorizationStatus
    var found: [Violation] = []
    if provider.isUserAuthorized != status.isAuthorized {
      found.append(
        .init(
          .consistentAuthorization,
          "isUserAuthorized is \(provider.isUserAuthorized) while the status is \(status)"))
    }
    if status.isAuthorized {
      switch await bounded({ await provider.requestWhenInUseAuthorization() }) {
      case nil: found.append(.init(.consistentAuthorization, "a request never returned"))
      case let answer? where !answer.isAuthorized:
        found.append(.init(.consistentAuthorization, "authorized, but a request said \(answer)"))
      default: break
      }
    }
    return found
  }

  private func checkWholeLife(_ provider: any LocationProvider) async -> [Violation] {
    // Kept outside the task, so that the updates of a slow source count even after the limit.
    let seen = Mutex<(updates: Int, violations: [Violation])>((0, []))
    let updates = provider.startUpdatingLocation()
    _ = await bounded { [sampleCount] in
      var iterator = updates.makeAsyncIterator()
      for count in 0..<sampleCount {
        let outcome = await iterator.outcome()
        if Task.isCancelled { return }  // The limit canceled it; the provider is not at fault.
        if case .update(let update) = outcome {
          seen.withLock { seen in
            seen.updates += 1
            if let fault = update.implausibleValue {
              seen.violations.append(.init(.plausibleValues, "update \(count + 1): \(fault)"))
            }
          }
          continue
        }
        if count == 0 {
          seen.withLock { $0.violations.append(.init(.speaks, "it began with \(outcome)")) }
        }
        for _ in 0..<2 {
          let after = await iterator.outcome()
          if case .end = after { continue }
          seen.withLock { $0.violations.append(.init(.endsOnce, "after the end came \(after)")) }
        }
        return
      }
    }
    let (count, violations) = seen.withLock { $0 }
    return count > 0 || !violations.isEmpty
      ? violations : [.init(.speaks, "nothing within \(limit)")]
  }

  private func checkLeaving(_ provider: any LocationProvider) async -> [Violation] {
    guard await bounded({ await firstOutcome(of: provider) }) != nil else {
      return [.init(.stopsWithItsConsumer, "no first update within \(limit)")]
    }
    var found: [Violation] = []
    if let activity {
      let isStopped: Void? = await bounded {
        while await activity(provider) > 0, !Task.isCancelled { await Task.yield() }
      }
      if isStopped == nil {
        found.append(.init(.stopsWithItsConsumer, "still active after its consumer left"))
      }
    }
    if await bounded({ await firstOutcome(of: provider) }) == nil {
      found.append(.init(.stopsWithItsConsumer, "it did not start a second time"))
    }
    return found
  }

  private func checkCancellation(_ provider: any LocationProvider) async -> [Violation] {
    let updates = provider.startUpdatingLocation()
    let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
    let consumer = Task {
      var iterator = updates.makeAsyncIterator()
      _ = await iterator.outcome()
      beginning.finish()
      while case .update = await iterator.outcome() {}
      return await iterator.outcome()
    }
    _ = await bounded { for await _ in begun {} }
    // The consumer must be waiting when it is canceled; after this it very likely is.
    for _ in 0..<100 { await Task.yield() }
    consumer.cancel()
    switch await bounded({ await consumer.value }) {
    case nil: return [.init(.obeysCancellation, "it did not end within \(limit)")]
    case .end?: return []
    case let after?: return [.init(.obeysCancellation, "after the end came \(after)")]
    }
  }

  private func checkIndependence(_ provider: any LocationProvider) async -> [Violation] {
    let outcome = await bounded { () -> Violation? in
      var staying = provider.startUpdatingLocation().makeAsyncIterator()
      let before = await staying.outcome()
      let other = await firstOutcome(of: provider)
      let after = await staying.outcome()
      if case (.update, .update, .update) = (before, other, after) { return nil }
      return .init(
        .independentSubscriptions,
        "one began with \(before), the other with \(other); then the first went on with \(after)")
    }
    guard let violation = outcome else {
      return [.init(.independentSubscriptions, "nothing within \(limit)")]
    }
    return violation.map { [$0] } ?? []
  }

  private func checkInterests(_ provider: any LocationProvider) async -> [Violation] {
    let updates = provider.startUpdatingLocation()
    updates.interests = []
    let outcome = await bounded {
      var iterator = updates.makeAsyncIterator()
      var outcome = await iterator.outcome()
      while case .update(.sky) = outcome { outcome = await iterator.outcome() }
      return outcome
    }
    if case .update? = outcome { return [] }
    let words = outcome.map { "\($0)" } ?? "nothing within \(limit)"
    return [
      .init(.withholdsOnlySatellites, "without interest in satellites, it began with \(words)")
    ]
  }

  private func checkDenial(_ provider: any LocationProvider) async -> [Violation] {
    var found: [Violation] = []
    let answer = await bounded { await provider.requestWhenInUseAuthorization() }
    if answer?.isAuthorized != false {
      found.append(.init(.reportsDenial, "a request said \(answer.map { "\($0)" } ?? "nothing")"))
    }
    if provider.isUserAuthorized {
      found.append(.init(.reportsDenial, "isUserAuthorized is true after a refusal"))
    }
    switch await bounded({ await firstOutcome(of: provider) }) {
    case .failure(let error)? where error.code == .notAuthorized: break
    case let other:
      found.append(
        .init(.reportsDenial, "a subscription began with \(other.map { "\($0)" } ?? "nothing")"))
    }
    return found
  }

  // MARK: Helpers

  @Sendable private func firstOutcome(of provider: any LocationProvider) async -> Outcome {
    var iterator = provider.startUpdatingLocation().makeAsyncIterator()
    return await iterator.outcome()
  }

  /// The operation's result; `nil` if it takes too long, and then it is canceled.
  private func bounded<T: Sendable>(_ operation: @escaping @Sendable () async -> T) async -> T? {
    let (results, continuation) = AsyncStream.makeStream(of: T?.self)
    let work = Task { continuation.yield(await operation()) }
    let watchdog = Task {
      guard (try? await ContinuousClock().sleep(for: limit)) != nil else { return }
      continuation.yield(nil)
    }
    defer {
      work.cancel()
      watchdog.cancel()
    }
    for await result in results { return result }
    return nil
  }
}

extension ProviderConformance.Violation {
  fileprivate init(_ rule: ProviderConformance.Rule, _ detail: String) {
    self.rule = rule
    self.detail = detail
  }
}

/// The result of one `next()`.
private enum Outcome: Sendable, CustomStringConvertible {
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

extension LocationUpdates.Iterator {
  fileprivate mutating func outcome() async -> Outcome {
    do throws(UserLocationError) {
      return try await next().map(Outcome.update) ?? .end
    } catch {
      return .failure(error)
    }
  }
}

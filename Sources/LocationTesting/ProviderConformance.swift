import LocationCore

/// Checks that a `LocationProvider` keeps its contract. It needs no test framework: give it a closure
/// that makes the provider, and check it.
///
/// ```swift
/// @Test func keepsTheContract() async throws {
///   let suite = ProviderConformance { NMEAReplayProvider(path: "drive.nmea", pace: .unpaced) }
///   try await suite.check()
/// }
/// ```
public struct ProviderConformance: ConformanceSuite {
  /// A broken rule.
  public typealias Violation = ConformanceViolation<Rule>

  /// The rules.
  public enum Rule: String, Hashable, Sendable, CaseIterable {
    /// A request for authorization returns, whatever the status is.
    case answersRequests = "a request for authorization is answered"
    /// `isUserAuthorized` and the answer to a request agree with the status.
    case consistentAuthorization = "authorization agrees with itself"
    /// A subscription yields an update or fails within the time limit.
    case speaks = "a subscription yields something"
    /// Fixes, sky views and lost fixes come only from a provider that is authorized when the
    /// subscription starts, and that has not yielded a revocation.
    case deliversOnlyWhenAuthorized = "nothing is delivered without authorization"
    /// Values are within their documented ranges.
    case plausibleValues = "values are within their documented ranges"
    /// A sequence ends once, with `nil` or an error; after that there is only `nil`.
    case endsOnce = "one terminal event, and nothing after the end"
    /// Leaving the loop stops the source, which releases its continuation.
    case stopsWithItsConsumer = "stops when its consumer leaves"
    /// A canceled consumer gets the end at once.
    case obeysCancellation = "ends when its consumer's task is cancelled"
    /// There can be two subscriptions at a time; ending one does not affect the other.
    case independentSubscriptions = "a second subscription is independent"
    /// A subscription to a source that is gone fails or yields a lost fix, even if an older one still waits.
    case reportsAbsence = "a source that is gone is reported to each subscription"
    /// A consumer that is not interested in satellites gets everything else.
    case withholdsOnlySatellites = "withholds nothing but satellites"
    /// A refused provider reports the refusal everywhere, and never yields an update.
    case reportsDenial = "denial is reported"
  }

  private let make: @Sendable () async throws -> any LocationProvider
  private let makeDenied: (@Sendable () async throws -> any LocationProvider)?
  let activity: (@Sendable (any LocationProvider) async -> Int)?
  private let lose: (@Sendable () async throws -> Void)?
  let sampleCount: Int
  let limit: Duration

  /// Describes how to check a provider.
  ///
  /// - Parameters:
  ///   - sampleCount: how many updates to check of a source without an end; fewer if they take
  ///     longer than `limit`. At least one.
  ///   - limit: the longest real time that one check may take; more than zero. A check that waits for
  ///     something that never happens takes this long.
  ///   - activity: returns the number of a provider's running subscriptions, if it can be observed.
  ///     Without it, `stopsWithItsConsumer` is only checked by the release of the continuation, and by
  ///     starting again.
  ///   - losing: makes the source of the last provider of `making` unavailable, as by stopping its server, for
  ///     `reportsAbsence`. It is called once, after all other checks of such providers.
  ///   - makingDenied: makes a provider whose authorization is refused, for `reportsDenial`; the
  ///     refusal may also be its answer to a request.
  ///   - making: makes a provider that is authorized, or that grants a request for authorization
  ///     within `limit`. It must yield at least two updates, and not only satellites.
  /// - Precondition: `sampleCount` and `limit` are positive.
  public init(
    sampleCount: Int = 100, limit: Duration = .seconds(10),
    activity: (@Sendable (any LocationProvider) async -> Int)? = nil,
    losing: (@Sendable () async throws -> Void)? = nil,
    makingDenied: (@Sendable () async throws -> any LocationProvider)? = nil,
    making: @escaping @Sendable () async throws -> any LocationProvider
  ) {
    precondition(sampleCount > 0, "a suite checks at least one update, not \(sampleCount)")
    precondition(limit > .zero, "a check needs some time, not \(limit)")
    make = making
    makeDenied = makingDenied
    self.activity = activity
    lose = losing
    self.sampleCount = sampleCount
    self.limit = limit
  }

  /// Runs every check on a new provider. The result is empty if the provider keeps its contract.
  ///
  /// A provider that does not answer a request for authorization is checked no further.
  ///
  /// - Throws: an error of the closures.
  public func violations() async throws -> [Violation] {
    var found = await checkAuthorization(try await make())
    if found.contains(where: { $0.rule == .answersRequests }) { return found }
    found += await checkWholeLife(try await provider())
    found += await checkLeaving(try await provider())
    found += await checkCancellation(try await provider())
    found += await checkIndependence(try await provider())
    found += await checkInterests(try await provider())
    if let lose { found += try await checkAbsence(try await provider(), losing: lose) }
    if let makeDenied { found += await checkDenial(try await makeDenied()) }
    return found
  }

  /// A new provider that was asked for authorization, if that is still open.
  private func provider() async throws -> any LocationProvider {
    let provider = try await make()
    if provider.authorizationStatus == .notDetermined {
      _ = await within(limit) { await provider.requestWhenInUseAuthorization() }
    }
    return provider
  }
}

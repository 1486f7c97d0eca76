/// A rule that a conformance suite found broken.
public struct ConformanceViolation<Rule>: Hashable, Sendable, CustomStringConvertible
where Rule: RawRepresentable<String> & Hashable & Sendable {
  /// The rule.
  public let rule: Rule
  /// What happened instead.
  public let detail: String

  init(_ rule: Rule, _ detail: String) {
    self.rule = rule
    self.detail = detail
  }

  /// The rule and what happened.
  public var description: String { "\(rule.rawValue): \(detail)" }
}

/// Checks that an implementation keeps the contract of its protocol.
public protocol ConformanceSuite: Sendable {
  /// The rules of the contract.
  associatedtype Rule: RawRepresentable<String> & Hashable & Sendable

  /// Runs every check. The result is empty if the contract is kept.
  func violations() async throws -> [ConformanceViolation<Rule>]
}

extension ConformanceSuite {
  /// Runs every check, and throws one error that names all broken rules.
  ///
  /// - Throws: ``BrokenContract``, and the errors of ``violations()``.
  public func check() async throws {
    let violations = try await violations()
    if !violations.isEmpty { throw BrokenContract(violations: violations) }
  }
}

/// The rules that a suite found broken.
public struct BrokenContract<Rule>: Error, CustomStringConvertible
where Rule: RawRepresentable<String> & Hashable & Sendable {
  /// The broken rules; at least one.
  public let violations: [ConformanceViolation<Rule>]

  /// One line for each broken rule.
  public var description: String { violations.map(\.description).joined(separator: "\n") }
}

/// The operation's result; `nil` if it takes longer than `limit`, and then it is canceled.
func within<T: Sendable>(
  _ limit: Duration, _ operation: @escaping @Sendable () async -> T
) async -> T? {
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

/// Lets other tasks run. Afterwards a task that was ready has very likely done its work.
func letOthersRun() async {
  for _ in 0..<100 { await Task.yield() }
}

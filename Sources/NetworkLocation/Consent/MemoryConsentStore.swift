import Synchronization

/// Keeps consents as long as it lives: for tests, and for programs that store them elsewhere.
public final class MemoryConsentStore: ConsentStore {
  private let state: Mutex<[String: Consent]>

  /// Makes a store.
  ///
  /// - Parameter consents: the first decisions by origin.
  public init(_ consents: [String: Consent] = [:]) { state = Mutex(consents) }

  /// The decision about a server.
  public func consent(to origin: String) -> Consent? { state.withLock { $0[origin] } }

  /// All decisions by origin.
  public func consents() -> [String: Consent] { state.withLock { $0 } }

  /// Stores or revokes a decision.
  public func set(_ consent: Consent?, to origin: String) {
    state.withLock { $0[origin] = consent }
  }
}

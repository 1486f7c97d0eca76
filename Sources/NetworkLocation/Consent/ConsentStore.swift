public import LocationCore
import Synchronization

/// Stores to which servers the user agreed to send data that tells where this machine is.
public protocol ConsentStore: Sendable {
  /// What the user decided about a server; `nil` if there is no decision, or if it can not be read. It is
  /// read before each request, so it must be quick.
  ///
  /// - Parameter origin: see ``GeolocationServer/origin``.
  func consent(to origin: String) -> Consent?

  /// All decisions by origin.
  ///
  /// - Throws: `.inputOutput`, `.badData` or `.notAuthorized` if they can not be read.
  func consents() throws(UserLocationError) -> [String: Consent]

  /// Stores a decision; `nil` revokes it, so that the user is asked again.
  ///
  /// - Throws: `.inputOutput`, `.badData` or `.notAuthorized` if it can not be stored.
  func set(_ consent: Consent?, to origin: String) throws(UserLocationError)
}

/// What a user decided about sending data to a server.
public enum Consent: String, Hashable, Sendable {
  /// Data may be sent.
  case granted
  /// Nothing may be sent, and the user is not asked again.
  case refused
}

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

/// The question that a user answers before anything is sent to a server.
public struct ConsentQuestion: Hashable, Sendable, CustomStringConvertible {
  /// The server; see ``GeolocationServer/origin``.
  public let origin: String
  /// Whether the server may also use the IP address of this machine.
  public let usesAddress: Bool

  /// What is sent to which server, in a few sentences for the user.
  public var description: String {
    "May this program send the Wi-Fi access points in sight (addresses and signal strengths) and the cell of "
      + "the mobile network, if there is a modem, to \(origin)? The server can tell from them where this "
      + "machine is."
      + (usesAddress ? " It may also use the IP address of this machine." : "")
  }
}

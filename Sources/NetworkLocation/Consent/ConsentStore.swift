public import LocationCore

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

/// How a client gets access to the brokers whose addresses a user names.
public struct MQTTAccess: Hashable, Sendable {
  /// The environment variable in which the command finds the password.
  package static let passwordVariable = "LOCATE_PASSWORD"

  /// The password of the user in an address. A broker whose address has no user does not get it.
  public var password: String?
  /// The certificates of connections to `mqtts://`.
  public var security: MQTTSettings.Security
  /// The version of the protocol.
  public var version: MQTTSettings.Version

  /// The identifier of a client whose subscriptions the broker keeps. Messages that come while it is away are delivered
  /// when it comes back. Only one client may have it at a time. `nil` keeps nothing.
  ///
  /// With MQTT 5 the broker keeps them for a week; with MQTT 3.1.1 it decides how long, and how many.
  public var session: String?

  /// Describes the access. The default has no password and no certificate of the client, trusts the authorities of the
  /// system, and has no session.
  public init(
    password: String? = nil, security: MQTTSettings.Security = MQTTSettings.Security(),
    version: MQTTSettings.Version = .v3, session: String? = nil
  ) {
    self.password = password
    self.security = security
    self.version = version
    self.session = session
  }
}

extension MQTTSettings {
  /// The connection to the broker of an address.
  public init(_ address: MQTTAddress, _ access: MQTTAccess) {
    self.init(
      host: address.host, port: address.port, security: address.isSecure ? access.security : nil)
    version = access.version
    user = address.user
    if user != nil { password = access.password }
  }
}

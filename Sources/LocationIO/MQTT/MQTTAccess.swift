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

  /// Describes the access. The default has no password and no certificate of the client, and trusts the authorities
  /// of the system.
  public init(
    password: String? = nil, security: MQTTSettings.Security = MQTTSettings.Security(),
    version: MQTTSettings.Version = .v3
  ) {
    self.password = password
    self.security = security
    self.version = version
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

package import LocationCore

/// A connection to an MQTT broker.
public struct MQTTSettings: Hashable, Sendable, CustomStringConvertible {
  /// A version of the protocol.
  public enum Version: CInt, Hashable, Sendable {
    /// MQTT 3.1.1.
    case v3 = 4
    /// MQTT 5.
    case v5 = 5
  }

  /// How a connection is secured with TLS.
  public struct Security: Hashable, Sendable {
    /// A file with certificates of the authorities to trust, in PEM; `nil` trusts those of the system.
    public var authorities: String?
    /// A file with the certificate of this client, in PEM; `nil` for none.
    public var certificate: String?
    /// A file with the key of ``certificate``, in PEM and without a password.
    public var key: String?

    /// Makes settings; the default trusts the authorities of the system and has no client certificate.
    public init(authorities: String? = nil, certificate: String? = nil, key: String? = nil) {
      self.authorities = authorities
      self.certificate = certificate
      self.key = key
    }
  }

  /// The name or address of the broker.
  public var host: String
  /// The port. The usual ones are 1883, and 8883 with TLS.
  public var port: UInt16
  /// The version of the protocol.
  public var version: Version
  /// The user; `nil` for none.
  public var user: String?
  /// The password of the user.
  public var password: String?
  /// How the connection is secured; `nil` for a connection that anybody on the way can read.
  public var security: Security?
  /// After this time without other packets, this client and the broker check that both are there. It is
  /// 5 s … 18 h.
  package var keepAlive: Duration

  /// Names a broker.
  ///
  /// - Parameters:
  ///   - host: see ``host``.
  ///   - port: see ``port``; `nil` is the usual one.
  ///   - security: see ``security``.
  public init(host: String, port: UInt16? = nil, security: Security? = nil) {
    self.host = host
    self.port = port ?? (security == nil ? 1883 : 8883)
    self.security = security
    version = .v3
    keepAlive = .seconds(30)
  }

  /// The broker without the password: "mqtts://jane@example.org:8883".
  public var description: String {
    "mqtt\(security == nil ? "" : "s")://\(user.map { $0 + "@" } ?? "")"
      + HostAndPort.text(host, port)
  }
}

package struct MQTTMessage: Hashable, Sendable {
  package var topic: String
  package var payload: [UInt8]
  /// The quality of service: 0 at most once, 1 at least once, 2 exactly once.
  package var quality: Int
  /// Whether the broker keeps the message for later subscribers.
  package var isRetained: Bool

  package init(topic: String, payload: [UInt8], quality: Int = 1, isRetained: Bool = false) {
    self.topic = topic
    self.payload = payload
    self.quality = quality
    self.isRetained = isRetained
  }
}

/// Why a connection to a broker failed, or a message was not taken.
package typealias MQTTError = CodedError<MQTTErrorCode>

package enum MQTTErrorCode: String, ErrorCode {
  /// The settings or a topic cannot be used.
  case invalid
  case hostNotFound
  /// There is no connection, or it broke.
  case unreachable
  case untrusted
  /// A wrong password, or no permission.
  case notAuthorized
  /// The broker does not take this message.
  case rejected
  case cancelled
  /// The library is not installed.
  case unavailable
}

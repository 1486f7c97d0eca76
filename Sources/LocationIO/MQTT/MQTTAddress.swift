package import LocationCore

/// A topic of an MQTT broker, as a user writes it: `mqtt://[USER@]HOST[:PORT]/TOPIC`, or `mqtts://…` with TLS.
public struct MQTTAddress: Hashable, Sendable, CustomStringConvertible {
  private static let form = "mqtt://[USER@]HOST[:PORT]/TOPIC"

  /// The name or address of the broker.
  public var host: String
  /// The port. The usual ones are 1883, and 8883 with TLS.
  public var port: UInt16
  /// Whether the connection is secured with TLS.
  public var isSecure: Bool
  /// The user; `nil` for none.
  public var user: String?
  /// The topic, without a slash before it. It may have the wildcards `+` and `#`.
  public var topic: String

  /// Whether the topic stands for several topics.
  package var hasWildcard: Bool {
    topic.split(separator: "/").contains { $0 == "+" || $0 == "#" }
  }

  /// Whether the broker divides the messages of the topic among consumers.
  package var isShared: Bool { topic.hasPrefix("$share/") }

  /// Reads the URL.
  ///
  /// - Throws: `.invalidSource` with the mistake and the expected form. A password is a mistake, because
  ///   other users of the machine see the arguments of a program.
  package init(_ text: String) throws(UserLocationError) {
    func mistake(_ detail: String) -> UserLocationError { HostAndPort.mistake(text, detail) }
    let scheme = text.prefix { $0 != ":" }
    guard ["mqtt", "mqtts"].contains(scheme.lowercased()) else {
      throw mistake("it looks like \(Self.form)")
    }
    isSecure = scheme.lowercased() == "mqtts"
    let (authority, path) = try HostAndPort.split(
      text.dropFirst(scheme.count + 1), text, form: Self.form)
    let words = authority.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    if words.count == 2, words[0].contains(":") {
      throw HostAndPort.mistake("mqtt://", "a password does not belong in an argument")
    }
    user = words.count == 2 ? String(words[0]) : nil
    let place = try HostAndPort.parse(words[words.count - 1], text, form: Self.form)
    host = place.host
    port = place.port ?? (isSecure ? 8883 : 1883)
    topic = String((path ?? "").dropFirst())
    guard !host.isEmpty, !topic.isEmpty else { throw mistake("it looks like \(Self.form)") }
  }

  /// The URL, with the port and without a password.
  public var description: String {
    "mqtt\(isSecure ? "s" : "")://\(user.map { $0 + "@" } ?? "")"
      + "\(HostAndPort.text(host, port))/\(topic)"
  }
}

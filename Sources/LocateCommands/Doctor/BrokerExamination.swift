import LocationCore
import LocationIO
import LocationPublishing

/// Examines an MQTT broker, from its name to the permission to publish to a topic.
struct BrokerExamination: Examination {
  static let chain: [Check.Name] = [.address, .connection, .tls, .login, .permission]

  /// A message that is no location. Readers of OwnTracks' JSON ignore a `_type` that they do not know.
  private static let probe = Array(#"{"_type":"probe"}"#.utf8)

  let settings: MQTTSettings
  let topic: MQTTTopic
  /// The version that the user named; `nil` for the newest one of the broker.
  let version: MQTTSettings.Version?
  let timeout: Duration
  let environment: LocateEnvironment

  func waiting(after link: Check.Name?) -> String { "waiting for the server" }

  func run(_ diagnosis: inout Diagnosis) async throws {
    let place = TargetConnection(
      host: settings.host, port: settings.port, timeout: timeout, environment: environment)
    try await place.examine(
      &diagnosis, stranger: "a broker listens on port 1883, or 8883 with TLS")
    if settings.security == nil { try place.skipTLS(&diagnosis, secure: "mqtts://") }
    let (connection, version) = try await logIn(&diagnosis)
    try await examinePermission(connection, version, &diagnosis)
    await connection.close()
  }

  // MARK: TLS and login

  private func logIn(
    _ diagnosis: inout Diagnosis
  ) async throws -> (MQTTConnection, MQTTSettings.Version) {
    var (opened, used) = try await open(version ?? .v5)
    if version == nil, case .failure(let error) = opened, error.code == .invalid {
      (opened, used) = try await open(.v3)
    }
    let connection: MQTTConnection
    switch opened {
    case .success(let success): connection = success
    case .failure(let error): try explain(error, &diagnosis)
    }
    try passTLS(&diagnosis)
    let words = used == .v5 ? "MQTT 5" : "MQTT 3.1.1"
    try diagnosis.pass(
      .login, settings.user.map { "\($0), \(words)" } ?? "without a user, \(words)")
    return (connection, used)
  }

  private func open(
    _ version: MQTTSettings.Version
  ) async throws -> (Result<MQTTConnection, MQTTError>, MQTTSettings.Version) {
    var settings = settings
    settings.version = version
    let result = await limited { [settings] () async throws(MQTTError) in
      try await MQTTConnection.open(settings)
    }
    try Task.checkCancellation()
    return (result, version)
  }

  private func passTLS(_ diagnosis: inout Diagnosis) throws {
    guard settings.security != nil else { return }
    try diagnosis.pass(.tls, "the certificate is trusted and for \(settings.host)")
  }

  private func explain(_ error: MQTTError, _ diagnosis: inout Diagnosis) throws -> Never {
    switch error.code {
    case .untrusted:
      throw BrokenLink(
        name: .tls, status: .notAuthorized, detail: error.detail,
        remedy: "--ca FILE names the authority; the name in the URL must be in the certificate; "
          + "--cert and --key are for a broker that wants a certificate of yours")
    case .unavailable:
      throw BrokenLink(
        name: settings.security == nil ? .login : .tls, status: .unavailable,
        detail: error.detail, remedy: "the package libmosquitto1 has it")
    case .notAuthorized:
      try passTLS(&diagnosis)
      throw BrokenLink(
        name: .login, status: .notAuthorized, detail: error.detail,
        remedy: settings.user == nil
          ? "this broker wants a user: mqtt://USER@HOST/TOPIC, and --password-file"
          : settings.password == nil
            ? "there is no password: --password-file, or the variable \(MQTTAccess.passwordVariable)"
            : "is the password right? it comes from --password-file or \(MQTTAccess.passwordVariable)"
      )
    case .invalid where settings.security != nil:
      throw BrokenLink(
        name: .tls, status: .noInput, detail: error.detail,
        remedy: "check --ca, --cert and --key")
    default:
      throw BrokenLink(
        name: settings.security == nil ? .login : .tls, status: .unavailable,
        detail: error.detail,
        remedy: settings.security == nil
          ? "is it a broker? one with TLS has the scheme mqtts://"
          : "does it speak TLS at this port? one without TLS has the scheme mqtt://; "
            + "does it want a certificate of yours? --cert and --key name it")
    }
  }

  // MARK: Permission

  private func examinePermission(
    _ connection: MQTTConnection, _ version: MQTTSettings.Version, _ diagnosis: inout Diagnosis
  ) async throws {
    guard !topic.namesDevice else {
      return try diagnosis.skip(
        .permission, "the topic names the receiver, so it is not known here")
    }
    guard version == .v5 else {
      return try diagnosis.skip(
        .permission,
        "MQTT 3.1.1 does not tell it: a broker confirms forbidden messages and drops them")
    }
    let message = MQTTMessage(topic: topic.text, payload: Self.probe)
    let result = await limited { () async throws(MQTTError) in
      try await connection.publish(message)
    }
    try Task.checkCancellation()
    switch result {
    case .success: try diagnosis.pass(.permission, "may publish to \(topic.text)")
    case .failure(let error):
      connection.abandon()
      throw BrokenLink(
        name: .permission, status: error.code == .notAuthorized ? .notAuthorized : .unavailable,
        detail: error.detail,
        remedy: "let the owner of the broker allow \(settings.user ?? "everybody") to write "
          + "\(topic.text), \(topic.text)/event and \(topic.text)/waypoint")
    }
  }

  /// Runs a call of the connection until the time is over.
  private func limited<Value: Sendable>(
    _ call: @escaping @Sendable () async throws(MQTTError) -> Value
  ) async -> Result<Value, MQTTError> {
    await withTaskGroup(of: Result<Value, MQTTError>.self) { group in
      group.addTask {
        do throws(MQTTError) { return .success(try await call()) } catch { return .failure(error) }
      }
      group.addTask { [clock = environment.clock, timeout] in
        try? await clock.sleep(for: timeout)
        return .failure(
          MQTTError(
            .unreachable, detail: "the broker did not answer in \(HelpText.seconds(timeout))"))
      }
      defer { group.cancelAll() }
      return await group.next() ?? .failure(MQTTError(.cancelled))
    }
  }
}

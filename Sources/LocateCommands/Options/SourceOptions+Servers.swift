import LocationCore
import LocationIO
import LocationPOSIX
import LocationPublishing
import LocationSources

extension SourceOptions {
  /// Other users of the machine see the arguments of a program.
  static let noPassword =
    "a password does not belong in an argument; use --password-file, or the variable "
    + MQTTAccess.passwordVariable

  /// The access to brokers that are sources. Tells the user which of the files with secrets others may read.
  ///
  /// - Parameter targets: the servers that the options are for, too.
  /// - Throws: `CommandFailure` for options without a server that they could be for.
  func access(
    to sources: [SourceDescription], _ targets: [PublishTarget] = [],
    in environment: LocateEnvironment
  ) throws(CommandFailure) -> MQTTAccess {
    let areGiven = [passwordFile, ca, cert].contains { $0 != nil } || mqttVersion != nil
    guard !areGiven || sources.contains(where: \.isBroker) || targets.contains(where: \.isServer)
    else {
      throw CommandFailure(
        .usage,
        "\(sources.names): --password-file, --ca, --cert, --key and --mqtt-version are for servers, "
          + "as mqtts://HOST/TOPIC")
    }
    // Each connection would end the other one.
    if session != nil, sources.filter(\.isBroker).count != 1 {
      throw CommandFailure(
        .usage, "\(sources.names): --session is for one source mqtt://HOST/TOPIC")
    }
    for file in [passwordFile, key].compactMap({ $0 }) { environment.checkSecret(file) }
    let access = try access(in: environment)
    guard access.password != nil else { return access }
    let exposing =
      sources.filter(\.exposesPassword).map(\.name) + targets.filter(\.exposesPassword).map(\.name)
    for server in exposing {
      environment.say(
        "\(server): the password is not encrypted on its way to another machine; use mqtts:// or https://"
      )
    }
    return access
  }

  /// The access to brokers.
  private func access(in environment: LocateEnvironment) throws(CommandFailure) -> MQTTAccess {
    MQTTAccess(
      password: try password(in: environment),
      security: MQTTSettings.Security(authorities: ca, certificate: cert, key: key),
      version: mqttVersion ?? .v3, session: session)
  }

  /// Sends requests to a web server.
  func transport(in environment: LocateEnvironment) -> any HTTPTransport {
    if let ca { return CurlTransport(authorities: ca) }
    return environment.sources.httpTransport()
  }

  /// The password from the file, or else from the variable; `nil` if there is neither.
  private func password(in environment: LocateEnvironment) throws(CommandFailure) -> String? {
    guard let passwordFile else { return environment.variables[MQTTAccess.passwordVariable] }
    return String(decoding: try environment.secret(in: passwordFile), as: UTF8.self)
  }
}

extension LocateEnvironment {
  /// The secret in the first line of a file.
  func secret(in path: String) throws(CommandFailure) -> [UInt8] {
    do throws(SystemError) {
      return try SecretFile(path).firstLine()
    } catch {
      throw CommandFailure(.noInput, "\(path.printablePath): \(error.clause)")
    }
  }

  /// Tells the user if not only the owner of a file may read it.
  func checkSecret(_ path: String) {
    guard let warning = SecretFile(path).warning else { return }
    say(warning)
  }
}

extension SourceDescription {
  /// Whether a password would be sent to another machine as it is.
  fileprivate var exposesPassword: Bool {
    if case .mqtt(let address) = self { address.exposesPassword } else { false }
  }
}

extension PublishTarget {
  /// Whether a password would be sent to another machine as it is.
  fileprivate var exposesPassword: Bool {
    switch self {
    case .mqtt(let address, _): return address.exposesPassword
    case .http(let url, let user):
      let authority = url.dropFirst("http://".count).prefix { $0 != "/" && $0 != "?" }
      let host = try? HostAndPort.parse(authority, url, form: "").host
      return user != nil && url.hasPrefix("http://")
        && host.map(HostAndPort.isThisMachine) != true
    case .standardOutput, .file: return false
    }
  }
}

extension MQTTAddress {
  fileprivate var exposesPassword: Bool {
    user != nil && !isSecure && !HostAndPort.isThisMachine(host)
  }
}

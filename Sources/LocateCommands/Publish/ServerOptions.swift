import ArgumentParser
import LocationIO
import LocationPOSIX
import LocationPublishing
import LocationSources

/// The options for connections to servers.
struct ServerOptions: ParsableArguments {
  /// The environment variable with the password.
  static let variable = "LOCATE_PASSWORD"
  /// Other users of the machine see the arguments of a program.
  static let noPassword =
    "a password does not belong in an argument; use --password-file, or the variable \(variable)"

  @Option(
    help: ArgumentHelp(
      "A file with the user's password in its first line.",
      discussion: "Default: the variable \(Self.variable).", valueName: "file"),
    completion: .file())
  var passwordFile: String?

  @Option(
    help: ArgumentHelp(
      "A file with certificates of the authorities to trust, in PEM.",
      discussion: "Default: those of the system.", valueName: "file"),
    completion: .file())
  var ca: String?

  @Option(
    help: ArgumentHelp("A file with the certificate of this client, in PEM.", valueName: "file"),
    completion: .file())
  var cert: String?

  @Option(
    help: ArgumentHelp("A file with the key of --cert, in PEM.", valueName: "file"),
    completion: .file())
  var key: String?

  @Option(
    name: .customLong("mqtt-version"),
    help: ArgumentHelp("3.1.1 or 5.", discussion: "Default: 3.1.1.", valueName: "version"),
    transform: MQTTSettings.Version.init(argument:))
  var version: MQTTSettings.Version?

  func validate() throws {
    if (cert == nil) != (key == nil) {
      throw ValidationError("--cert and --key belong together")
    }
  }

  /// The connection to a broker.
  func settings(
    of broker: MQTTAddress, in environment: LocateEnvironment
  ) throws(CommandFailure) -> MQTTSettings {
    var settings = MQTTSettings(
      host: broker.host, port: broker.port,
      security: broker.isSecure
        ? MQTTSettings.Security(authorities: ca, certificate: cert, key: key) : nil)
    settings.version = version ?? .v3
    settings.user = broker.user
    if broker.user != nil { settings.password = try password(in: environment) }
    return settings
  }

  /// Sends requests to a web server.
  func transport(in environment: LocateEnvironment) -> any HTTPTransport {
    if let ca { return CurlTransport(authorities: ca) }
    return environment.sources.httpTransport()
  }

  /// The password from the file, or else from the variable; `nil` if there is neither.
  func password(in environment: LocateEnvironment) throws(CommandFailure) -> String? {
    guard let passwordFile else { return environment.variables[Self.variable] }
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileContents.read(passwordFile, limit: 65_536)
    } catch {
      throw CommandFailure(.noInput, "\(passwordFile.printablePath): \(error.clause)")
    }
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    return String(decoding: line, as: UTF8.self)
  }
}

extension MQTTSettings.Version {
  fileprivate init(argument: String) throws(InvalidOptionValue) {
    switch argument {
    case "3.1.1": self = .v3
    case "5": self = .v5
    default: throw InvalidOptionValue("the versions are 3.1.1 and 5")
    }
  }
}

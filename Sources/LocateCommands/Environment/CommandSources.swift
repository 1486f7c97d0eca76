import GeoClueLocation
import LocationCore
import LocationIO
import LocationSources
import NetworkLocation

/// Builds everything that the command reads locations from.
package protocol CommandSourceAssembler: SourceAssembler {
  /// The bytes of a TCP server after it received `greeting`, for the doctor. The first read connects.
  func conversation(
    host: String, port: UInt16, greeting: String, connectTimeout: Duration
  ) throws(UserLocationError) -> any ByteStream
}

extension CommandSourceAssembler {
  package func conversation(
    host: String, port: UInt16, greeting: String, connectTimeout: Duration
  ) throws(UserLocationError) -> any ByteStream {
    let name = "\(host):\(port)"
    let reader = TCPReader(
      host: host, port: port, source: name, connectTimeout: connectTimeout, greeting: greeting
    ) {
      SocketAddress.find(host, port: port, for: .connecting)
    }
    return try WakeableStream(reader, source: name)
  }
}

/// The real sources. They tell the user before they try a source again.
package struct CommandSources: CommandSourceAssembler {
  private let commandName: String
  private let isGeoClueInstalled: Bool
  private let notice: @Sendable (String) -> Void
  private let confirm: (@Sendable (String) async -> Bool?)?

  /// - Parameters:
  ///   - commandName: the name of the command in advice.
  ///   - isGeoClueInstalled: whether to offer GeoClue in advice.
  ///   - notice: tells the user a line while a command runs.
  ///   - confirm: asks the user a question, and returns `nil` without an answer; `nil` if there is nobody to
  ///     ask.
  package init(
    commandName: String, isGeoClueInstalled: Bool = GeoClueProvider.isInstalled,
    notice: @escaping @Sendable (String) -> Void,
    confirm: (@Sendable (String) async -> Bool?)? = nil
  ) {
    self.isGeoClueInstalled = isGeoClueInstalled
    self.commandName = commandName
    self.notice = notice
    self.confirm = confirm
  }

  package func adviceWithoutGPSD() -> String? {
    // GeoClue may ask a server on the Internet, so only the user decides to use it.
    let service =
      isGeoClueInstalled
      ? "to ask the desktop's location service: \(commandName) --source geoclue:; " : ""
    return service + "to try it without a receiver: \(commandName) --source sim:drive"
  }

  package func consentRequest() -> NetworkProvider.Ask? {
    guard let confirm else { return nil }
    return { question in
      await confirm(question.description).map { $0 ? .granted : .refused }
    }
  }

  package func adviceWithoutConsent(to origin: String) -> String? {
    "to agree: \(commandName) consent grant \(origin)"
  }

  package func othersMayRead(secret path: String, _ warning: String) { notice(warning) }

  package func willIgnoreTimes(of recording: String) {
    notice("\(recording): its times are ignored, because a simulated receiver travels it")
  }

  package func willRetry(after error: UserLocationError, pause: Duration) {
    notice("\(error); trying again in \(HelpText.seconds(pause))")
  }
}

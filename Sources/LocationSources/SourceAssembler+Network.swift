import LocationCore
import LocationIO
import LocationPOSIX
import NetworkLocation

extension SourceAssembler {
  /// A `CurlTransport`.
  public func httpTransport() -> any HTTPTransport { CurlTransport() }

  /// A `SystemWiFiScanner`.
  public func wifiScanner() -> any WiFiScanner { SystemWiFiScanner() }

  /// A `ModemManagerScanner`.
  public func cellScanner() -> any CellScanner { ModemManagerScanner() }

  /// The file `$XDG_STATE_HOME/locate/consent.json`.
  public func consentStore() throws(UserLocationError) -> any ConsentStore {
    guard let store = FileConsentStore.standard() else {
      throw UserLocationError(
        .sourceUnavailable,
        detail: "there is nowhere to keep consents: set HOME or XDG_STATE_HOME to an absolute path")
    }
    return store
  }

  /// Nobody is asked.
  public func consentRequest() -> NetworkProvider.Ask? { nil }

  /// No advice.
  public func adviceWithoutConsent(to origin: String) -> String? { nil }

  /// A `NetworkProvider` with the assembler's scanners, transport, consents and clock.
  public func networkProvider(
    server: GeolocationServer, settings: SourceSettings
  ) throws(UserLocationError) -> NetworkProvider {
    NetworkProvider(
      server: try withKey(server), consents: try consentStore(), ask: consentRequest(),
      advice: adviceWithoutConsent(to: server.origin), scanner: wifiScanner(),
      cells: cellScanner(), transport: httpTransport(), retries: settings.retries,
      logger: settings.logger,
      clock: clock())
  }

  /// Does nothing.
  public func othersMayRead(secret path: String, _ warning: String) {}

  /// The server with the key that is in a file or in an environment variable.
  private func withKey(_ server: GeolocationServer) throws(UserLocationError) -> GeolocationServer {
    let key: String?
    switch server.keyPlace {
    case nil: return server
    case .variable(let name):
      key = getenv(name).map { String(cString: $0) }
      if key == nil {
        throw UserLocationError(
          .invalidSource, source: server.name, detail: "there is no variable \(name) with its key")
      }
    case .file(let path):
      let file = SecretFile(path)
      do throws(SystemError) {
        key = String(decoding: try file.firstLine(), as: UTF8.self)
      } catch {
        throw UserLocationError(
          error.code, source: server.name,
          detail: "its key: \(path.printablePath): \(error.clause)",
          cause: error)
      }
      if let warning = file.warning { othersMayRead(secret: path, warning) }
    }
    return try server.withKey(key ?? "")
  }
}

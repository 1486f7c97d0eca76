import LocationCore
import LocationIO
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
        detail: "there is no place for consents: set HOME or XDG_STATE_HOME to an absolute path")
    }
    return store
  }

  /// Nobody is asked.
  public func consentRequest() -> NetworkProvider.Ask? { nil }

  /// No advice.
  public func adviceWithoutConsent(to origin: String) -> String? { nil }

  /// A `NetworkProvider` with the assembler's scanners, transport, consents, clock and time of day.
  public func networkProvider(
    server: GeolocationServer, settings: SourceSettings
  ) throws(UserLocationError) -> NetworkProvider {
    NetworkProvider(
      server: server, consents: try consentStore(), ask: consentRequest(),
      advice: adviceWithoutConsent(to: server.origin), scanner: wifiScanner(),
      cells: cellScanner(), transport: httpTransport(), retries: settings.retries,
      logger: settings.logger,
      anyClock: clock(), now: { now() })
  }
}

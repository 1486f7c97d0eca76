import LocationIO
import LocationSources
import LocationTesting
import NetworkLocation

@testable import LocateCommands

/// Sources whose geolocation server, Wi-Fi and consents are in memory.
struct NetworkAssembler: CommandSourceAssembler {
  let consents = MemoryConsentStore()
  let scanner = WiFiScannerMock(accessPoints: Self.accessPoints(["home", "cafe"]))
  let transport = HTTPTransportMock(
    status: 200, body: #"{"location":{"lat":48.1,"lng":11.5},"accuracy":70}"#)
  var request: NetworkProvider.Ask?

  func consentStore() -> any ConsentStore { consents }
  func consentRequest() -> NetworkProvider.Ask? { request }
  func adviceWithoutConsent(to origin: String) -> String? { "agree to \(origin)" }
  func httpTransport() -> any HTTPTransport { transport }
  func wifiScanner() -> any WiFiScanner { scanner }
  func cellScanner() -> any CellScanner { CellScannerMock() }

  /// Access points of networks with these names. The last byte of their addresses counts from 1.
  static func accessPoints(_ names: [String]) -> [WiFiAccessPoint] {
    names.enumerated().compactMap { index, name in
      MACAddress("00:1b:63:84:45:0\(index + 1)").map {
        WiFiAccessPoint(address: $0, networkName: Array(name.utf8))
      }
    }
  }
}

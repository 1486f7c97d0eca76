import LocationCore
import LocationIO
import LocationTesting
import NetworkLocation
import Synchronization
import Testing

extension WiFiAccessPoint {
  /// An access point that may be sent. Its address ends with `number`.
  static func numbered(
    _ number: UInt8, name: String = "home", strength: Int? = -50, age: Duration? = .seconds(1)
  ) -> WiFiAccessPoint {
    WiFiAccessPoint(
      address: .numbered(number), networkName: Array(name.utf8), signalStrength: strength,
      frequency: 2412, age: age)
  }
}

extension CellTower {
  static func numbered(_ number: Int) -> CellTower {
    guard
      let cell = CellTower(
        radio: .lte, countryCode: 262, networkCode: 2, areaCode: 100, cellID: number)
    else { preconditionFailure() }
    return cell
  }
}

extension MACAddress {
  static func numbered(_ number: UInt8) -> MACAddress {
    let digits = String(number, radix: 16)
    guard let address = MACAddress("00:1b:63:84:45:" + (digits.utf8.count < 2 ? "0" : "") + digits)
    else { preconditionFailure() }
    return address
  }
}

extension GeolocationServer {
  static func of(_ text: String = "https://example.org/v1/geolocate") throws -> GeolocationServer {
    try GeolocationServer(text)
  }
}

enum Bodies {
  static let found = #"{"location":{"lat":48.117,"lng":-11.517},"accuracy":64.5}"#
  static let notFound = error(404, "notFound")

  static func error(_ code: Int, _ reason: String) -> String {
    #"{"error":{"code":\#(code),"message":"words","errors":[{"domain":"geolocation","#
      + #""reason":"\#(reason)","message":"words"}]}}"#
  }
}

/// Everything around a provider: two access points, a server that knows them, and a granted consent.
struct Harness {
  let clock = ManualClock()
  let scanner = WiFiScannerMock(accessPoints: [.numbered(1), .numbered(2)])
  var cells = CellScannerMock()
  let transport = HTTPTransportMock(status: 200, body: Bodies.found)
  let server: GeolocationServer
  let consents: MemoryConsentStore

  init(_ url: String = "https://example.org/v1/geolocate", consent: Consent? = .granted) throws {
    server = try GeolocationServer(url)
    consents = MemoryConsentStore()
    consents.set(consent, to: server.origin)
  }

  func provider(
    retries: Bool = false, ask: NetworkProvider.Ask? = nil
  ) -> NetworkProvider {
    NetworkProvider(
      server: server, consents: consents, ask: ask, scanner: scanner, cells: cells,
      transport: transport,
      retries: retries, clock: clock)
  }

  /// The outcome of the first update.
  func first(_ provider: NetworkProvider) async -> Result<LocationUpdate?, UserLocationError> {
    var iterator = provider.startUpdatingLocation().makeAsyncIterator()
    do throws(UserLocationError) {
      return .success(try await iterator.next())
    } catch {
      return .failure(error)
    }
  }
}

extension Result where Success == LocationUpdate?, Failure == UserLocationError {
  var fix: Fix? { if case .success(.fix(let fix)?) = self { fix } else { nil } }

  var error: UserLocationError? { if case .failure(let error) = self { error } else { nil } }
}

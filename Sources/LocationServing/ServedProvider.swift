import GPSDProtocol
import LocationCore
import LocationIO
import LocationText
import NMEALocation

/// A provider that gives its locations to a server too, and before them the bytes that they came
/// in. Its subscriber sets the pace of both, and never waits for the server.
package struct ServedProvider: LocationProvider {
  package let base: any ServableProvider
  package let device: ServedDevice
  package let server: LocationServer

  package init(base: any ServableProvider, device: ServedDevice, server: LocationServer) {
    self.base = base
    self.device = device
    self.server = server
  }

  package var authorizationStatus: AuthorizationStatus { base.authorizationStatus }

  package var authorizationRefusal: String? { base.authorizationRefusal }

  package func requestWhenInUseAuthorization() async -> AuthorizationStatus {
    await base.requestWhenInUseAuthorization()
  }

  package func startUpdatingLocation() -> LocationUpdates {
    let next = base.startSpeaking()
    return LocationUpdates { [device, server] () async throws(UserLocationError) in
      while let step = try await next() {
        if !step.bytes.isEmpty {
          server.publish(ServedReport(kind: .nmea, bytes: step.bytes))
        }
        guard let update = step.update else { continue }
        if let report = device.report(update) { server.publish(report) }
        return update
      }
      return nil
    }
  }
}

import GPSDProtocol
import LocationCore
import LocationReplay

/// A provider that gives its locations to a server too, and before them the bytes that they came
/// in. Its subscriber sets the pace of both, and never waits for the server.
package struct ServedProvider: LocationProvider {
  package let base: any TrackProvider
  package let device: ServedDevice
  package let server: LocationServer

  package init(base: any TrackProvider, device: ServedDevice, server: LocationServer) {
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
    let next = base.startPlaying()
    return LocationUpdates { [device, server] () async throws(UserLocationError) in
      while let item = try await next() {
        if !item.bytes.isEmpty {
          server.publish(ServedReport(kind: .nmea, bytes: item.bytes))
        }
        guard let update = item.update else { continue }
        if let report = device.report(update) { server.publish(report) }
        return update
      }
      return nil
    }
  }
}

import LocationCore

/// A provider that gives its locations to a server too, and before them the bytes that they came
/// in. Its subscriber sets the pace of both, and never waits for the server.
struct ServedProvider: LocationProvider {
  let base: any ServableProvider
  let device: ServedDevice
  let server: LocationServer

  var authorizationStatus: AuthorizationStatus { base.authorizationStatus }

  var authorizationRefusal: String? { base.authorizationRefusal }

  func requestWhenInUseAuthorization() async -> AuthorizationStatus {
    await base.requestWhenInUseAuthorization()
  }

  func startUpdatingLocation() -> LocationUpdates {
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

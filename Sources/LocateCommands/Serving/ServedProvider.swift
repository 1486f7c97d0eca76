import LocationCore
import Synchronization

/// A provider that gives its locations to a server too, and before them the bytes that they came
/// in. Its subscriber sets the pace of both, and never waits for the server.
struct ServedProvider: LocationProvider {
  let base: any ServableProvider
  let device: ServedDevice
  let server: LocationServer
  /// Called once, before the first thing is said: the source can be read.
  let willBegin: @Sendable () -> Void

  var authorizationStatus: AuthorizationStatus { base.authorizationStatus }

  var authorizationRefusal: String? { base.authorizationRefusal }

  func requestWhenInUseAuthorization() async -> AuthorizationStatus {
    await base.requestWhenInUseAuthorization()
  }

  func startUpdatingLocation() -> LocationUpdates {
    let next = base.startSpeaking()
    let hasBegun = Mutex(false)
    return LocationUpdates { [device, server, willBegin] () async throws(UserLocationError) in
      while let step = try await next() {
        let isFirst = hasBegun.withLock { hasBegun in
          defer { hasBegun = true }
          return !hasBegun
        }
        if isFirst { willBegin() }
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

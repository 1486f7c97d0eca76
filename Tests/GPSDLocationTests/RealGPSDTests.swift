import Foundation
import LocationCore
import TestSupport
import Testing

@testable import GPSDLocation

#if GPSD
  @Suite(
    .enabled(if: RealGPSD.isInstalled, "gpsd is not installed (apt install gpsd)"),
    .timeLimit(.minutes(1)))
  struct RealGPSDTests {
    @Test func fixesComeFromAReceiver() async throws {
      let receiver = try ReceiverServer()
      let gpsd = try RealGPSD(servedAt: receiver.port)
      let provider = GPSDProvider(host: "127.0.0.1", port: gpsd.port)
      var seen: [Fix] = []
      for try await update in provider.startUpdatingLocation() {
        if case .fix(let fix) = update { seen.append(fix) }
        if seen.count == 5 { break }
      }
      withExtendedLifetime((receiver, gpsd)) {}
    }
  }
#endif

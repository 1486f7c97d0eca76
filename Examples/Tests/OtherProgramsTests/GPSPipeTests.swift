import Foundation
import LocationCore
import LocationServing
import LocationTesting
import Testing

/// A program that uses gpsd reads our server instead. The track is in code, so the test needs neither
/// gpsd nor a receiver nor a file.
@Suite(.timeLimit(.minutes(1))) struct GPSPipeTests {
  /// The members of gpsd's report of a position that this test reads.
  struct Report: Decodable {
    var `class`: String
    var device: String?
    var status: Int?
    var time: String?
    var lat: Double?
    var lon: Double?
  }

  @Test(.enabled(if: GPSPipe.program != nil, "gpspipe is missing: apt install gpsd-clients"))
  func gpspipeReadsTheServedTrack() async throws {
    let server = try LocationServer(
      endpoints: [.gpsd(port: 0)], device: ServedDevice(path: "drive", driver: "simulation"),
      name: "other-programs-tests", version: "1.0")
    let port = try #require(server.endpoints.first?.port)
    let serving = Task {
      try await server.serve(TestTrack.drive.provider(pace: .times(20), loops: true))
    }
    let lines = try await GPSPipe.lines("-w", "-n", "20", "-x", "30", "127.0.0.1:\(port)")
    serving.cancel()
    await #expect(throws: UserLocationError.cancelled) { try await serving.value }

    let reports = try lines.map { try JSONDecoder().decode(Report.self, from: Data($0.utf8)) }
    let positions = reports.filter { $0.class == "TPV" }
    #expect(positions.count >= 10)
    for position in positions {
      let time = try Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        .parse(try #require(position.time))
      let fix = try #require(TestTrack.drive.fixes.first { $0.timestamp == time })
      #expect(abs(try #require(position.lat) - fix.coordinate.latitude) < 1e-6)
      #expect(abs(try #require(position.lon) - fix.coordinate.longitude) < 1e-6)
      #expect(position.device == "drive")
      #expect(position.status == 8)  // simulated
    }
  }
}

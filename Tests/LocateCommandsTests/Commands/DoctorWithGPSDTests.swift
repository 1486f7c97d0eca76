import Foundation
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

/// `doctor` examines a real gpsd.
@Suite(
  .enabled(if: RealGPSD.isInstalled, "gpsd is not installed (apt install gpsd)"),
  .inTurn)
struct DoctorWithGPSDTests {
  /// The exit code and the links of a gpsd whose receiver repeats an epoch.
  private func diagnosis(
    timeout: String, _ says: @escaping @Sendable (_ second: Int) -> String
  ) async throws -> (code: Int32, links: [String]) {
    let feed = try TextFeed()
    let gpsd = try RealGPSD(servedAt: feed.port)
    let isDone = Flag()
    defer { isDone.raise() }
    Thread.detachNewThread {
      var second = 0
      while !isDone.isRaised {
        second += 1
        feed.send(says(second))
        // This is the receiver's rate. No test waits for it.
        poll(nil, 0, 20)
      }
    }
    let diagnosis = await run(gpsd, timeout: timeout)
    withExtendedLifetime(gpsd) {}
    return diagnosis
  }

  private func run(_ gpsd: RealGPSD, timeout: String) async -> (code: Int32, links: [String]) {
    let environment = WireEnvironment()
    let code = await environment.run(
      "doctor", "--timeout", timeout, "--source", "gpsd://127.0.0.1:\(gpsd.port)")
    // The mark and the name of each link.
    let links = environment.output.lines.filter { !$0.hasPrefix(" ") }.map { line in
      let words = line.split(separator: " ")
      return "\(words[0]) \(words[1])"
    }
    return (code, links)
  }

  private let upToPermission = [
    "✓ address", "✓ connection", "✓ gpsd", "✓ devices", "- permission",
  ]

  private let sky = sentence("GPGSV,1,1,02,01,40,083,41,02,17,308,43")

  @Test func aGPSDWithoutDevicesIsBrokenAtTheDevices() async throws {
    let directory = try TemporaryDirectory()
    let gpsd = try RealGPSD([], control: directory.url.appending(path: "control").path())
    let (code, links) = await run(gpsd, timeout: "30s")
    #expect(code == 69)
    #expect(links == ["✓ address", "✓ connection", "✓ gpsd", "✗ devices"])
  }

  @Test func aSilentDeviceIsBrokenAtTheData() async throws {
    let (code, links) = try await diagnosis(timeout: "10s") { _ in "" }
    #expect(code == 69)
    #expect(links == upToPermission + ["✗ data"])
  }

  @Test func sentencesWithoutAFixAreBrokenAtTheFix() async throws {
    let (code, links) = try await diagnosis(timeout: "10s") { [sky] _ in
      sentence("GPRMC,120000,V,,,,,,,040724,,,N") + sentence("GPGGA,120000,,,,,0,00,,,M,,M,,") + sky
    }
    #expect(code == 75)
    #expect(links == upToPermission + ["✓ data", "✓ satellites", "✗ fix"])
  }

  @Test func aReceiverWithAFixPassesAllLinks() async throws {
    let (code, links) = try await diagnosis(timeout: "30s") { [sky] second in
      epoch(second) + sentence("GPGSA,A,3,01,02,,,,,,,,,,,1.8,1.0,1.5") + sky
    }
    #expect(code == 0)
    #expect(links == upToPermission + ["✓ data", "✓ satellites", "✓ fix"])
  }
}

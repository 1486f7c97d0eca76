import LocationSources
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

/// The command with a service that answers as GeoClue does.
@Suite(.enabled(if: PrivateBus.hasMocks, "\(PrivateBus.advice)"), .inTurn)
struct GeoClueTests {
  private static let refusal = "Geolocation disabled for UID 1000"

  private static func environment(_ bus: PrivateBus) -> WireEnvironment {
    var environment = WireEnvironment()
    environment.geoClueBus = bus.address
    return environment
  }

  @Test func oncePrintsTheLocationOfGeoClue() async throws {
    let geoClue = try await MockGeoClue.start()
    let test = Self.environment(geoClue.bus)
    #expect(
      await test.run("--source", "geoclue:", "--format", "{latitude} {longitude} {source}") == 0)
    #expect(test.output.lines == ["48.1173 11.5167 geoclue:"])
    #expect(test.errors.text == "")
  }

  @Test func aFallbackUsesGeoClueWithoutAReceiver() async throws {
    let geoClue = try await MockGeoClue.start()
    let port = try LoopbackSocket.freePort()
    let test = Self.environment(geoClue.bus)
    #expect(
      await test.run(
        "--source", "tcp://127.0.0.1:\(port)", "--source", "geoclue:", "--format", "{source}") == 0)
    #expect(test.output.lines == ["geoclue:"])
  }

  @Test func aFixOfGeoClueIsRecentUntilItIsLost() throws {
    // A machine that does not move gets no second fix.
    #expect(try SourceDescription("geoclue:").scheme.maximumFixAge == nil)
  }

  @Test func aRefusalIs77WithGeoCluesReason() async throws {
    let geoClue = try await MockGeoClue.start(.refusal(Self.refusal))
    let test = Self.environment(geoClue.bus)
    #expect(await test.run("--source", "geoclue:") == 77)
    #expect(test.errors.text.hasPrefix("locate: geoclue:: GeoClue refuses: \(Self.refusal); "))
    #expect(test.errors.lines.count == 1)
  }

  @Test func withoutGeoClueTheErrorNamesItsPackage() async throws {
    let bus = try await PrivateBus.start()
    let test = Self.environment(bus)
    #expect(await test.run("--source", "geoclue:") == 69)
    #expect(test.errors.text.contains("apt-get install geoclue-2.0"))
  }

  @Test func theDoctorPassesAGeoClueWithALocation() async throws {
    let geoClue = try await MockGeoClue.start()
    let test = Self.environment(geoClue.bus)
    #expect(await test.run("doctor", "--source", "geoclue:") == 0)
    #expect(test.output.lines.count == 3)
    #expect(test.output.lines[0] == "✓ connection  GeoClue answers")
    #expect(test.output.lines[1] == "✓ geoclue     it allows this program")
    #expect(test.output.lines[2].hasPrefix("✓ fix         3D, 48.1173000° N"))
  }

  @Test func theDoctorReportsARefusal() async throws {
    let geoClue = try await MockGeoClue.start(.refusal(Self.refusal))
    let test = Self.environment(geoClue.bus)
    #expect(await test.run("doctor", "--source", "geoclue:") == 77)
    #expect(
      test.output.text == """
        ✓ connection  GeoClue answers
        ✗ geoclue     GeoClue refuses: \(Self.refusal)
             → switch location services on in the desktop's settings, or allow 'locate-tests' in \
        /etc/geoclue/geoclue.conf

        """)
  }

  @Test func theDoctorReportsAMissingAgent() async throws {
    let geoClue = try await MockGeoClue.start(answers: false)
    var test = Self.environment(geoClue.bus)
    test.agentTimeout = .milliseconds(100)
    #expect(await test.run("doctor", "--source", "geoclue:") == 69)
    #expect(
      test.output.lines.first?.hasPrefix(
        "✗ connection  GeoClue did not answer within 0.1 s: this user has no agent") == true)
    #expect(test.output.text.contains("→ log in to a desktop that has one"))
  }

  @Test func statusReportsAMissingAgent() async throws {
    let geoClue = try await MockGeoClue.start(answers: false)
    var test = Self.environment(geoClue.bus)
    test.agentTimeout = .milliseconds(100)
    #expect(await test.run("status", "--source", "geoclue:") == 69)
    #expect(test.output.text.contains("this user has no agent"))
    // The time limits of the real command have the same order.
    #expect(SourceSettings.agentTimeout < StatusCommand.defaultTimeout)
  }

  @Test func theDoctorReportsAMissingGeoClue() async throws {
    let bus = try await PrivateBus.start()
    let test = Self.environment(bus)
    #expect(await test.run("doctor", "--source", "geoclue:") == 69)
    #expect(test.output.lines.first?.hasPrefix("✗ connection  GeoClue is not installed") == true)
    #expect(test.output.text.contains("→ install it with apt-get install geoclue-2.0"))
  }

  @Test func theDoctorReportsAMissingBus() async throws {
    let test = WireEnvironment()
    #expect(await test.run("doctor", "--source", "geoclue:") == 69)
    #expect(
      test.output.lines.first?.hasPrefix("✗ connection  GeoClue needs the system's D-Bus")
        == true)
  }

  @Test func theDoctorReportsAGeoClueWithoutALocation() async throws {
    let geoClue = try await MockGeoClue.start(.silence)
    let test = Self.environment(geoClue.bus)
    #expect(await test.run("doctor", "--source", "geoclue:", "--timeout", "200ms") == 75)
    #expect(test.output.lines.contains("✗ fix         none in 0.2 s"))
  }

  @Test func theDoctorReportsAGeoClueThatCrashes() async throws {
    let geoClue = try await MockGeoClue.start(.crash)
    let test = Self.environment(geoClue.bus)
    #expect(await test.run("doctor", "--source", "geoclue:") == 69)
    try #require(test.output.lines.count == 4)
    #expect(test.output.lines[1] == "✓ geoclue     it allows this program")
    #expect(test.output.lines[2] == "✗ fix         GeoClue stopped")
  }
}

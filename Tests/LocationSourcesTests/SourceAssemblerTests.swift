import Foundation
import LocationCore
import LocationIO
import LocationTesting
import LocationTracks
import NMEALocation
import NetworkLocation
import Synchronization
import TestSupport
import TestTurns
import Testing

@testable import LocationSources

/// Each test replaces one function, and looks at what the objects above it do.
@Suite(.inTurn) struct SourceAssemblerTests {
  /// One hour between its two fixes.
  static let log = """
    $GPRMC,120000,A,4807.038,N,01131.000,E,022.4,084.4,230394,,*1F\r
    $GPRMC,130000,A,4808.038,N,01131.000,E,022.4,084.4,230394,,*11\r

    """

  static let date = Date(timeIntervalSince1970: 1_735_689_600)

  @Test(arguments: [
    "drive.nmea", "-", "serial:/dev/nowhere", "tcp://nowhere.invalid:1", "udp://127.0.0.1:10110",
  ])
  func aReplacedByteSourceIsReadByEveryProvider(source: String) async throws {
    struct TestAssembler: SourceAssembler {
      func byteSource(for source: SourceDescription) -> any ByteSource {
        DataByteSource(bytes: SourceAssemblerTests.log.utf8, name: source.description)
      }
    }
    let settings = SourceSettings(pace: .unpaced)
    let fixes = try await fixes(of: TestAssembler().provider(for: source, settings: settings))
    #expect(fixes.count == 2)
    #expect(fixes.first?.source.name == (try SourceDescription(source).description))
  }

  @Test func aReplacedClockPacesRecordingsAndSimulations() async throws {
    struct TestAssembler: SourceAssembler {
      let manual = ManualClock(jumpsToDeadlines: true)
      func clock() -> any LocationClock { manual }
    }
    let assembler = TestAssembler()
    let start = assembler.manual.now
    let replay = assembler.replayProvider(
      of: DataByteSource(bytes: Self.log.utf8), settings: SourceSettings())
    #expect(try await fixes(of: replay).count == 2)
    let replayed = assembler.manual.now
    #expect(start.duration(to: replayed) == .seconds(3600))
    _ = try await fixes(of: assembler.provider(for: "sim:drive?for=60s"))
    #expect(replayed.duration(to: assembler.manual.now) >= .seconds(59))
  }

  @Test(arguments: ["sim:drive?for=2s", "drive.nmea"])
  func aReplacedTimeOfDayIsWhenFixesAreReceived(source: String) async throws {
    struct TestAssembler: SourceAssembler {
      func clock() -> any LocationClock { DatedClock { SourceAssemblerTests.date } }
      func byteSource(for source: SourceDescription) -> any ByteSource {
        DataByteSource(bytes: SourceAssemblerTests.log.utf8)
      }
    }
    let settings = SourceSettings(pace: .unpaced)
    let fixes = try await fixes(of: TestAssembler().provider(for: source, settings: settings))
    #expect(!fixes.isEmpty)
    #expect(fixes.allSatisfy { $0.receivedAt == Self.date })
  }

  @Test func aReplacedProviderOfOneKindLeavesTheOthers() throws {
    struct TestAssembler: SourceAssembler {
      let mock: LocationProviderMock
      func gpsdProvider(
        host: String, port: UInt16, device: String?, settings: SourceSettings
      ) -> any LocationProvider {
        mock
      }
    }
    let mock = LocationProviderMock()
    let assembler = TestAssembler(mock: mock)
    #expect(try assembler.provider(for: "gpsd://localhost") as? LocationProviderMock === mock)
    #expect(try assembler.provider(for: "drive.nmea") is TrackReplayProvider)
  }

  @Test func aReplacedTransportScannerAndStoreAreUsedByTheNetworkProvider() async throws {
    struct TestAssembler: SourceAssembler {
      let transport = HTTPTransportMock(
        status: 200, body: #"{"location":{"lat":48.1,"lng":11.5},"accuracy":70}"#)
      let consents = MemoryConsentStore()
      func httpTransport() -> any HTTPTransport { transport }
      func wifiScanner() -> any WiFiScanner {
        WiFiScannerMock(
          accessPoints: ["00:1b:63:84:45:01", "00:1b:63:84:45:02"].compactMap { text in
            MACAddress(text).map { WiFiAccessPoint(address: $0, networkName: [0x61]) }
          })
      }
      func cellScanner() -> any CellScanner { CellScannerMock() }
      func consentStore() -> any ConsentStore { consents }
      func consentRequest() -> NetworkProvider.Ask? {
        { $0.origin == "https://example.org" ? .granted : nil }
      }
      func adviceWithoutConsent(to origin: String) -> String? { "agree to \(origin)" }
      func clock() -> any LocationClock { DatedClock { SourceAssemblerTests.date } }
    }
    let assembler = TestAssembler()
    let provider = try assembler.provider(for: "net:https://example.org/v1/geolocate?key=a")
    #expect(provider.authorizationRefusal?.hasSuffix("; agree to https://example.org") == true)
    let service = UserLocationService(provider: provider)
    let fix = try await service.userLocation()
    #expect(fix.horizontalAccuracy == 70)
    #expect(fix.receivedAt == Self.date)
    #expect(fix.source.name == "net:https://example.org/v1/geolocate")
    #expect(
      assembler.transport.requests.map(\.url) == ["https://example.org/v1/geolocate?key=a"])
    #expect(assembler.consents.consents() == ["https://example.org": .granted])
  }

  @Test func theKeyOfAServerComesFromAFileThatOthersMustNotRead() async throws {
    final class TestAssembler: SourceAssembler {
      let consents = MemoryConsentStore()
      let warnings = Mutex<[String]>([])
      func consentStore() -> any ConsentStore { consents }
      func othersMayRead(secret path: String, _ warning: String) {
        warnings.withLock { $0.append(warning) }
      }
    }
    let directory = try TemporaryDirectory()
    let path = try directory.file("key", "k-1\n")
    for (mode, count) in [(mode_t(0o600), 0), (0o644, 1)] {
      chmod(path, mode)
      let assembler = TestAssembler()
      let text = "net:https://example.org/v1/geolocate?key-file=\(path)"
      _ = try assembler.provider(for: text)
      #expect(assembler.warnings.withLock { $0.count } == count)
    }
    let text = "net:https://example.org/v1/geolocate?key-file=\(directory.path("none"))"
    let missing = #expect(throws: UserLocationError.self) {
      try TestAssembler().provider(for: text)
    }
    #expect(missing?.code == .sourceNotFound)
    let variable = #expect(throws: UserLocationError.self) {
      try TestAssembler().provider(
        for: "net:https://example.org/v1/geolocate?key-variable=LOCATE_NO_SUCH_KEY")
    }
    #expect(variable?.detail == "there is no variable LOCATE_NO_SUCH_KEY with its key")
  }

  @Test func theStandardAssemblerBuildsAProviderOfEveryKind() throws {
    let assembler = StandardSourceAssembler()
    #expect(try assembler.provider(for: "drive.nmea") is TrackReplayProvider)
    let follows = SourceSettings(follows: true)
    #expect(try assembler.provider(for: "a.nmea", settings: follows) is NMEALiveProvider)
    for source in ["serial:/dev/ttyACM0", "tcp://boat:10110", "udp://0.0.0.0:10110"] {
      #expect(try assembler.provider(for: source) is NMEALiveProvider)
    }
  }

  @Test(arguments: [
    ("sim:nowhere", UserLocationError.Code.sourceNotFound), ("sim:drive?hz=0", .invalidSource),
    ("http://x", .invalidSource),
  ])
  func aSourceThatCannotExistIsAnError(source: String, code: UserLocationError.Code) {
    let error = #expect(throws: UserLocationError.self) {
      try StandardSourceAssembler().provider(for: source)
    }
    #expect(error?.code == code)
  }

  @Test func aProgramAddsASchemeAndKeepsTheOthers() throws {
    struct FerryAssembler: SourceAssembler {
      var schemes: [String] { ["ferry"] }

      func provider(
        for source: SourceDescription, settings: SourceSettings
      ) throws(UserLocationError) -> any LocationProvider {
        guard case .custom("ferry", "//north?x=1") = source else {
          return try standardProvider(for: source, settings: settings)
        }
        return LocationProviderMock(script: [.end])
      }
    }
    let assembler = FerryAssembler()
    #expect(try assembler.provider(for: "Ferry://north?x=1") is LocationProviderMock)
    #expect(try assembler.provider(for: "drive.nmea") is TrackReplayProvider)
    let missing = #expect(throws: UserLocationError.self) {
      try assembler.provider(for: "ferry:south")
    }
    #expect(missing?.code == .invalidSource)
    #expect(missing?.source == "ferry:south")
    let typingError = #expect(throws: UserLocationError.self) {
      try assembler.provider(for: "fery://south")
    }
    #expect(typingError?.detail.hasSuffix("at and ferry") == true)
    let bytes = #expect(throws: UserLocationError.self) {
      try assembler.byteSource(for: SourceDescription("ferry:x", schemes: ["ferry"]))
    }
    #expect(bytes?.code == .invalidSource)
  }

  @Test(arguments: ["gpsd://localhost", "net:https://example.org/v1/geolocate"])
  func aSourceOfLocationsGivesNoBytes(source: String) {
    let error = #expect(throws: UserLocationError.self) {
      try StandardSourceAssembler().byteSource(for: SourceDescription(source))
    }
    #expect(error?.code == .invalidSource)
  }
}

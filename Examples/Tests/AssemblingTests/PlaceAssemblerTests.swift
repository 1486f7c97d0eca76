import Assembling
import LocationCore
import LocationIO
import LocationSources
import LocationTesting
import PlaceControllers
import Testing

/// Each test replaces one object, and looks at what the objects above it do.
@Suite(.timeLimit(.minutes(1))) struct PlaceAssemblerTests {
  @Test func theReplacedClockPacesTheSource() async throws {
    struct TestAssembler: PlaceAssembler {
      let manualClock = ManualClock(jumpsToDeadlines: true)
      func clock() -> any LocationClock { manualClock }
    }
    let assembler = TestAssembler()
    var fixCount = 0
    for try await _ in try assembler.service(for: "sim:drive?for=600s").locationUpdates() {
      fixCount += 1
    }
    #expect(fixCount >= 500)
    // Ten minutes on this clock, and no time for the test.
    #expect(assembler.manualClock.now.offset >= .seconds(599))
  }

  @Test func theReplacedClockMeasuresTheTimeout() async throws {
    struct TestAssembler: PlaceAssembler {
      let manualClock = ManualClock()
      func clock() -> any LocationClock { manualClock }
      func liveProvider(
        of bytes: any ByteSource, settings: SourceSettings
      ) -> any LocationProvider {
        LocationProviderMock()  // It never finds anything.
      }
    }
    let assembler = TestAssembler()
    let service = try assembler.service(for: "tcp://nowhere.invalid:1")
    let request = Task { try await service.userLocation() }
    await assembler.manualClock.waitForSleepers()
    assembler.manualClock.advance(by: .seconds(60))
    await #expect(throws: UserLocationError.timedOut) { try await request.value }
  }

  @Test(arguments: ["drive.nmea", "serial:/dev/nowhere", "udp://127.0.0.1:10110"])
  func theReplacedBytesAreTheLocation(source: String) async throws {
    struct TestAssembler: PlaceAssembler {
      func byteSource(for source: SourceDescription) -> any ByteSource {
        let sentence = "$GPRMC,120000,A,4807.038,N,01131.000,E,022.4,084.4,230394,,*1F\r\n"
        return DataByteSource(bytes: sentence.utf8, name: source.description)
      }
    }
    let fix = try await TestAssembler().service(for: source).userLocation()
    #expect(fix.coordinate == (try Coordinate(latitude: 48.1173, longitude: 11 + 31 / 60.0)))
    #expect(fix.source.name == (try SourceDescription(source).description))
  }

  @Test func theReplacedProviderAnswersTheController() throws {
    struct TestAssembler: PlaceAssembler {
      let mock: UserLocationProviderMock
      func userLocationProvider(for source: String) -> any UserLocationProvider { mock }
    }
    let location = try UserLocationMock(latitude: 51.5, longitude: -0.25)
    let mock = UserLocationProviderMock(result: .success(location))
    let controller = try TestAssembler(mock: mock).placeController(for: "gpsd://localhost")
    controller.requestUserLocation()
    #expect(controller.location as? UserLocationMock == location)
  }

  @Test func theAppReplacesNothing() async throws {
    let fix = try await AppAssembler().service(for: "sim:walk?for=10s").userLocation()
    #expect(fix.isSimulated)
    #expect(throws: UserLocationError.self) { try AppAssembler().service(for: "http://x") }
  }
}

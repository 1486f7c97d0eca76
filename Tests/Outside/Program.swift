// A program outside this package: it uses every product and implements every public protocol. `check`
// compiles it with and without the main actor as default isolation, and expects no warning.
import AppleLocation
import Foundation
import GPSDLocation
import GPSDProtocol
import GeoClueLocation
import LocationCore
import LocationIO
import LocationNotifications
import LocationPlaces
import LocationPublishing
import LocationReplay
import LocationServing
import LocationSimulation
import LocationSources
import LocationTesting
import LocationTracks
import NMEA0183
import NMEALocation
import NetworkLocation
import Observation

final class Reader: TrackReader {
  var rest: [TrackItem] = []
  func next() throws(UserLocationError) -> TrackItem? { rest.popLast() }
}

struct Provider: LocationProvider {
  let multicaster = LocationMulticaster()
  var authorizationStatus: AuthorizationStatus { .authorizedAlways }
  func requestWhenInUseAuthorization() async -> AuthorizationStatus { authorizationStatus }
  func startUpdatingLocation() -> LocationUpdates { multicaster.subscribe(start: {}, stop: {}) }
}

struct UserProvider: UserLocationProvider {
  func findUserLocation(
    matching criteria: LocationCriteria, then completion: @escaping UserLocationCompletionBlock
  ) -> UserLocationRequest {
    completion(.failure(.timedOut))
    return UserLocationRequest()
  }
}

struct Posting: NotificationPosting {
  func post(_ change: LocationStatusChange) {}
}

struct Transport: HTTPTransport {
  func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    HTTPResponse(status: 200, headers: request.headers, body: request.body)
  }
}

struct Scanner: WiFiScanner {
  func accessPoints() async throws(UserLocationError) -> [WiFiAccessPoint] { [] }
}

struct Cells: CellScanner {
  func cells() async throws(UserLocationError) -> [CellTower] { [] }
}

struct Consents: ConsentStore {
  func consent(to origin: String) -> Consent? { .granted }
  func consents() throws(UserLocationError) -> [String: Consent] { [:] }
  func set(_ consent: Consent?, to origin: String) throws(UserLocationError) {}
}

func networkProvider() throws -> any LocationProvider {
  NetworkProvider(
    server: try GeolocationServer("https://example.org/v1/geolocate"), consents: Consents(),
    ask: { _ in .granted }, scanner: Scanner(), cells: Cells(),
    transport: Transport())
}

struct Source: ByteSource {
  var name: String { "own" }
  var isLive: Bool { false }
  func open() throws(UserLocationError) -> any ByteStream { Stream() }
}

final class Store: PlaceStore {
  let memory = InMemoryPlaceStore()
  func places() async throws(PlaceError) -> [Place] { memory.places() }
  func place(id: String) async throws(PlaceError) -> Place? { memory.place(id: id) }
  func add(_ places: [Place]) async throws(PlaceError) { try memory.add(places) }
  func update(_ place: Place) async throws(PlaceError) { try memory.update(place) }
  func delete(id: String) async throws(PlaceError) { try memory.delete(id: id) }
  func changes() -> AsyncStream<PlaceChange> { memory.changes() }
}

struct Memory: MonitorMemory {
  func load() async throws(PlaceError) -> MonitorState { MonitorState() }
  func save(_ state: MonitorState) async throws(PlaceError) {}
}

struct Format: PayloadFormat {
  func payload(of item: PublishedItem, createdAt: Date) -> [UInt8]? {
    if case .location(let fix, let places) = item, places.isEmpty {
      Array("\(fix)".utf8)
    } else {
      nil
    }
  }
}

struct Publisher: LocationPublisher {
  func publish(_ message: PublishedMessage) async throws(PublishError) {
    if message.kind == .event { throw PublishError(.rejected, detail: "no events") }
  }
}

func publish(_ provider: any LocationProvider, _ places: [Place]) async throws {
  var rules = PublishingRules(Format(), places: places)
  let queue = PublishingQueue(Publisher(), journal: try PublishingJournal(path: "/tmp/queue"))
  async let delivery: Void = queue.run()
  for try await update in provider.startUpdatingLocation() {
    for message in rules.messages(for: update, at: Date()) { queue.add(message) }
  }
  queue.finish()
  try await delivery
}

final class Stream: ByteStream {
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(UserLocationError) -> Int { 0 }
  func close() {}
}

struct Assembler: SourceAssembler {
  func byteSource(for source: SourceDescription) -> any ByteSource { Source() }
}

@MainActor @Observable final class Model {
  var place: Coordinate?
  var text = ""
  let service: UserLocationService

  init(_ provider: any LocationProvider) {
    service = UserLocationService(provider: provider, notifications: NotificationCenter.default)
  }

  func find() {
    service.findUserLocation { result in
      switch result {
      case .success(let location): self.place = location.coordinate
      case .failure(.timedOut): self.text = "too late"
      case .failure(let error): self.text = error.localizedDescription
      }
    }
  }

  func load() async {
    do {
      place = try await service.userLocation().coordinate
    } catch .timedOut {
      text = "too late"
    } catch {
      text = "\(error)"
    }
  }

  func follow() async throws {
    for try await fix in service.locationUpdates(distanceFilter: 10) { place = fix.coordinate }
    for await change in service.statusChanges() { text = "\(change)" }
  }
}

@main struct Program {
  static func main() async throws {
    let gpsd = GPSDProvider(host: "localhost")
    let clock = ManualClock(jumpsToDeadlines: true)
    let scenario = Scenario(
      name: "pier", motion: .standing(at: try Coordinate(latitude: 1, longitude: 2)))
    let simulated = SimulatedLocationProvider(scenario: scenario, clock: clock)
    let model = Model(simulated.withNoise(meters: 3).droppingFixes { $0.speed == nil })
    await model.load()
    model.find()
    var writer = TrackWriter(.gpx)
    for step in SimulatedReceiver(scenario: scenario).prefix(3) {
      for update in step.updates { writer.write(update) }
    }
    writer.end()
    let replay = NMEAReplayProvider(DataByteSource(bytes: writer.takeBytes()), clock: clock)
    var framer = SentenceFramer()
    framer.push(Array("$GPRMC,1\r\n".utf8).span) { print($0.fieldCount) }
    let report = try GPSDReport(
      "{}", source: FixSource(kind: .live, name: gpsd.name), receivedAt: clock.date)
    print(replay.authorizationStatus, report, try Assembler().provider(for: "sim:walk"))
    let server = try LocationServer(
      endpoints: [.gpsd(port: 0)], device: ServedDevice(path: "x"), name: "x", version: "1")
    async let serving: Void = server.serve(Provider())
    await server.stop()
    try await serving
    _ = TrackPlayer(clock: clock) { _ throws(UserLocationError) in Reader() }
    _ = UserLocationService(provider: Provider(), notifications: Posting())
    UserProvider().findUserLocation { print($0) }
    let pier = try Place(
      name: "Pier",
      region: .circle(around: Coordinate(latitude: 1, longitude: 2), radius: 100))
    let service = PlaceService(store: Store())
    try await service.add(pier)
    let monitor = PlaceMonitor(provider: Provider())
    for try await event in monitor.events(of: try await service.places(), remembering: Memory()) {
      print(event)
    }
    print(try await PlaceStoreConformance { Store() }.violations(), PlaceStoreMock().isAdded)
  }
}

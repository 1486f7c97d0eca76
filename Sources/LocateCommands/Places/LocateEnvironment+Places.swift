import LocationCore
import LocationIO
import LocationPlaces
import LocationSources

extension LocateEnvironment {
  /// The user's places: `$XDG_DATA_HOME/locate/places.geojson`.
  var placeStore: GeoJSONPlaceStore {
    get throws(CommandFailure) {
      GeoJSONPlaceStore(path: try path(of: Self.placesFile, in: .data))
    }
  }

  /// The user's places, in front of their store.
  var placeService: PlaceService {
    get throws(CommandFailure) { PlaceService(store: try placeStore) }
  }

  /// The user's places, the private ones included. A service without a home has none.
  func allPlaces() async throws(PlaceError) -> [Place] {
    guard let service = try? placeService else { return [] }
    return try await service.places()
  }

  static let placesFile = "locate/places.geojson"

  func path(of file: String, in folder: UserFolder) throws(CommandFailure) -> String {
    guard let path = folder.path(of: file, variables: { variables[$0] }) else {
      throw CommandFailure(
        .configuration,
        "there is no folder for \(file): set HOME or \(folder.variable) to an absolute path")
    }
    return path
  }

  /// The content of a file, or of standard input for `-`.
  func contents(of file: SourceDescription) async throws(UserLocationError) -> [UInt8] {
    let source = try sources.byteSource(for: file)
    let stream = try source.open()
    defer { stream.close() }
    var bytes: [UInt8] = []
    while true {
      let chunk = try await stream.chunk(upTo: 1 << 16)
      if chunk.isEmpty { return bytes }
      bytes += chunk
      if bytes.count > 64 << 20 {
        throw UserLocationError(.badData, source: source.name, detail: "it is larger than 64 MiB")
      }
    }
  }

  /// The present location of the sources.
  func location(
    of source: SourceOptions, _ wait: WaitOptions, isVerbose: Bool
  ) async throws -> Fix {
    let wanted = try source.descriptions(nil, in: self)
    let access = try source.access(to: wanted, in: self)
    var run = try SourceRun(
      of: wanted, settings: SourceSettings(pace: .unpaced, access: access), wait: wait,
      isVerbose: isVerbose, in: self)
    run.timeout = wait.timeout ?? WaitOptions.standardTimeout
    return try await run.run(asksFirst: false) { try await run.location() }
  }
}

extension [Place] {
  /// The place with a name, or else with an id.
  func find(_ text: String) -> Place? {
    let key = Place.key(ofName: text)
    return first { Place.key(ofName: $0.name) == key } ?? first { $0.id == text }
  }
}

extension PlaceService {
  /// The place with a name, or else with an id.
  func find(_ text: String) async throws(PlaceError) -> Place {
    do throws(PlaceError) {
      return try await place(named: text)
    } catch {
      guard error.code == .unknownPlace, let place = try? await place(id: text) else { throw error }
      return place
    }
  }
}

extension CommandFailure {
  init(_ error: PlaceError) {
    let status: ExitStatus
    var advice = ""
    switch error.code {
    case .invalidPlace: status = .usage
    case .duplicateName, .duplicateID: status = .cannotCreate
    case .unknownPlace:
      status = .noInput
      advice = "; 'places list' shows all"
    case .damagedStore, .badData: status = .badData
    default:
      let isRefused = (error.cause as? SystemError)?.code == .notAuthorized
      status = isRefused ? .notAuthorized : .inputOutput
    }
    self.init(
      status, error.description + advice, causes: error.cause.map { [String(describing: $0)] } ?? []
    )
  }
}

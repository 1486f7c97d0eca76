import LocationIO

/// One client of GeoClue: the conversation over D-Bus that starts it, and the events after that.
///
/// GeoClue removes the client when its connection ends, so there is nothing to stop.
struct GeoClueClient {
  /// What GeoClue reports to its client.
  enum Event {
    /// A new location: the properties of its object.
    case location([String: DBusValue])
    /// The user switched the client off or on.
    case active(Bool)
    /// The service has ended.
    case stopped
  }

  static let service = "org.freedesktop.GeoClue2"
  static let manager = DBusObject(
    service: service, path: "/org/freedesktop/GeoClue2/Manager", interface: "\(service).Manager")

  /// The time limit of a call that GeoClue and the bus answer at once.
  private static let callTimeout = Duration.seconds(10)

  private let bus: DBusConnection
  private let client: DBusObject

  /// Makes a client, and starts it.
  ///
  /// - Parameter agentTimeout: the time limit of the first call, which GeoClue leaves unanswered until
  ///   the user has an agent.
  init(
    _ request: GeoClueRequest, on bus: DBusConnection, agentTimeout: Duration
  ) throws(GeoClueFailure) {
    self.bus = bus
    do throws(DBusError) {
      try bus.match(DBusObject.ownerChanges(of: Self.service), timeout: Self.callTimeout)
      client = try Self.makeClient(on: bus, agentTimeout: agentTimeout)
      try start(request)
    } catch .noAnswer("GetClient", _)
      where (try? bus.isRunning(Self.service, timeout: Self.callTimeout)) == true
    {
      throw .noAgent(after: agentTimeout)
    } catch {
      throw .bus(error)
    }
  }

  private static func makeClient(
    on bus: DBusConnection, agentTimeout: Duration
  ) throws(DBusError) -> DBusObject {
    let answer = try bus.call(manager, "GetClient", timeout: agentTimeout)
    guard let path = answer.first?.string else { throw .invalid("GetClient returned no path") }
    return DBusObject(service: service, path: path, interface: "\(service).Client")
  }

  private func start(_ request: GeoClueRequest) throws(DBusError) {
    let settings: [(String, DBusValue)] = [
      ("DesktopId", .string(request.desktopID)),
      ("RequestedAccuracyLevel", .uint32(request.accuracy.rawValue)),
      ("DistanceThreshold", .uint32(request.distanceThreshold)),
      ("TimeThreshold", .uint32(request.timeThreshold)),
    ]
    for (name, value) in settings {
      try bus.set(name, to: value, of: client, timeout: Self.callTimeout)
    }
    try bus.match(client.signals, timeout: Self.callTimeout)
    try bus.match(client.propertyChanges, timeout: Self.callTimeout)
    try bus.call(client, "Start", timeout: Self.callTimeout)
  }

  /// Waits for the next event.
  func next() throws(DBusError) -> Event {
    while true {
      guard let signal = try bus.nextSignal() else { continue }
      if let change = signal.ownerChange(of: Self.service) {
        // A new owner is the service that the first call started.
        if change.owner == nil { return .stopped }
      } else if let changes = signal.changedProperties(of: client.interface) {
        if let isActive = changes["Active"]?.boolean { return .active(isActive) }
      } else if signal.member == "LocationUpdated", signal.path == client.path,
        let location = try location(at: signal.values.last?.string)
      {
        return .location(location)
      }
    }
  }

  private func location(at path: String?) throws(DBusError) -> [String: DBusValue]? {
    guard let path else { return nil }
    let object = DBusObject(
      service: Self.service, path: path, interface: "\(Self.service).Location")
    do throws(DBusError) {
      return try bus.properties(of: object, timeout: Self.callTimeout)
    } catch  where error.isObjectMissing {
      // A newer location has replaced it, and its signal is on its way.
      return nil
    }
  }
}

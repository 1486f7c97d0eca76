public import LocationCore
import LocationIO
import LocationPOSIX
import LocationText

/// Keeps the state of a monitor while the program does not run.
public protocol MonitorMemory: Sendable {
  /// The state that was saved last; an empty one if none was saved.
  func load() async throws(PlaceError) -> MonitorState

  /// Saves a state. When it returns, the state survives a crash.
  func save(_ state: MonitorState) async throws(PlaceError)
}

/// Keeps the state of a monitor in a JSON file. Each state replaces the file as a whole. Only its
/// owner may read a new file.
public struct MonitorStateFile: MonitorMemory {
  private let file: StateFile<PlaceError>
  private let report: @Sendable (String) -> Void

  /// Names the file. It and its folder are made when a state is saved.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - report: is told that a damaged file was set aside.
  public init(path: String, report: @escaping @Sendable (String) -> Void = { _ in }) {
    file = .ofPlaces(path)
    self.report = report
  }

  /// The path of the file.
  public var path: String { file.path }

  /// The state in the file; an empty one if there is no file. A file that is not such a state is set aside, with
  /// `.damaged` after its name: otherwise a service would fail at each start.
  public func load() async throws(PlaceError) -> MonitorState {
    try await onOwnThread { [file, report] () throws(PlaceError) in
      guard let text = try file.read() else { return MonitorState() }
      if let root = try? JSONValue(text), let state = MonitorState(root) { return state }
      let (path, copy) = (file.path, file.path + ".damaged")
      guard rename(path, copy) == 0 else { throw PlaceError(.last("rename"), path: path) }
      report(
        "\(path.printablePath): not the state of a monitor; it is now \(copy.printablePath), and all places "
          + "begin anew")
      return MonitorState()
    }
  }

  /// Replaces the file.
  public func save(_ state: MonitorState) async throws(PlaceError) {
    try await onOwnThread { [file] () throws(PlaceError) in
      var text = ByteText()
      text.write(state.json)
      text.write("\n")
      try file.replace(with: text)
    }
  }
}

// {"places":["Home","Work"],"devices":[{"source":"mqtt://…","device":"anna/phone","time":…,
//   "inside":{"Home":{"since":…,"stayed":true}},"unknown":["Work"]}]}
// A device is outside of the other places. With thousands of devices, the list of places is stated once.
extension MonitorState {
  fileprivate init?(_ json: JSONValue) {
    guard let root = json.object, let places = root["places"]?.array?.map(\.string),
      let devices = root["devices"]?.array
    else { return nil }
    self.init()
    for device in devices {
      guard let members = device.object, let source = members["source"]?.string,
        let state = Device(members, places.compactMap(\.self))
      else { return nil }
      self.devices[DeviceID(source: source, device: members["device"]?.string)] = state
    }
  }

  fileprivate var json: JSONValue {
    let places = Set(devices.values.flatMap(\.places.keys)).sorted()
    let devices = devices.sorted {
      ($0.key.source, $0.key.device ?? "") < ($1.key.source, $1.key.device ?? "")
    }
    var root = JSONObject()
    root["places"] = .array(places.map(JSONValue.string))
    root["devices"] = .array(
      devices.map { id, state in
        var members = JSONObject()
        members["source"] = .string(id.source)
        members["device"] = id.device.map(JSONValue.string)
        state.write(into: &members, places)
        return .object(members)
      })
    return .object(root)
  }
}

extension MonitorState.Device {
  fileprivate init?(_ json: JSONObject, _ places: [String]) {
    self.init()
    if let time = json["time"] {
      guard let seconds = time.double else { return nil }
      self.time = Date(timeIntervalSince1970: seconds)
    }
    let unknown = Set((json["unknown"]?.array ?? []).compactMap(\.string))
    for place in places where !unknown.contains(place) { self.places[place] = .outside }
    for member in json["inside"]?.object?.members ?? [] {
      guard let visit = member.value.object, let since = visit["since"]?.double else { return nil }
      self.places[member.name] = .inside(
        since: Date(timeIntervalSince1970: since), hasStayed: visit["stayed"]?.bool ?? false)
    }
  }

  fileprivate func write(into json: inout JSONObject, _ places: [String]) {
    json["time"] = time.map { .number($0.timeIntervalSince1970) }
    var inside = JSONObject()
    // A device is inside of few of many places.
    let visited = self.places.filter(\.value.isInside).sorted { $0.key < $1.key }
    for (place, state) in visited {
      guard case .inside(let since, let hasStayed) = state else { continue }
      var visit = JSONObject()
      visit["since"] = .number(since.timeIntervalSince1970)
      if hasStayed { visit["stayed"] = .bool(true) }
      inside[place] = .object(visit)
    }
    if !inside.members.isEmpty { json["inside"] = .object(inside) }
    let unknown = places.filter { self.places[$0] == nil }
    if !unknown.isEmpty { json["unknown"] = .array(unknown.map(JSONValue.string)) }
  }
}

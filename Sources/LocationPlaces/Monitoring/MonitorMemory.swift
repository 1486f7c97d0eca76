import LocationCore
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
  /// The file.
  public let path: String

  /// Names the file. It and its folder are made when a state is saved.
  public init(path: String) { self.path = path }

  /// The state in the file; an empty one if there is no file.
  ///
  /// - Throws: ``PlaceError/damagedStore`` if the file is not such a state.
  public func load() async throws(PlaceError) -> MonitorState {
    let path = path
    return try await onOwnThread { () throws(PlaceError) in
      let text: [UInt8]
      do throws(SystemError) {
        text = try FileContents.read(path, limit: GeoJSONPlaceStore.limit)
      } catch {
        if error.isMissingFile { return MonitorState() }
        throw PlaceError(error, path: path)
      }
      guard let root = try? JSONValue(text), let state = MonitorState(root) else {
        throw PlaceError(
          .damagedStore,
          detail: "\(path.printablePath): not the state of a monitor; remove the file")
      }
      return state
    }
  }

  /// Replaces the file.
  public func save(_ state: MonitorState) async throws(PlaceError) {
    let path = path
    try await onOwnThread { () throws(PlaceError) in
      var text = ByteText()
      text.write(state.json)
      text.write("\n")
      do throws(SystemError) {
        try ReplacingFile.write(text, to: path)
      } catch {
        throw PlaceError(error, path: path)
      }
    }
  }
}

extension MonitorState {
  fileprivate init?(_ json: JSONValue) {
    guard let root = json.object, let places = root["places"]?.object else { return nil }
    self.init()
    if let time = root["time"] {
      guard let seconds = time.double else { return nil }
      self.time = Date(timeIntervalSince1970: seconds)
    }
    for member in places.members {
      guard let place = member.value.object, let isInside = place["inside"]?.bool,
        let since = place["since"]?.double
      else { return nil }
      self.places[member.name] = PlaceState(
        isInside: isInside, since: Date(timeIntervalSince1970: since),
        hasStayed: place["stayed"]?.bool ?? false)
    }
  }

  fileprivate var json: JSONValue {
    var places = JSONObject()
    places.members = self.places.sorted { $0.key < $1.key }.map { identity, state in
      var place = JSONObject()
      place.members = [
        .init(name: "inside", value: .bool(state.isInside)),
        .init(name: "since", value: .number(state.since.timeIntervalSince1970)),
      ]
      if state.hasStayed { place.members.append(.init(name: "stayed", value: .bool(true))) }
      return .init(name: identity, value: .object(place))
    }
    var root = JSONObject()
    root.members = [.init(name: "places", value: .object(places))]
    if let time {
      root.members.append(.init(name: "time", value: .number(time.timeIntervalSince1970)))
    }
    return .object(root)
  }
}

import GPSDProtocol
import LocationCore
import LocationText

/// Reads the messages that ``MQTTPublisher`` and OwnTracks' apps send.
struct OwnTracksReader {
  /// The numbers and words of an object.
  private struct Members {
    var type = ""
    var className = ""
    var numbers: [String: Double] = [:]
    var flags: Set<String> = []
  }

  /// The source, in the form in which a user writes it.
  let name: String

  /// The update in a message; `nil` for a message that tells no location, and for damaged ones.
  ///
  /// - Parameter device: the name of the device behind the source.
  func update(_ payload: [UInt8], of device: String?, receivedAt: Date) -> LocationUpdate? {
    guard let members = try? Self.members(of: payload) else { return nil }
    var source = FixSource(kind: .live, name: name, device: device)
    switch (members.type, members.className) {
    case ("location", _):
      if members.flags.contains("simulated") { source.kind = .simulated }
      if members.flags.contains("replayed") { source.kind = .replayed }
      return fix(members.numbers, source, receivedAt).map { .fix($0) }
    case ("lwt", _):
      return .fixLost(FixLoss(reason: .disconnected, source: source)).received(at: receivedAt)
    case (_, "TPV"):
      let report = try? GPSDReport(utf8: payload, source: source, receivedAt: receivedAt)
      guard case .update(.fix(var fix)) = report else { return nil }
      // The receiver of another machine does not tell devices apart.
      fix.source.device = device
      return .fix(fix)
    default: return nil
    }
  }

  private func fix(_ numbers: [String: Double], _ source: FixSource, _ receivedAt: Date) -> Fix? {
    guard let latitude = numbers["lat"], let longitude = numbers["lon"],
      let place = try? Coordinate(latitude: latitude, longitude: longitude)
    else { return nil }
    func positive(_ name: String) -> Double? { numbers[name].flatMap { $0 > 0 ? $0 : nil } }
    var fix = Fix(coordinate: place, source: source)
    fix.receivedAt = receivedAt
    fix.timestamp = positive("tst").map { Date(timeIntervalSince1970: $0) }
    // An app that does not know an error writes zero or less.
    fix.errors.horizontal = positive("acc")
    fix.altitude = numbers["alt"]
    if fix.altitude != nil { fix.errors.vertical = positive("vac") }
    fix.speed = numbers["vel"].flatMap { $0 >= 0 ? $0 / 3.6 : nil }
    fix.course = numbers["cog"].flatMap { (0..<360).contains($0) ? $0 : $0 == 360 ? 0 : nil }
    return fix
  }

  /// The members of an object, without those of the objects and arrays in it.
  private static func members(of payload: [UInt8]) throws(JSONScanner.Failure) -> Members {
    let result = payload.withUnsafeBytes { bytes in
      Result { () throws(JSONScanner.Failure) in
        var scanner = JSONScanner(bytes, from: 0)
        var members = Members()
        var depth = 0
        var name = ""
        while true {
          let token = try scanner.next()
          switch token {
          case .end: return members
          case .beginObject, .beginArray: depth += 1
          case .endObject, .endArray: depth -= 1
          case .name where depth == 1: name = scanner.text
          case .string where depth == 1 && name == "_type": members.type = scanner.text
          case .string where depth == 1 && name == "class": members.className = scanner.text
          case .number where depth == 1: members.numbers[name] = scanner.number
          case .true where depth == 1: members.flags.insert(name)
          default: break
          }
        }
      }
    }
    return try result.get()
  }
}

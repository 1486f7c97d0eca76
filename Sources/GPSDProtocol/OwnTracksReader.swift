import LocationCore
import LocationText

/// Reads the messages that OwnTracks' apps and `locate publish` send: OwnTracks' JSON, and gpsd's `TPV`.
package struct OwnTracksReader {
  private let source: FixSource

  /// - Parameter source: the source of the locations, without a device.
  package init(source: FixSource) { self.source = source }

  /// The update in a message; `nil` for a message that tells no location, and for damaged ones.
  ///
  /// - Parameter device: the name of the device behind the source.
  package func update(
    _ payload: [UInt8], of device: String?, receivedAt: Date?
  ) -> LocationUpdate? {
    // A text of a user that is not UTF-8 must not hide the location.
    let text = String(decoding: payload, as: UTF8.self)
    guard let members = (try? JSONValue(Array(text.utf8)))?.object else { return nil }
    var source = source
    source.device = device
    switch (members["_type"]?.string, members["class"]?.string) {
    case ("location", _):
      if members["simulated"]?.bool == true { source.kind = .simulated }
      if members["replayed"]?.bool == true { source.kind = .replayed }
      return fix(members, source, receivedAt).map { .fix($0) }
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

  private func fix(_ members: JSONObject, _ source: FixSource, _ receivedAt: Date?) -> Fix? {
    guard let latitude = members["lat"]?.double, let longitude = members["lon"]?.double,
      let place = try? Coordinate(latitude: latitude, longitude: longitude)
    else { return nil }
    func positive(_ name: String) -> Double? {
      members[name]?.double.flatMap { $0 > 0 ? $0 : nil }
    }
    var fix = Fix(coordinate: place, source: source)
    fix.receivedAt = receivedAt
    var seconds = positive("tst")
    if let whole = seconds, let exact = positive("tst_ms").map({ $0 / 1000 }), exact - whole < 1,
      exact >= whole
    {
      seconds = exact
    }
    fix.timestamp = seconds.map { Date(timeIntervalSince1970: $0) }.flatMap { time in
      UTCTime(time) == nil ? nil : time
    }
    // An app that does not know an error writes zero or less.
    fix.errors.horizontal = positive("acc")
    fix.altitude = members["alt"]?.double
    if fix.altitude != nil { fix.errors.vertical = positive("vac") }
    fix.speed = members["vel"]?.double.map { $0 / 3.6 }
    fix.course = members["cog"]?.double
    fix.batteryLevel = members["batt"]?.double.flatMap { Int(exactly: $0) }
    return fix
  }
}

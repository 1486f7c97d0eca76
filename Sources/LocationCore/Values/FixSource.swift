/// Where a fix came from.
public struct FixSource: Hashable, Codable, Sendable {
  /// A kind of source.
  public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
    /// A receiver that reports its present position.
    case live
    /// A recording.
    case replayed
    /// A simulator.
    case simulated
    /// The last known location, which an earlier run stored.
    case remembered
  }

  /// The kind of source.
  public var kind: Kind
  /// The source in the form in which a user writes it: `gpsd://localhost:2947`, `file:drive.nmea`.
  public var name: String
  /// The receiver, if there may be several behind one source, for example `/dev/ttyACM0`.
  public var device: String?

  /// The name without the folders of a path: `file:drive.nmea` for `file:/home/jane/rides/drive.nmea`. Files,
  /// servers and messages state this one, because others may read them.
  public var publicName: String { Self.publicName(of: name) }

  /// The name of a source without the folders of a path; see ``publicName``.
  package static func publicName(of name: String) -> String {
    guard let scheme = ["file:", "sim:", "last:file:"].last(where: { name.hasPrefix($0) }) else {
      return name
    }
    // A scenario's parameters may contain a slash, too.
    let path = name.dropFirst(scheme.count)
    let end = scheme == "sim:" ? path.firstIndex(of: "?") ?? path.endIndex : path.endIndex
    guard let slash = path[..<end].lastIndex(of: "/") else { return name }
    return scheme + path[path.index(after: slash)...]
  }

  /// Whether the source may deliver a location after a newer one of the same device: a broker does, because a phone that
  /// was offline sends what it kept.
  package var mayDeliverLate: Bool {
    kind == .live && ["mqtt:", "mqtts:"].contains { name.hasPrefix($0) }
  }

  /// Names a source.
  public init(kind: Kind, name: String, device: String? = nil) {
    self.kind = kind
    self.name = name
    self.device = device
  }
}

/// Tells devices apart.
///
/// A source may carry several devices: a gpsd with two receivers, a broker with many phones. Whatever remembers,
/// remembers for each of them.
public struct DeviceID: Hashable, Codable, Sendable {
  /// The source in the form in which a user writes it; see ``FixSource/name``.
  public var source: String
  /// The device behind it; `nil` if the source has one device, or does not name them.
  public var device: String?

  /// Names a device.
  public init(source: String, device: String? = nil) {
    self.source = source
    self.device = device
  }
}

/// Whose locations the updates of a provider are.
public enum DeviceIdentity: Hashable, Sendable {
  /// Each device that the source names has locations of its own.
  case each
  /// All sources are of one device, because each of them stands in for the others, as in a fallback.
  case one

  /// The device whose location a source reports.
  public func id(of source: FixSource) -> DeviceID {
    switch self {
    case .each: source.deviceID
    case .one: DeviceID(source: "")
    }
  }
}

extension FixSource {
  /// The device that reports.
  public var deviceID: DeviceID { DeviceID(source: name, device: device) }
}

extension FixSource {
  /// The source in the description of an update.
  var words: String { ["\(kind)", publicName, device].compactMap(\.self).joined(separator: " ") }
}

/// A description: the parts that are known.
func joined(_ parts: String?...) -> String { parts.compactMap(\.self).joined(separator: ", ") }

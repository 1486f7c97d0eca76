public import LocationCore

/// A named place: an area, and what the user noted about it.
///
/// ```swift
/// let home = try Place(name: "Home", region: .circle(around: coordinate, radius: 100))
/// ```
///
/// A value of this type is always valid. A ``PlaceService`` gives it an id when it is added.
public struct Place: Hashable, Sendable, Identifiable {
  /// The longest name, id and tag, in bytes of UTF-8.
  static let longestName = 200
  /// The longest note, in bytes of UTF-8.
  static let longestNote = 10_000
  /// The greatest number of tags.
  static let mostTags = 100

  /// Identifies the place in its store; `nil` until the place is added to one.
  public private(set) var storeID: String?
  /// The name: one line, without spaces at its ends, 1 … 200 bytes. Two places of a store never have the
  /// same name; upper and lower case make no difference.
  public private(set) var name: String
  /// The area.
  public var region: PlaceRegion { didSet { setZone(privacyZone) } }
  /// Words that group places, each one line and not empty; at most 100.
  public private(set) var tags: [String]
  /// A text for the user, at most 10,000 bytes; `nil` without one.
  public private(set) var note: String?
  /// Which events a monitor reports.
  public private(set) var monitoring: MonitoringOptions
  /// The zone in which a private place is hidden; `nil` for a place that is not private. It contains the
  /// ``region``.
  ///
  /// It stays when the place changes, unless the region leaves it: each other zone would tell more about where the
  /// place is. A place that is private again gets the zone of its ``region``, which is the same for all places
  /// nearby; see `PrivacyZone`.
  public private(set) var privacyZone: PrivacyZone?

  /// Makes a place.
  ///
  /// - Parameters:
  ///   - id: one line of 1 … 200 bytes; `nil` to let a ``PlaceService`` choose one.
  ///   - name: one line of 1 … 200 bytes. Spaces at its ends are removed.
  ///   - region: the area.
  ///   - tags: at most 100 words, each one line and not empty. Repeated ones are dropped.
  ///   - note: at most 10,000 bytes. An empty note counts as `nil`.
  ///   - monitoring: which events a monitor reports.
  ///   - isPrivate: whether the place must not be named to others, and no location there be published.
  ///   - privacyZone: the zone of a private place, if it is known and contains the region; `nil` for that of the
  ///     region.
  /// - Throws: ``PlaceErrorCode/invalidPlace`` with the value that is out of range.
  public init(
    id: String? = nil, name: String, region: PlaceRegion, tags: [String] = [], note: String? = nil,
    monitoring: MonitoringOptions = MonitoringOptions(), isPrivate: Bool = false,
    privacyZone: PrivacyZone? = nil
  ) throws(PlaceError) {
    let name = Self.trimmed(name)
    if let id { try Self.check(id, "an id") }
    try Self.check(name, "a name")
    self.storeID = id
    self.name = name
    self.region = region
    self.tags = []
    self.monitoring = monitoring
    if isPrivate { setZone(privacyZone ?? PrivacyZone(hiding: region)) }
    try setTags(tags)
    try setNote(note)
    try setMonitoring(monitoring)
  }

  /// The same place with an id.
  ///
  /// - Throws: ``PlaceErrorCode/invalidPlace`` for an id that is not one line of 1 … 200 bytes.
  public func identified(by id: String) throws(PlaceError) -> Place {
    try Self.check(id, "an id")
    var place = self
    place.storeID = id
    return place
  }

  var withoutID: Place {
    var place = self
    place.storeID = nil
    return place
  }

  // MARK: Changes

  /// Changes the name.
  ///
  /// - Throws: ``PlaceErrorCode/invalidPlace`` for a name that is not one line of 1 … 200 bytes.
  public mutating func rename(to name: String) throws(PlaceError) {
    let name = Self.trimmed(name)
    try Self.check(name, "a name")
    self.name = name
  }

  /// Replaces the tags. Repeated ones are dropped.
  ///
  /// - Throws: ``PlaceErrorCode/invalidPlace`` for an empty tag, one of several lines, or more than 100.
  public mutating func setTags(_ tags: [String]) throws(PlaceError) {
    var kept: [String] = []
    for tag in tags {
      let tag = Self.trimmed(tag)
      try Self.check(tag, "a tag")
      if !kept.contains(tag) { kept.append(tag) }
    }
    guard kept.count <= Self.mostTags else {
      throw invalid("a place has at most 100 tags, not \(kept.count)")
    }
    self.tags = kept
  }

  /// Replaces the note. An empty note counts as `nil`.
  ///
  /// - Throws: ``PlaceErrorCode/invalidPlace`` for a note of more than 10,000 bytes.
  public mutating func setNote(_ note: String?) throws(PlaceError) {
    guard (note?.utf8.count ?? 0) <= Self.longestNote else {
      throw invalid("a note has at most 10,000 bytes")
    }
    self.note = note?.isEmpty == true ? nil : note
  }

  /// Replaces the options of monitoring.
  ///
  /// - Throws: ``PlaceErrorCode/invalidPlace`` for a stay that is not positive or longer than a year.
  public mutating func setMonitoring(_ options: MonitoringOptions) throws(PlaceError) {
    if let stay = options.stay, stay <= .zero || stay > .seconds(366 * 86_400) {
      throw invalid("a stay is longer than zero and at most a year, not \(stay)")
    }
    monitoring = options
  }

  // MARK: Privacy

  /// Whether the place must not be named to others, and no location there be published.
  public var isPrivate: Bool {
    get { privacyZone != nil }
    set {
      if newValue != isPrivate { privacyZone = newValue ? PrivacyZone(hiding: region) : nil }
    }
  }

  /// The same place, private if its former version was. It has the zone of that, if it is still inside and has no other
  /// zone of its own.
  package func keepingPrivacy(of former: Place) -> Place {
    guard let zone = former.privacyZone,
      privacyZone == nil || privacyZone == PrivacyZone(hiding: region)
    else { return self }
    var place = self
    place.setZone(zone)
    return place
  }

  private mutating func setZone(_ zone: PrivacyZone?) {
    guard let zone else { return }
    let isInside = zone.contains(region.center, radius: region.reach)
    privacyZone = isInside ? zone : PrivacyZone(hiding: region)
  }

  // MARK: Identity

  /// Identifies the place among others: ``storeID``, or the name before it has one.
  public var id: String { storeID ?? name }

  /// Names with the same key count as equal.
  package static func key(ofName name: String) -> String { trimmed(name).lowercased() }

  /// The key of the place's name.
  package var nameKey: String { Self.key(ofName: name) }

  // MARK: Checks

  private func invalid(_ detail: String) -> PlaceError {
    PlaceError(.invalidPlace, subject: name, detail: detail)
  }

  static func trimmed(_ text: String) -> String {
    var text = text[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  private static func check(_ text: String, _ what: String) throws(PlaceError) {
    guard !trimmed(text).isEmpty else {
      throw PlaceError(.invalidPlace, detail: "\(what) is not empty")
    }
    guard text.utf8.count <= longestName else {
      throw PlaceError(.invalidPlace, detail: "\(what) has at most 200 bytes")
    }
    guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
      throw PlaceError(.invalidPlace, detail: "\(what) is one line without control characters")
    }
  }
}

/// Which events of a place a monitor reports.
public struct MonitoringOptions: Hashable, Sendable {
  /// Whether entering the place is reported.
  public var reportsEntering: Bool
  /// Whether leaving the place is reported.
  public var reportsLeaving: Bool
  /// After how long inside the place a stay is reported, once for each visit; `nil` for never.
  /// Positive, at most a year.
  public var stay: Duration?

  /// Reports entering and leaving.
  public init(reportsEntering: Bool = true, reportsLeaving: Bool = true, stay: Duration? = nil) {
    self.reportsEntering = reportsEntering
    self.reportsLeaving = reportsLeaving
    self.stay = stay
  }

  /// Reports nothing.
  public static let off = MonitoringOptions(reportsEntering: false, reportsLeaving: false)

  /// Whether any event is reported.
  var isOn: Bool { reportsEntering || reportsLeaving || stay != nil }
}

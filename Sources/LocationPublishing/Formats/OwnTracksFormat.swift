public import LocationCore
internal import LocationPlaces
internal import LocationText

/// The JSON of OwnTracks (<https://owntracks.org/booklet/tech/json/>): `location`, `transition`, `waypoint` and
/// `lwt`.
///
/// | Member | Value |
/// |---|---|
/// | `lat`, `lon` | degrees, WGS 84 |
/// | `tst` | when the receiver was there, in seconds since 1970 |
/// | `tst_ms` | the same in milliseconds, if it is not a whole second; OwnTracks has no such member |
/// | `acc`, `vac` | the estimated errors in meters, rounded up |
/// | `alt` | meters above mean sea level |
/// | `vel`, `cog` | km/h, and degrees from north |
/// | `tid` | two letters that name the device on a map |
/// | `batt` | how full the battery is, in percent |
/// | `inregions` | the places in which the location is |
/// | `created_at` | when the message was made; `tst` and `created_at` show that a message is a repeated one |
/// | `simulated`, `replayed` | `true` if a simulator or a recording gave the location; OwnTracks has no such members |
///
/// A member whose value is not known is left out. OwnTracks needs the time of each location: a live
/// location of a receiver without a date has the time of receipt, and a recorded one is left out.
public struct OwnTracksFormat: PayloadFormat {
  /// Two letters that name the device.
  private let trackerID: String?
  /// The topic, for servers that get messages over HTTP.
  private let topic: String?

  /// Makes a format.
  ///
  /// - Parameters:
  ///   - trackerID: two letters that name the device on a map; `nil` leaves `tid` out.
  ///   - topic: becomes the member `topic`, which OwnTracks wants over HTTP and nowhere else.
  public init(trackerID: String? = nil, topic: String? = nil) {
    self.trackerID = trackerID
    self.topic = topic
  }

  /// `acc`
  public var horizontalErrorMember: String? { "acc" }

  /// An object without a line feed; `nil` for a location without a time, and for events that are neither
  /// entering nor leaving.
  public func payload(of item: PublishedItem, createdAt: Date) -> [UInt8]? {
    var text = ByteText()
    switch item {
    case .location(let fix, let places):
      guard let time = fix.publishedTime else { return nil }
      write(fix, at: time, places, createdAt, into: &text)
    case .event(let event, let placeToldAt):
      guard let word = event.transition else { return nil }
      write(event, word, placeToldAt, into: &text)
    case .place(let place, let toldAt):
      // OwnTracks knows circles only.
      guard case .circle(let circle) = place.region else { return nil }
      write(place, circle, toldAt, into: &text)
    }
    return text.bytes
  }

  /// OwnTracks' `lwt`. Its time is when the connection was made.
  public func will(connectedAt: Date) -> [UInt8]? {
    var text = ByteText()
    text.write(#"{"_type":"lwt""#)
    text.member(#","tst":"#, seconds: connectedAt)
    text.member(#","topic":"#, string: topic)
    text.write("}")
    return text.bytes
  }

  private func write(
    _ fix: Fix, at time: Date, _ places: [Place], _ createdAt: Date, into text: inout ByteText
  ) {
    text.write(#"{"_type":"location""#)
    text.member(#","topic":"#, string: topic)
    text.member(#","tid":"#, string: trackerID)
    text.member(position: fix)
    text.member(#","tst":"#, seconds: time)
    text.member(#","tst_ms":"#, integer: time.fractionalMilliseconds)
    text.member(#","alt":"#, rounded: fix.altitude)
    // An error is meaningful only beside its value.
    text.member(
      #","vac":"#, rounded: fix.altitude.flatMap { _ in fix.verticalAccuracy?.rounded(.up) })
    text.member(#","vel":"#, rounded: fix.speed.map { $0 * 3.6 })
    // 359.6° is north.
    text.member(
      #","cog":"#,
      rounded: fix.course.map { $0.rounded().truncatingRemainder(dividingBy: 360) })
    text.member(#","batt":"#, integer: fix.batteryLevel)
    if !places.isEmpty {
      text.write(#","inregions":"#)
      text.write(array: places) { $0.write(jsonString: $1.name) }
    }
    text.member(#","created_at":"#, seconds: createdAt)
    text.member(#","simulated":"#, boolean: fix.isSimulated ? true : nil)
    text.member(#","replayed":"#, boolean: fix.isReplayed ? true : nil)
    text.write("}")
  }

  private func write(
    _ event: PlaceEvent, _ word: StaticString, _ placeToldAt: Date, into text: inout ByteText
  ) {
    text.write(#"{"_type":"transition""#)
    text.member(#","topic":"#, string: topic)
    text.member(#","tid":"#, string: trackerID)
    text.write(#","event":""#)
    text.write(word)
    text.write("\"")
    text.member(#","desc":"#, string: event.place.name)
    text.member(#","rid":"#, string: event.place.storeID)
    text.member(#","tst":"#, seconds: event.time)
    text.member(#","wtst":"#, seconds: placeToldAt)
    if let fix = event.fix {
      text.member(position: fix)
      text.member(#","simulated":"#, boolean: fix.isSimulated ? true : nil)
      text.member(#","replayed":"#, boolean: fix.isReplayed ? true : nil)
    }
    text.write("}")
  }

  private func write(
    _ place: Place, _ circle: CircleRegion, _ toldAt: Date, into text: inout ByteText
  ) {
    text.write(#"{"_type":"waypoint""#)
    text.member(#","topic":"#, string: topic)
    text.member(#","desc":"#, string: place.name)
    text.member(#","lat":"#, trimming: circle.center.latitude, places: 7)
    text.member(#","lon":"#, trimming: circle.center.longitude, places: 7)
    text.member(#","rad":"#, rounded: circle.radius)
    text.member(#","tst":"#, seconds: toldAt)
    text.member(#","rid":"#, string: place.storeID)
    text.write("}")
  }
}

extension PlaceEvent {
  /// OwnTracks' word for the event; `nil` for other events.
  fileprivate var transition: StaticString? {
    switch kind {
    case .entered: "enter"
    case .left: "leave"
    case .stayed, .initial: nil
    }
  }
}

extension Fix {
  /// The time by the receiver's clock; for a live receiver without a date, the time of receipt. `nil` if
  /// neither is known. The time of receipt of a recorded fix says nothing about the fix.
  var publishedTime: Date? { timestamp ?? (isReplayed ? nil : receivedAt) }
}

extension Date {
  /// Milliseconds since 1970; `nil` for a whole second. A receiver may report ten locations a second, which are not the
  /// same one.
  var fractionalMilliseconds: Int? {
    Int(exactly: (timeIntervalSince1970 * 1000).rounded()).flatMap { $0 % 1000 == 0 ? nil : $0 }
  }
}

extension ByteText {
  /// Writes a time as whole seconds since 1970.
  fileprivate mutating func member(_ name: StaticString, seconds time: Date) {
    member(name, rounded: time.timeIntervalSince1970.rounded(.down))
  }

  /// Writes a number without decimals.
  fileprivate mutating func member(_ name: StaticString, rounded value: Double?) {
    member(name, integer: value.flatMap { Int(exactly: $0.rounded()) })
  }

  /// Writes the position and its estimated error.
  fileprivate mutating func member(position fix: Fix) {
    member(#","lat":"#, trimming: fix.coordinate.latitude, places: 7)
    member(#","lon":"#, trimming: fix.coordinate.longitude, places: 7)
    member(#","acc":"#, rounded: fix.horizontalAccuracy?.rounded(.up))
  }
}

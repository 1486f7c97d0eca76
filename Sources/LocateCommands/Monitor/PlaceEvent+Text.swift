import GPSDProtocol
import LocationCore
import LocationPlaces
import LocationText

extension PlaceEvent {
  /// The name of the event for programs: enter, leave, dwell, initial.
  private var word: StaticString {
    switch kind {
    case .entered: "enter"
    case .left: "leave"
    case .stayed: "dwell"
    case .initial: "initial"
    }
  }

  /// Whether the receiver is inside after the event.
  private var isInside: Bool {
    switch kind {
    case .entered, .stayed, .initial(isInside: true): true
    case .left, .initial(isInside: false): false
    }
  }

  /// The stay in seconds; `nil` for other events.
  private var stay: Double? {
    if case .stayed(let stay) = kind { stay / .seconds(1) } else { nil }
  }

  /// The event in a few words: "left Home".
  var summary: String {
    switch kind {
    case .entered: "entered \(place.name)"
    case .left: "left \(place.name)"
    case .stayed(let stay): "at \(place.name) for \(HelpText.seconds(stay))"
    case .initial(let isInside): isInside ? "at \(place.name)" : "not at \(place.name)"
    }
  }

  /// A line for people: the time and the event.
  func write(into text: inout ByteText) {
    if let time = UTCTime(time) {
      text.write(wholeSecondsOf: time)
      text.write("  ")
    }
    text.write(printable: summary)
    if isLate { text.write(", or some time before") }
    text.write("\n")
  }

  /// The event as a JSON object, with a line feed.
  var line: [UInt8] {
    var text = ByteText()
    text.write(#"{"class":"PLACE","event":""#)
    text.write(word)
    text.write("\"")
    text.member(#","place":"#, string: place.name)
    text.member(#","id":"#, string: place.id)
    if !place.tags.isEmpty {
      text.write(#","tags":["#)
      for (index, tag) in place.tags.enumerated() {
        if index > 0 { text.write(",") }
        text.write(jsonString: tag)
      }
      text.write("]")
    }
    if let time = UTCTime(time) {
      text.write(#","time":""#)
      text.write(time)
      text.write("\"")
    }
    text.member(#","inside":"#, boolean: isInside)
    text.member(#","stay":"#, trimming: stay, places: 3)
    if isLate { text.write(#","late":true"#) }
    if let fix {
      text.write(#","fix":"#)
      text.write(text: GPSDReport.update(.fix(fix)).line)
    }
    text.write("}\n")
    return text.bytes
  }

  /// The environment variables of a hook.
  var variables: [String: String] {
    var variables = [
      "LOCATE_EVENT": "\(word)", "LOCATE_PLACE": place.name,
      "LOCATE_PLACE_ID": place.id ?? "", "LOCATE_LATE": isLate ? "1" : "",
      "LOCATE_STAY": stay.map(Self.decimals) ?? "",
    ]
    var text = ByteText()
    if let time = UTCTime(time) { text.write(time) }
    variables["LOCATE_TIME"] = text.string
    variables["LOCATE_LATITUDE"] = fix.map { Self.decimals($0.coordinate.latitude) } ?? ""
    variables["LOCATE_LONGITUDE"] = fix.map { Self.decimals($0.coordinate.longitude) } ?? ""
    variables["LOCATE_ACCURACY"] = fix?.horizontalAccuracy.map(Self.decimals) ?? ""
    return variables
  }

  /// A number without an exponent.
  private static func decimals(_ value: Double) -> String {
    var text = ByteText()
    if let number = FixedPoint(value, places: 9) { text.write(trimming: number) }
    return text.string
  }
}

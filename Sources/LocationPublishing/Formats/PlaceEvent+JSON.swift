import GPSDProtocol
package import LocationPlaces
internal import LocationText

extension PlaceEvent {
  /// The name of the event for programs: enter, leave, dwell, initial.
  package var word: StaticString {
    switch kind {
    case .entered: "enter"
    case .left: "leave"
    case .stayed: "dwell"
    case .initial: "initial"
    }
  }

  /// Whether the device is inside after the event.
  private var isInside: Bool {
    switch kind {
    case .entered, .stayed, .initial(isInside: true): true
    case .left, .initial(isInside: false): false
    }
  }

  /// The stay in seconds; `nil` for other events.
  package var stay: Double? {
    if case .stayed(let stay) = kind { stay / .seconds(1) } else { nil }
  }

  /// The event as a JSON object, with a line feed.
  package var line: [UInt8] {
    var text = ByteText()
    text.write(#"{"class":"PLACE","event":""#)
    text.write(word)
    text.write("\"")
    text.member(#","device":"#, string: device.device)
    text.member(#","place":"#, string: place.name)
    text.member(#","id":"#, string: place.storeID)
    if !place.tags.isEmpty {
      text.write(#","tags":"#)
      text.write(array: place.tags) { $0.write(jsonString: $1) }
    }
    text.member(#","time":"#, time: time)
    text.member(#","inside":"#, boolean: isInside)
    text.member(#","stay":"#, trimming: stay, places: 3)
    if isLate { text.write(#","late":true"#) }
    text.member(#","fix":"#, fix: fix)
    text.write("}\n")
    return text.bytes
  }
}

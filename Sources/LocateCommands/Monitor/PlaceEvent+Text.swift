import LocationCore
import LocationPlaces
import LocationPublishing
import LocationText

extension PlaceEvent {
  /// A line for people: the time, the device and the event.
  ///
  /// - Parameter namesDevice: whether there may be several devices.
  func write(into text: inout ByteText, namesDevice: Bool) {
    if let time = UTCTime(time) {
      text.write(wholeSecondsOf: time)
      text.write("  ")
    }
    if namesDevice, let device = device.device {
      text.write(printable: device)
      text.write("  ")
    }
    text.write(printable: summary)
    if isLate { text.write(", or some time before") }
    text.write("\n")
  }

  /// The environment variables of a hook.
  var variables: [String: String] {
    var variables = [
      "LOCATE_EVENT": "\(word)", "LOCATE_PLACE": place.name,
      "LOCATE_PLACE_ID": place.storeID ?? "", "LOCATE_DEVICE": device.device ?? "",
      "LOCATE_LATE": isLate ? "1" : "",
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
    String(value, places: 9)
  }
}

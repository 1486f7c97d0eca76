import LocationText

extension GPSDReport {
  /// The report as gpsd writes it: one JSON object, without the end of the line.
  ///
  /// Numbers have gpsd's count of decimals, for example nine for latitude and longitude. An
  /// ``GPSDReport/update(_:)`` of an authorization is empty: gpsd has no report for it. A lost fix
  /// with the reason `deviceAdded`, `deviceRemoved`, `noDevice`, `silent` or `disconnected` is a
  /// `DEVICE`, `DEVICES` or `ERROR` object.
  public var line: String {
    var text = ByteText()
    GPSDReportWriter().writeObject(self, into: &text)
    return text.string
  }
}

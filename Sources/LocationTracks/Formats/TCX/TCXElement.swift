/// The elements of TCX, and of Garmin's ActivityExtension, that the reader uses.
enum TCXElement: String, CaseIterable {
  // The most frequent come first, because they are found fastest.
  case trackpoint = "Trackpoint"
  case time = "Time"
  case position = "Position"
  case latitude = "LatitudeDegrees"
  case longitude = "LongitudeDegrees"
  case altitude = "AltitudeMeters"
  case pointExtension = "TPX"
  case speed = "Speed"
  case track = "Track"
  case lap = "Lap"
  case activity = "Activity"
  case course = "Course"
  case coursePoint = "CoursePoint"
  case id = "Id"
  case name = "Name"
  case notes = "Notes"
  case database = "TrainingCenterDatabase"
  /// Any other element.
  case other = ""

  private static let names = XMLElementNames<TCXElement>()

  init(_ name: XMLName) { self = Self.names.element(name) ?? .other }
}

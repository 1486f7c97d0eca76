import LocationIO

extension FileFormat {
  /// Garmin's Training Center Database.
  package static let tcx = FileFormat(
    "tcx", title: "TCX", signature: .document(.xml, ["<TrainingCenterDatabase"]),
    reading: .xml { TCXDocument(source: $0.fixSource, items: $0.items) },
    writing: Writing(rank: 9, isDocument: true) { _ in TCXWriter() },
    help: .gpsbabel("gtrnctr"))
}

extension TrackFormat {
  /// TCX, Garmin's Training Center Database: an activity with its laps for each track. The document is written at its end;
  /// until then it is in temporary files without names. Fixes without a date have no place in it.
  public static let tcx = TrackFormat(.tcx)
}

extension TrackInputFormat {
  /// Garmin's Training Center Database.
  public static let tcx = TrackInputFormat(.tcx)
}

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
  case heartRate = "HeartRateBpm"
  case value = "Value"
  case cadence = "Cadence"
  case runCadence = "RunCadence"
  case watts = "Watts"
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

/// The sports that TCX knows.
enum TCXSport: String {
  case running = "Running"
  case biking = "Biking"
  case other = "Other"

  /// The sport in the words of another format: FIT and Garmin write `cycling`, Strava `Ride` and `VirtualRide`.
  init(_ type: String) {
    let word = type.lowercased()
    self =
      if word.hasSuffix("running") || word.hasSuffix("run") {
        .running
      } else if word.hasSuffix("biking") || word.hasSuffix("cycling") && word != "motorcycling"
        || word.hasSuffix("ride")
      {
        .biking
      } else {
        .other
      }
  }
}

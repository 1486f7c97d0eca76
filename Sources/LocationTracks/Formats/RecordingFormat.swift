/// A format that ``LocationRecorder`` writes. A file in one of these formats can be continued at its end.
public enum RecordingFormat: String, Hashable, Sendable, CaseIterable {
  /// See ``TrackFormat/gpx``. A new track begins when the receiver changes.
  case gpx
  /// See ``TrackFormat/nmea``.
  case nmea
  /// See ``TrackFormat/csv``.
  case csv
  /// See ``TrackFormat/json``.
  case json
  /// See ``TrackFormat/updates``. A recording in this format can be replayed exactly.
  case updates

  /// Finds the format of a recording; `nil` for a format that is not recorded.
  public init?(_ format: TrackFormat) {
    switch format {
    case .gpx: self = .gpx
    case .nmea: self = .nmea
    case .csv: self = .csv
    case .json: self = .json
    case .updates: self = .updates
    default: return nil
    }
  }

  /// The format as ``TrackWriter`` knows it.
  var trackFormat: TrackFormat {
    switch self {
    case .gpx: .gpx
    case .nmea: .nmea
    case .csv: .csv
    case .json: .json
    case .updates: .updates
    }
  }
}

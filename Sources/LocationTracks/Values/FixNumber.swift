import LocationCore
import LocationText

/// A number of a fix, for formats that write a list of values beside a list of positions.
enum FixNumber: Int, CaseIterable {
  case altitude, speed, course, accuracy, verticalAccuracy, heading, climb, magneticVariation
  case geoidSeparation, satelliteCount, horizontalDilution, verticalDilution, positionDilution

  var content: TrackContent {
    switch self {
    case .altitude: .altitude
    case .speed: .speed
    case .course: .course
    case .accuracy: .accuracy
    case .verticalAccuracy: .verticalAccuracy
    case .heading: .heading
    case .climb: .climb
    case .magneticVariation: .magneticVariation
    case .geoidSeparation: .geoidSeparation
    case .satelliteCount: .satelliteCount
    case .horizontalDilution: .horizontalDilution
    case .verticalDilution: .verticalDilution
    case .positionDilution: .positionDilution
    }
  }

  /// The number of a fix in its unit; `nil` if it is not known.
  func value(of fix: Fix) -> Double? {
    switch self {
    case .altitude: fix.altitude
    case .speed: fix.speed
    case .course: fix.course
    case .accuracy: fix.errors.horizontal
    case .verticalAccuracy: fix.errors.vertical
    case .heading: fix.heading
    case .climb: fix.climb
    case .magneticVariation: fix.magneticVariation
    case .geoidSeparation: fix.geoidSeparation
    case .satelliteCount: fix.satellitesUsed.map(Double.init)
    case .horizontalDilution: fix.dilution.horizontal
    case .verticalDilution: fix.dilution.vertical
    case .positionDilution: fix.dilution.position
    }
  }

  /// Changes the number of a fix. A value that is not known, or out of its range, counts as not reported.
  func set(_ value: Double?, of fix: inout Fix) {
    let value = value.flatMap { range.contains($0) ? $0 : nil }
    switch self {
    case .altitude: fix.altitude = value
    case .speed: fix.speed = value
    case .course: fix.course = value.map { $0 == 360 ? 0 : $0 }
    case .accuracy: fix.errors.horizontal = value
    case .verticalAccuracy: fix.errors.vertical = value
    case .heading: fix.heading = value.map { $0 == 360 ? 0 : $0 }
    case .climb: fix.climb = value
    case .magneticVariation: fix.magneticVariation = value
    case .geoidSeparation: fix.geoidSeparation = value
    case .satelliteCount: fix.satellitesUsed = value.flatMap { Int(exactly: $0) }
    case .horizontalDilution: fix.dilution.horizontal = value
    case .verticalDilution: fix.dilution.vertical = value
    case .positionDilution: fix.dilution.position = value
    }
  }

  private var range: ClosedRange<Double> {
    switch self {
    case .altitude, .geoidSeparation: -1e9...1e9
    case .accuracy, .verticalAccuracy: 0...1e9
    case .speed, .horizontalDilution, .verticalDilution, .positionDilution: 0...1e6
    case .climb: -1e6...1e6
    case .course, .heading: 0...360
    case .magneticVariation: -180...180
    case .satelliteCount: 0...1000
    }
  }
}

/// The values of a list while it is written, and whether any of them is known.
struct ValueList {
  let text = PendingTrack()
  private(set) var isKnown = false

  /// Appends what `body` writes, or `unknown`.
  mutating func append<Value>(
    _ value: Value?, unknown: StaticString, _ body: (inout ByteText, Value) -> Void
  ) {
    if let value {
      body(&text.text, value)
      isKnown = true
    } else {
      text.text.write(unknown)
    }
    text.spill()
  }

  /// Appends a number with up to three decimals, or `unknown`.
  mutating func append(number value: Double?, unknown: StaticString) {
    append(value.flatMap { FixedPoint($0, places: 3) }, unknown: unknown) {
      $0.write(trimming: $1)
    }
  }
}

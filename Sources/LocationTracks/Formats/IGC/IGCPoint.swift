import LocationCore
import LocationText

/// The values of a `B` record of an IGC file.
struct IGCPoint {
  /// The time of day in seconds, UTC, and the decimals of the second.
  let time: Int
  private(set) var fraction = 0.0
  let coordinate: Coordinate
  /// The altitude by GNSS in meters; `nil` if the record says that it is not valid, or if it is no number.
  let altitude: Double?
  /// The altitude by pressure in meters; `nil` if it is no number.
  let pressureAltitude: Double?
  /// Whether one of both altitudes is no number.
  let hasUnreadableAltitude: Bool
  /// Whether the recorder had a position. Without one, it writes zeros and says that they are not valid.
  var hasPosition: Bool {
    altitude != nil || coordinate.latitude != 0 || coordinate.longitude != 0
  }
  // The values that an `I` record added. Units are those of `Fix`.
  let accuracy: Double?
  let verticalAccuracy: Double?
  let speed: Double?
  let course: Double?
  let heading: Double?
  let satellites: Int?

  /// Reads a record; `nil` if it is malformed.
  init?(_ record: IGCRecord, _ columns: IGCColumns) {
    guard let hour = record.digits(1..<3), let minute = record.digits(3..<5),
      let second = record.digits(5..<7), hour < 24, minute < 60, second < 60,
      let coordinate = record.coordinate(from: 7, columns, allowsZero: true),
      record.byte(34) != nil
    else { return nil }
    time = hour * 3600 + minute * 60 + second
    if let column = columns.fraction, let digits = record.digits(column) {
      fraction = Double(digits) / powerOfTen(column.count)
    }
    self.coordinate = coordinate
    // `V` means a position in two dimensions.
    let (pressure, height) = (record.signedDigits(25..<30), record.signedDigits(30..<35))
    altitude = record.byte(24) == UInt8(ascii: "A") ? height.map(Double.init) : nil
    pressureAltitude = pressure.map(Double.init)
    hasUnreadableAltitude = pressure == nil || height == nil
    func value(_ column: Range<Int>?) -> Int? { column.flatMap { record.digits($0) } }
    accuracy = value(columns.accuracy).map(Double.init)
    verticalAccuracy = value(columns.verticalAccuracy).map(Double.init)
    satellites = value(columns.satellites)
    speed = value(columns.speed).map { Double($0) / 3.6 }
    course = Self.angle(value(columns.course))
    heading = Self.angle(value(columns.heading))
  }

  private static func angle(_ degrees: Int?) -> Double? {
    degrees.flatMap { (0...360).contains($0) ? Double($0 % 360) : nil }
  }
}

/// Where in a `B` record the values are that an `I` record adds.
struct IGCColumns {
  /// Horizontal and vertical accuracy in meters (FXA, VXA).
  var accuracy, verticalAccuracy: Range<Int>?
  /// The number of satellites in use (SIU).
  var satellites: Range<Int>?
  /// The speed over ground in km/h (GSP).
  var speed: Range<Int>?
  /// Course over ground and heading in degrees true (TRT, HDT).
  var course, heading: Range<Int>?
  /// The decimals of the second (TDS).
  var fraction: Range<Int>?
  /// Further decimals of the minutes of latitude and longitude (LAD, LOD).
  var latitude, longitude: Range<Int>?

  /// No added values.
  init() {}

  /// Reads an `I` record: a count, and for each value its first byte, its last byte and its name.
  init(_ record: IGCRecord) {
    var index = 3
    while let first = record.digits(index..<index + 2),
      let last = record.digits(index + 2..<index + 4), first > 35, last >= first, last - first < 9
    {
      let column = first - 1..<last
      // Some recorders write other units in longer fields.
      let hasThreeDigits = column.count == 3
      switch record.text(index + 4..<index + 7) {
      case "FXA": accuracy = column
      case "VXA": verticalAccuracy = column
      case "SIU": satellites = column
      case "GSP" where hasThreeDigits: speed = column
      case "TRT" where hasThreeDigits: course = column
      case "HDT" where hasThreeDigits: heading = column
      case "TDS": fraction = column
      case "LAD": latitude = column
      case "LOD": longitude = column
      default: break
      }
      index += 7
    }
  }
}

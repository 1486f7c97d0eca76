import GPSDProtocol
import LocationCore
import LocationText
import LocationTracks

/// Numbers about a track as text for people, and as JSON.
struct TrackInfoText {
  let presentation: Presentation

  /// A line for each group of numbers.
  func lines(_ info: TrackInfo) -> [UInt8] {
    let numbers = info.numbers
    var text = ByteText()
    let file = [info.file, info.device].compactMap(\.self)
    text.write(line: "File       ", file.joined(separator: ", "))
    text.write("Points     ")
    text.write(integer: numbers.points)
    text.write(counted: info.tracks, " track", " tracks", after: " in ")
    text.write(counted: numbers.segments, " segment", " segments", after: ", ")
    text.write("\n")
    if info.waypoints > 0 || info.routes > 0 {
      text.write(counted: info.waypoints, " waypoint", " waypoints", after: "Beside     ")
      text.write(counted: info.routes, " route", " routes", after: ", ")
      text.write("\n")
    }
    if numbers.points > 0 {
      times(of: numbers, into: &text)
      text.write("Distance   ")
      write(length: numbers.distance, into: &text)
      text.write("\n")
      speeds(of: numbers, into: &text)
      altitudes(of: numbers, into: &text)
      sensors(of: numbers, into: &text)
      extent(of: numbers, into: &text)
      gaps(of: numbers, into: &text)
      if let splits = numbers.splits { write(splits, into: &text) }
    }
    if info.isSimulated { text.write("Caution    simulated\n") }
    return text.bytes
  }

  private func times(of numbers: TrackStatistics, into text: inout ByteText) {
    guard let start = numbers.start, let end = numbers.end else { return }
    for (title, time) in [("Start      ", start), ("End        ", end)] as [(StaticString, Date)] {
      guard let clock = presentation.clock(at: time) else { continue }
      text.write(title)
      text.write(date: clock.time)
      text.write(" ")
      text.write(clock: clock.time)
      text.write(offset: clock.offset)
      text.write("\n")
    }
    guard let duration = numbers.duration else { return }
    text.write("Duration   ")
    text.write(seconds: duration)
    if let moving = numbers.movingTime {
      text.write(", moving ")
      text.write(seconds: moving)
      text.member(" (from ", numbers.thresholds.movingSpeed, in: presentation.units.speed)
      text.write(")")
    }
    text.write("\n")
  }

  private func speeds(of numbers: TrackStatistics, into text: inout ByteText) {
    let unit = presentation.units.speed
    guard text.member("Speed      average ", numbers.averageSpeed, in: unit) else { return }
    text.member(", moving ", numbers.movingSpeed, in: unit)
    text.member(", highest ", numbers.maximumSpeed, in: unit)
    if numbers.isMaximumSpeedDerived { text.write(" (from positions)") }
    text.write("\n")
  }

  private func altitudes(of numbers: TrackStatistics, into text: inout ByteText) {
    let unit = presentation.units.length
    guard let altitudes = numbers.altitudes else { return }
    text.member("Altitude   ", altitudes.lowerBound, in: unit)
    text.member(" to ", altitudes.upperBound, in: unit)
    text.write(numbers.isEllipsoidal ? " above the ellipsoid\n" : " above mean sea level\n")
    text.member("Climb      up ", numbers.ascent, in: unit)
    text.member(", down ", numbers.descent, in: unit)
    text.member(" (threshold ", numbers.thresholds.altitude, in: unit)
    text.write(")\n")
  }

  private func sensors(of numbers: TrackStatistics, into text: inout ByteText) {
    for (title, measured, unit) in [
      ("Heart rate average ", numbers.heartRate, " bpm"),
      ("Cadence    average ", numbers.cadence, " rpm"),
      ("Power      average ", numbers.power, " W"),
    ] as [(StaticString, TrackStatistics.Measured?, StaticString)] {
      guard let measured else { continue }
      text.write(title)
      text.write(integer: Int(measured.average.rounded()))
      text.write(unit)
      text.write(", highest ")
      text.write(integer: Int(measured.maximum.rounded()))
      text.write(unit)
      text.write("\n")
    }
  }

  private func extent(of numbers: TrackStatistics, into text: inout ByteText) {
    guard let box = numbers.box, let southWest = box.southWest, let northEast = box.northEast else {
      return
    }
    text.write("Box        ")
    text.write(southWest, as: presentation.notation)
    text.write("  to  ")
    text.write(northEast, as: presentation.notation)
    if box.crossesAntimeridian { text.write(", across the antimeridian") }
    text.write("\n")
  }

  private func gaps(of numbers: TrackStatistics, into text: inout ByteText) {
    guard let interval = numbers.samplingInterval else { return }
    text.write("Sampling   every ")
    text.write(seconds: interval)
    text.write("\nGaps       ")
    text.write(integer: numbers.gaps)
    text.write(" longer than ")
    text.write(seconds: numbers.thresholds.gap)
    if let longest = numbers.longestGap {
      text.write(", the longest ")
      text.write(seconds: longest)
    }
    text.write("\n")
  }

  /// A line for each part and each best effort.
  private func write(_ splits: TrackSplits, into text: inout ByteText) {
    for (index, split) in splits.splits.enumerated() {
      text.write(index == 0 ? "Splits     " : "           ")
      write(length: split.distance, into: &text)
      if let duration = split.duration {
        text.write("  ")
        text.write(clock: duration)
        if let moving = split.movingTime {
          text.write(", moving ")
          text.write(clock: moving)
        }
        text.member(", average ", split.averageSpeed, in: presentation.units.speed)
      }
      text.member(", up ", split.ascent, in: presentation.units.length)
      text.member(", down ", split.descent, in: presentation.units.length)
      text.write("\n")
    }
    for (index, effort) in splits.bestEfforts.enumerated() {
      text.write(index == 0 ? "Best       " : "           ")
      write(length: effort.distance, into: &text)
      text.write("  ")
      text.write(clock: effort.duration)
      text.member(", average ", effort.averageSpeed, in: presentation.units.speed)
      if let clock = presentation.clock(at: effort.start) {
        text.write(", from ")
        text.write(clock: clock.time)
        text.write(offset: clock.offset)
      }
      text.write("\n")
    }
  }

  /// Writes a length in a unit that fits it: `850 m`, `12.34 km`.
  func write(length meters: Double, into text: inout ByteText) {
    let isShort = presentation.units == .metric && meters < 1000
    let unit = isShort ? presentation.units.length : presentation.units.way
    guard let number = FixedPoint(meters * unit.factor, places: isShort ? 1 : 2) else { return }
    text.write(number)
    text.write(" ")
    text.write(unit.symbol)
  }
}

extension TrackInfoText {
  /// A JSON object on one line. Lengths are in meters, times in seconds, speeds in m/s, angles in degrees.
  static func json(_ info: TrackInfo) -> [UInt8] {
    let numbers = info.numbers
    var text = ByteText()
    text.member(#"{"file":"#, string: info.file)
    text.member(#","device":"#, string: info.device)
    if info.isSimulated { text.write(#","simulated":true"#) }
    text.member(#","tracks":"#, integer: info.tracks)
    text.member(#","segments":"#, integer: numbers.segments)
    text.member(#","points":"#, integer: numbers.points)
    text.member(#","waypoints":"#, integer: info.waypoints)
    text.member(#","routes":"#, integer: info.routes)
    text.member(#","start":"#, time: numbers.start)
    text.member(#","end":"#, time: numbers.end)
    text.member(#","duration":"#, total: numbers.duration)
    text.member(#","movingTime":"#, total: numbers.movingTime)
    text.member(
      #","movingThreshold":"#, trimming: numbers.thresholds.movingSpeed, places: 3)
    if numbers.points > 0 {
      text.member(#","distance":"#, total: numbers.distance)
    }
    text.member(#","averageSpeed":"#, trimming: numbers.averageSpeed, places: 3)
    text.member(#","movingSpeed":"#, trimming: numbers.movingSpeed, places: 3)
    text.member(#","maximumSpeed":"#, trimming: numbers.maximumSpeed, places: 3)
    if numbers.maximumSpeed != nil {
      text.member(#","maximumSpeedIsDerived":"#, boolean: numbers.isMaximumSpeedDerived)
    }
    if let altitudes = numbers.altitudes {
      text.member(#","minimumAltitude":"#, trimming: altitudes.lowerBound, places: 3)
      text.member(#","maximumAltitude":"#, trimming: altitudes.upperBound, places: 3)
      text.member(#","ascent":"#, trimming: numbers.ascent, places: 3)
      text.member(#","descent":"#, trimming: numbers.descent, places: 3)
      text.write(#","altitudeReference":""#)
      text.write(numbers.isEllipsoidal ? "ellipsoid\"" : "meanSeaLevel\"")
    }
    for (average, maximum, measured) in [
      (#","averageHeartRate":"#, #","maximumHeartRate":"#, numbers.heartRate),
      (#","averageCadence":"#, #","maximumCadence":"#, numbers.cadence),
      (#","averagePower":"#, #","maximumPower":"#, numbers.power),
    ] as [(StaticString, StaticString, TrackStatistics.Measured?)] {
      text.member(average, trimming: measured?.average, places: 3)
      text.member(maximum, trimming: measured?.maximum, places: 3)
    }
    text.member(#","altitudeThreshold":"#, trimming: numbers.thresholds.altitude, places: 3)
    if let box = numbers.box {
      text.member(#","bbox":["#, trimming: box.west, places: 9)
      text.member(",", trimming: box.south, places: 9)
      text.member(",", trimming: box.east, places: 9)
      text.member(",", trimming: box.north, places: 9)
      text.write("]")
    }
    text.member(#","samplingInterval":"#, trimming: numbers.samplingInterval, places: 6)
    text.member(#","gaps":"#, integer: numbers.gaps)
    text.member(#","longestGap":"#, total: numbers.longestGap)
    text.member(#","gapThreshold":"#, trimming: numbers.thresholds.gap, places: 3)
    if let splits = numbers.splits {
      text.write(#","splits":"#)
      text.write(array: splits.splits) { text, split in
        text.member(#"{"distance":"#, trimming: split.distance, places: 3)
        text.member(#","duration":"#, total: split.duration)
        text.member(#","movingTime":"#, total: split.movingTime)
        text.member(#","averageSpeed":"#, trimming: split.averageSpeed, places: 3)
        text.member(#","ascent":"#, trimming: split.ascent, places: 3)
        text.member(#","descent":"#, trimming: split.descent, places: 3)
        text.write("}")
      }
      text.write(#","bestEfforts":"#)
      text.write(array: splits.bestEfforts) { text, effort in
        text.member(#"{"distance":"#, trimming: effort.distance, places: 3)
        text.member(#","duration":"#, total: effort.duration)
        text.member(#","averageSpeed":"#, trimming: effort.averageSpeed, places: 3)
        text.member(#","start":"#, time: effort.start)
        text.write("}")
      }
    }
    text.write("}\n")
    return text.bytes
  }
}

extension ByteText {
  /// Writes a number of things.
  fileprivate mutating func write(
    counted count: Int, _ one: StaticString, _ many: StaticString, after start: StaticString
  ) {
    write(start)
    write(integer: count)
    write(count == 1 ? one : many)
  }
}

extension CoordinateBox {
  /// The corners.
  fileprivate var southWest: Coordinate? { try? Coordinate(latitude: south, longitude: west) }
  fileprivate var northEast: Coordinate? { try? Coordinate(latitude: north, longitude: east) }
}

/// Writes the sentences of an instant. It shares no code with the library's encoder.
struct SentenceText {
  private(set) var bytes: [UInt8] = []

  mutating func write(
    _ kind: ReceiverBehavior.Kind, of instant: Instant, _ behavior: ReceiverBehavior,
    part: Int = 0
  ) {
    bytes.removeAll(keepingCapacity: true)
    let time = hasTime(kind, behavior) ? timeField(instant, behavior) : ""
    let talker = behavior.talker
    let fix = instant.hasFix
    switch kind {
    case .rmc:
      let place = place(instant, decimals: behavior.isRMCCoarse ? 4 : 5)
      let motion = fix ? "\(decimal(instant.speed, 2)),\(decimal(instant.course, 1))" : ","
      let date = behavior.hasDate ? dateField(instant) : ""
      add("\(talker)RMC,\(time),\(fix ? "A" : "V"),\(place),\(motion),\(date),,,\(fix ? "A" : "N")")
    case .gga:
      let height = fix ? "\(decimal(instant.altitude, 1)),M,46.9,M" : ",M,,M"
      add(
        "\(talker)GGA,\(time),\(place(instant)),\(fix ? 1 : 0),\(fix ? "08" : "00"),0.9,\(height),,"
      )
    case .gns:
      let height = fix ? "\(decimal(instant.altitude, 1)),46.9" : ","
      add("\(talker)GNS,\(time),\(place(instant)),\(fix ? "AA" : "NN"),08,0.9,\(height),,")
    case .gll:
      add("\(talker)GLL,\(place(instant)),\(time),\(fix ? "A,A" : "V,N")")
    case .vtg:
      let motion =
        fix
        ? "\(decimal(instant.course, 1)),T,,M,\(decimal(instant.speed, 2)),N,,K,A" : ",T,,M,,N,,K,N"
      add("\(talker)VTG,\(motion)")
    case .zda:
      let day = CivilDay(milliseconds: instant.milliseconds)
      let date = behavior.hasDate ? "\(two(day.day)),\(two(day.month)),\(day.year)" : ",,"
      add("\(talker)ZDA,\(time),\(date),00,00")
    case .gsa:
      add("\(talker)GSA,A,\(fix ? 3 : 1),04,05,09,12,,,,,,,,,1.8,0.9,1.5")
    case .gsv:
      add("\(talker)GSV,2,\(part + 1),08,04,40,083,46,05,17,308,41,09,60,120,44,12,30,270,39")
    case .gst:
      add("\(talker)GST,\(time),,,,,3.0,4.0,5.0")
    case .pgrme:
      add("PGRME,9.1,M,15.0,M,12.0,M")
    case .pgrmz:
      // Feet: 3 means three dimensions.
      add("PGRMZ,\(instant.altitude),f,\(fix ? 3 : 1)")
    case .pubx00:
      let ellipsoid = decimal(instant.altitude + 469, 1)
      let speed = decimal(instant.speed * 1852 / 1000, 2)
      add(
        "PUBX,00,\(time),\(place(instant)),\(ellipsoid),\(fix ? "G3" : "NF"),2.1,2.0,\(speed),"
          + "\(decimal(instant.course, 1)),0.0,,0.9,1.2,0.8,8,0,0")
    case .hdt:
      add("\(talker)HDT,\(decimal(instant.course, 1)),T")
    }
  }

  private func hasTime(_ kind: ReceiverBehavior.Kind, _ behavior: ReceiverBehavior) -> Bool {
    switch behavior.times {
    case .all: true
    case .notInRMC: kind != .rmc
    case .none: false
    }
  }

  private mutating func add(_ body: String) {
    bytes.append(UInt8(ascii: "$"))
    bytes.append(contentsOf: body.utf8)
    let sum = bytes.dropFirst().reduce(UInt8(0)) { $0 ^ $1 }
    let digits = Array("0123456789ABCDEF".utf8)
    bytes += [UInt8(ascii: "*"), digits[Int(sum >> 4)], digits[Int(sum & 15)], 13, 10]
  }

  private func place(_ instant: Instant, decimals: Int = 5) -> String {
    guard instant.hasFix else { return ",,," }
    return angle(instant.latitude, decimals, degreeDigits: 2)
      + (instant.latitude < 0 ? ",S," : ",N,")
      + angle(instant.longitude, decimals, degreeDigits: 3) + (instant.longitude < 0 ? ",W" : ",E")
  }

  private func angle(_ value: Int, _ decimals: Int, degreeDigits: Int) -> String {
    let unit = decimals == 5 ? 1 : 10
    let rounded = (abs(value) + unit / 2) / unit
    let minute = 100_000 / unit
    let (degrees, rest) = rounded.quotientAndRemainder(dividingBy: 60 * minute)
    return padded(degrees, degreeDigits) + padded(rest / minute, 2) + "."
      + padded(rest % minute, decimals)
  }

  private func timeField(_ instant: Instant, _ behavior: ReceiverBehavior) -> String {
    let time = instant.timeOfDay
    let base = two(time / 3_600_000) + two(time / 60_000 % 60) + two(time / 1000 % 60)
    switch behavior.timeDecimals {
    case 0: return base
    case 1: return base + "." + padded(time % 1000 / 100, 1)
    case 2: return base + "." + padded(time % 1000 / 10, 2)
    default: return base + "." + padded(time % 1000, 3)
    }
  }

  private func dateField(_ instant: Instant) -> String {
    let day = CivilDay(milliseconds: instant.milliseconds)
    return two(day.day) + two(day.month) + two(day.year % 100)
  }

  private func two(_ value: Int) -> String { padded(value, 2) }

  private func padded(_ value: Int, _ count: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }

  private func decimal(_ value: Int, _ decimals: Int) -> String {
    let unit = decimals == 1 ? 10 : 100
    return (value < 0 ? "-" : "") + String(abs(value) / unit) + "."
      + padded(abs(value) % unit, decimals)
  }
}

/// A day of the calendar, found by counting. It shares no code with the library.
struct CivilDay {
  private(set) var year = 1970
  private(set) var month = 1
  private(set) var day = 1

  init(milliseconds: Int) {
    var days = milliseconds / 86_400_000
    while days >= Self.length(year) {
      days -= Self.length(year)
      year += 1
    }
    while days >= Self.length(year, month) {
      days -= Self.length(year, month)
      month += 1
    }
    day += days
  }

  private static func isLeap(_ year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }
  private static func length(_ year: Int) -> Int { isLeap(year) ? 366 : 365 }
  private static func length(_ year: Int, _ month: Int) -> Int {
    [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }
}

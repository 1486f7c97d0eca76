import LocationCore
import LocationText

/// A line of ``TrackFormat/updates``.
enum UpdateLine {
  /// The first line of a recording. Other versions are other formats.
  case header(version: Double)
  case start(at: Date, AuthorizationStatus)
  case update(at: Date, LocationUpdate)
  case end(at: Date, UserLocationError?)
  /// A line that a later version of this library wrote.
  case other

  /// Seconds since 1970. Dates outside mean nothing, and are left out.
  static let dates = -1e12...1e12

  init(_ bytes: UnsafeRawBufferPointer) throws(FormatProblem) {
    var reader = UpdateReader(bytes)
    self = try reader.line()
  }
}

/// Reads the values of a line of ``TrackFormat/updates``. Members that it does not know are skipped.
struct UpdateReader {
  typealias Mistake = FormatProblem

  private var json: JSONScanner

  init(_ line: UnsafeRawBufferPointer) { json = JSONScanner(line) }

  mutating func line() throws(Mistake) -> UpdateLine {
    var at: Date?
    var line: ((Date) -> UpdateLine)?
    var version: Double?
    try object { reader, name throws(Mistake) in
      switch name {
      case "at":
        at = try reader.date()
        guard at != nil else { throw Mistake("expected seconds since 1970") }
      case "version":
        version = try reader.number()
      case "fix":
        let fix = try reader.fix()
        line = { .update(at: $0, .fix(fix)) }
      case "sky":
        let sky = try reader.sky()
        line = { .update(at: $0, .sky(sky)) }
      case "loss":
        let loss = try reader.loss()
        line = { .update(at: $0, .fixLost(loss)) }
      case "authorization":
        let status = try reader.authorization()
        line = { .update(at: $0, .authorization(status)) }
      case "start":
        let status = try reader.authorization()
        line = { .start(at: $0, status) }
      case "end":
        try reader.skip()
        line = { .end(at: $0, nil) }
      case "error":
        let error = try reader.error()
        line = { .end(at: $0, error) }
      default: try reader.skip()
      }
    }
    _ = try next()
    if let version { return .header(version: version) }
    guard let at else { throw Mistake("expected the member \"at\"") }
    return line?(at) ?? .other
  }

  // MARK: Objects

  private mutating func fix(isOriginal: Bool = false) throws(Mistake) -> Fix {
    var fix = Fix(
      coordinate: Coordinate(unchecked: 0, 0), source: FixSource(kind: .replayed, name: ""))
    var coordinate: Coordinate?
    var source: FixSource?
    var derived: DerivedValues = []
    try object { reader, name throws(Mistake) in
      switch name {
      case "coordinate": coordinate = try reader.coordinate()
      case "source": source = try reader.source()
      case "mode": fix.mode = try reader.value(FixMode.init(rawValue:), name)
      case "status": fix.status = try reader.value(FixStatus.init(rawValue:), name)
      case "errors": try reader.numbers(of: &fix.errors, ErrorEstimates.numbers)
      case "dilution": try reader.numbers(of: &fix.dilution, DilutionOfPrecision.numbers)
      case "speedIsDerived": if try reader.boolean() { derived.insert(.speed) }
      case "courseIsDerived": if try reader.boolean() { derived.insert(.course) }
      case "positionIsDerived": if try reader.boolean() { derived.insert(.position) }
      // The receiver's own fix has no other one.
      case "original" where !isOriginal: fix.original = try reader.fix(isOriginal: true)
      default:
        if try reader.read(name, into: &fix, Fix.dates) { return }
        if try reader.read(name, into: &fix, Fix.numbers) { return }
        if try reader.read(name, into: &fix, Fix.integers) { return }
        try reader.skip()
      }
    }
    guard let coordinate, let source else {
      throw Mistake("expected \"coordinate\" and \"source\" in a fix")
    }
    fix.coordinate = coordinate
    fix.source = source
    if !derived.isEmpty { fix.derived = derived }
    return fix
  }

  private mutating func sky() throws(Mistake) -> SkyView {
    var sky = SkyView(satellites: [], source: FixSource(kind: .replayed, name: ""))
    var source: FixSource?
    try object { reader, name throws(Mistake) in
      switch name {
      case "satellites": sky.satellites = try reader.satellites()
      case "source": source = try reader.source()
      case "dilution": try reader.numbers(of: &sky.dilution, DilutionOfPrecision.numbers)
      default:
        if try reader.read(name, into: &sky, SkyView.dates) { return }
        if try reader.read(name, into: &sky, SkyView.integers) { return }
        try reader.skip()
      }
    }
    guard let source else { throw Mistake("expected \"source\" in a view of the sky") }
    sky.source = source
    return sky
  }

  private mutating func satellites() throws(Mistake) -> [Satellite] {
    guard try next() == .beginArray else { throw Mistake("expected satellites") }
    var satellites: [Satellite] = []
    while try next() == .beginObject {
      var satellite = Satellite(prn: 0)
      var prn: Int?
      try members { reader, name throws(Mistake) in
        switch name {
        case "prn": prn = try reader.integer()
        case "constellation":
          satellite.constellation = try reader.value(Constellation.init(rawValue:), name)
        case "isUsed": satellite.isUsed = try reader.boolean()
        case "isHealthy": satellite.isHealthy = try reader.boolean()
        default:
          if try reader.read(name, into: &satellite, Satellite.numbers) { return }
          if try reader.read(name, into: &satellite, Satellite.integers) { return }
          try reader.skip()
        }
      }
      guard let prn else { throw Mistake("expected \"prn\" in a satellite") }
      satellite.prn = prn
      satellites.append(satellite)
    }
    return satellites
  }

  private mutating func loss() throws(Mistake) -> FixLoss {
    var loss = FixLoss(reason: .noFix, source: FixSource(kind: .replayed, name: ""))
    var reason: FixLoss.Reason?
    var source: FixSource?
    try object { reader, name throws(Mistake) in
      switch name {
      case "reason": reason = FixLoss.Reason(try reader.string())
      case "source": source = try reader.source()
      case "reported": loss.reported = try reader.reported()
      default:
        if try reader.read(name, into: &loss, FixLoss.dates) { return }
        if try reader.read(name, into: &loss, FixLoss.numbers) { return }
        try reader.skip()
      }
    }
    guard let reason, let source else {
      throw Mistake("expected \"reason\" and \"source\" in a loss")
    }
    loss.reason = reason
    loss.source = source
    return loss
  }

  private mutating func reported() throws(Mistake) -> FixLoss.ReportedValues {
    var reported = FixLoss.ReportedValues()
    try object { reader, name throws(Mistake) in
      switch name {
      case "mode": reported.mode = try reader.value(FixMode.init(rawValue:), name)
      case "status": reported.status = try reader.value(FixStatus.init(rawValue:), name)
      case "errors": try reader.numbers(of: &reported.errors, ErrorEstimates.numbers)
      default:
        if try reader.read(name, into: &reported, FixLoss.ReportedValues.numbers) { return }
        try reader.skip()
      }
    }
    return reported
  }

  private mutating func error() throws(Mistake) -> UserLocationError {
    var error = UserLocationError(.canNotBeLocated)
    try object { reader, name throws(Mistake) in
      switch name {
      case "code": error.code = UserLocationError.Code(try reader.string())
      case "source": error.source = try reader.string()
      case "detail": error.detail = try reader.string()
      case "bestFix": error.bestFix = try reader.fix()
      default: try reader.skip()
      }
    }
    return error
  }

  private mutating func coordinate() throws(Mistake) -> Coordinate {
    var (latitude, longitude) = (Double.nan, Double.nan)
    try object { reader, name throws(Mistake) in
      switch name {
      case "latitude": latitude = try reader.number()
      case "longitude": longitude = try reader.number()
      default: try reader.skip()
      }
    }
    do throws(CoordinateError) {
      return try Coordinate(latitude: latitude, longitude: longitude)
    } catch {
      throw Mistake("\(error)")
    }
  }

  private mutating func source() throws(Mistake) -> FixSource {
    var source = FixSource(kind: .replayed, name: "")
    try object { reader, name throws(Mistake) in
      switch name {
      case "kind":
        let word = try reader.string()
        guard let kind = FixSource.Kind(rawValue: word) else {
          throw Mistake("\"\(word)\" is not a kind of source")
        }
        source.kind = kind
      case "name": source.name = try reader.string()
      case "device": source.device = try reader.string()
      default: try reader.skip()
      }
    }
    return source
  }

  private mutating func authorization() throws(Mistake) -> AuthorizationStatus {
    let word = try string()
    guard let status = AuthorizationStatus(rawValue: word) else {
      throw Mistake("\"\(word)\" is not an authorization")
    }
    return status
  }

  // MARK: Members

  private mutating func read<Root>(
    _ name: String, into root: inout Root, _ members: [StatedValue<Root, Double>]
  ) throws(Mistake) -> Bool {
    guard let member = members.first(where: { $0.name == name }) else { return false }
    member.set(&root, try number())
    return true
  }

  private mutating func read<Root>(
    _ name: String, into root: inout Root, _ members: [StatedValue<Root, Date>]
  ) throws(Mistake) -> Bool {
    guard let member = members.first(where: { $0.name == name }) else { return false }
    member.set(&root, try date())
    return true
  }

  private mutating func read<Root>(
    _ name: String, into root: inout Root, _ members: [StatedValue<Root, Int>]
  ) throws(Mistake) -> Bool {
    guard let member = members.first(where: { $0.name == name }) else { return false }
    member.set(&root, try integer())
    return true
  }

  private mutating func numbers<Root>(
    of root: inout Root, _ members: [StatedValue<Root, Double>]
  ) throws(Mistake) {
    try object { reader, name throws(Mistake) in
      if try !reader.read(name, into: &root, members) { try reader.skip() }
    }
  }

  private mutating func object(
    _ read: (inout UpdateReader, String) throws(Mistake) -> Void
  ) throws(Mistake) {
    guard try next() == .beginObject else { throw Mistake("expected an object") }
    try members(read)
  }

  /// Reads the members of an object that has begun.
  private mutating func members(
    _ read: (inout UpdateReader, String) throws(Mistake) -> Void
  ) throws(Mistake) {
    while try next() == .name {
      let name = json.text
      try read(&self, name)
    }
  }

  // MARK: Values

  private mutating func next() throws(Mistake) -> JSONScanner.Token {
    do throws(JSONScanner.Failure) {
      return try json.next()
    } catch {
      throw Mistake("not JSON at byte \(error.offset) of the line")
    }
  }

  private mutating func skip() throws(Mistake) {
    let depth = json.depth
    repeat { _ = try next() } while json.depth > depth
  }

  private mutating func string() throws(Mistake) -> String {
    guard try next() == .string else { throw Mistake("expected a text") }
    return json.text
  }

  private mutating func number() throws(Mistake) -> Double {
    guard try next() == .number, json.number.isFinite else {
      throw Mistake("expected a number")
    }
    return json.number
  }

  private mutating func integer() throws(Mistake) -> Int {
    guard try next() == .number, let number = json.fixedPoint, number.decimals == 0 else {
      throw Mistake("expected a whole number")
    }
    return number.digits
  }

  private mutating func boolean() throws(Mistake) -> Bool {
    switch try next() {
    case .true: return true
    case .false: return false
    default: throw Mistake("expected true or false")
    }
  }

  private mutating func value<Value>(
    _ make: (Int) -> Value?, _ name: String
  ) throws(Mistake) -> Value {
    let number = try integer()
    guard let value = make(number) else {
      throw Mistake("\(number) is not a value of \"\(name)\"")
    }
    return value
  }

  /// Reads seconds since 1970; `nil` if no calendar has the date. The difference to 2001 is a whole number,
  /// so no digit is lost.
  private mutating func date() throws(Mistake) -> Date? {
    let seconds = try number()
    guard UpdateLine.dates ~= seconds else { return nil }
    guard let exact = json.fixedPoint, (0...8).contains(exact.decimals) else {
      return Date(timeIntervalSince1970: seconds)
    }
    let unit = integerPowerOfTen(exact.decimals)
    let (whole, rest) = floorDivide(exact.digits, by: unit)
    return Date(
      timeIntervalSinceReferenceDate: Double(whole - Date.secondsFrom1970To2001)
        + Double(rest) / Double(unit))
  }
}

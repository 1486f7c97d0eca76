import LocationCore
import LocationText

/// Writes ``TrackFormat/updates``: everything that a provider delivers, in JSON lines.
struct UpdatesWriter: FormatWriter {
  /// The first line. The version changes when a reader of this version could misunderstand a file.
  static let header = #"{"format":"swift-location updates","version":1}"# + "\n"

  /// The host's time of day.
  private let now: @Sendable () -> Date
  /// Whether a line has the time of its update, because the updates may come from a recording.
  private let keepsTimes: Bool
  /// The time of the last line, if it has the time of its update.
  private var time: Date?

  init(now: @escaping @Sendable () -> Date, keepsTimes: Bool = false) {
    self.now = now
    self.keepsTimes = keepsTimes
  }

  var holds: TrackContents {
    TrackContents.chosenValues.subtracting([.trackBreak, .segmentBreak])
  }

  func begin(into text: inout ByteText) { text.write(text: Self.header) }

  mutating func write(_ update: LocationUpdate, into text: inout ByteText) {
    if keepsTimes { time = update.receivedAt ?? update.timestamp ?? time }
    line(at: time, into: &text) { text in
      switch update {
      case .fix(let fix): text.write(#""fix":"#, fix)
      case .sky(let sky): text.write(#""sky":"#, sky)
      case .fixLost(let loss): text.write(#""loss":"#, loss)
      case .authorization(let status):
        text.write(#""authorization":"#)
        text.write(jsonString: status.rawValue)
      }
    }
  }

  /// Writes that a recording starts, and the authorization at that moment.
  func writeStart(_ status: AuthorizationStatus, into text: inout ByteText) {
    line(into: &text) { text in
      text.write(#""start":"#)
      text.write(jsonString: status.rawValue)
    }
  }

  /// Writes that the provider ended, with an error or without.
  func writeEnd(_ error: UserLocationError?, into text: inout ByteText) {
    line(into: &text) { text in
      guard let error else { return text.write(#""end":true"#) }
      text.write(#""error":{"code":"#)
      text.write(jsonString: error.code.description)
      text.member(#","source":"#, string: error.source.map(FixSource.publicName))
      text.member(#","detail":"#, string: error.detail)
      if let fix = error.bestFix { text.write(#","bestFix":"#, fix) }
      text.write("}")
    }
  }

  private func line(
    at time: Date? = nil, into text: inout ByteText, _ body: (inout ByteText) -> Void
  ) {
    text.write(#"{"at":"#)
    text.write(jsonDate: time ?? now())
    text.write(",")
    body(&text)
    text.write("}\n")
  }
}

extension ByteText {
  /// Writes seconds since 1970. Eight decimals are all that a `Date` distinguishes.
  mutating func write(jsonDate date: Date) {
    let seconds = date.timeIntervalSinceReferenceDate
    guard seconds.magnitude < 9e9 else { return write(jsonNumber: date.timeIntervalSince1970) }
    let whole = seconds.rounded(.down)
    let decimals = Int(((seconds - whole) * 1e8).rounded())
    let digits = (Int(whole) + Date.secondsFrom1970To2001) * 100_000_000 + decimals
    write(trimming: FixedPoint(digits: digits, decimals: 8))
  }

  fileprivate mutating func write(_ name: StaticString, _ fix: Fix) {
    write(name)
    write(#"{"coordinate":{"latitude":"#)
    write(jsonNumber: fix.coordinate.latitude)
    write(#","longitude":"#)
    write(jsonNumber: fix.coordinate.longitude)
    write("}")
    members(fix, Fix.dates)
    members(fix, Fix.numbers)
    if fix.isSpeedDerived { write(#","speedIsDerived":true"#) }
    if fix.isCourseDerived { write(#","courseIsDerived":true"#) }
    if fix.isPredicted { write(#","positionIsDerived":true"#) }
    object("errors", fix.errors, ErrorEstimates.numbers)
    member(#","mode":"#, integer: fix.mode?.rawValue)
    member(#","status":"#, integer: fix.status?.rawValue)
    members(fix, Fix.integers)
    object("dilution", fix.dilution, DilutionOfPrecision.numbers)
    write(source: fix.source)
    if let original = fix.original { write(#","original":"#, original) }
    write("}")
  }

  fileprivate mutating func write(_ name: StaticString, _ sky: SkyView) {
    write(name)
    write(#"{"satellites":"#)
    write(array: sky.satellites) { text, satellite in
      text.member(#"{"prn":"#, integer: satellite.prn)
      text.member(#","constellation":"#, integer: satellite.constellation?.rawValue)
      text.members(satellite, Satellite.integers)
      text.members(satellite, Satellite.numbers)
      text.member(#","isUsed":"#, boolean: satellite.isUsed)
      text.member(#","isHealthy":"#, boolean: satellite.isHealthy)
      text.write("}")
    }
    members(sky, SkyView.dates)
    members(sky, SkyView.integers)
    object("dilution", sky.dilution, DilutionOfPrecision.numbers)
    write(source: sky.source)
    write("}")
  }

  fileprivate mutating func write(_ name: StaticString, _ loss: FixLoss) {
    write(name)
    write(#"{"reason":"#)
    write(jsonString: loss.reason.description)
    members(loss, FixLoss.dates)
    members(loss, FixLoss.numbers)
    if loss.reported != FixLoss.ReportedValues() {
      write(#","reported":{"errors":{"#)
      list(loss.reported.errors, ErrorEstimates.numbers)
      write("}")
      member(#","mode":"#, integer: loss.reported.mode?.rawValue)
      member(#","status":"#, integer: loss.reported.status?.rawValue)
      members(loss.reported, FixLoss.ReportedValues.numbers)
      write("}")
    }
    write(source: loss.source)
    write("}")
  }

  private mutating func write(source: FixSource) {
    write(#","source":{"kind":"#)
    write(jsonString: source.kind.rawValue)
    member(#","name":"#, string: source.publicName)
    member(#","device":"#, string: source.device)
    write("}")
  }

  private mutating func name(_ name: String, isFirst: Bool = false) {
    if !isFirst { write(",") }
    write(jsonString: name)
    write(":")
  }

  private mutating func members<Root>(_ root: Root, _ members: [StatedValue<Root, Double>]) {
    for member in members {
      guard let value = member.get(root) else { continue }
      name(member.name)
      write(jsonNumber: value)
    }
  }

  private mutating func members<Root>(_ root: Root, _ members: [StatedValue<Root, Date>]) {
    for member in members {
      guard let value = member.get(root),
        UpdateLine.dates ~= value.timeIntervalSinceReferenceDate
      else { continue }
      name(member.name)
      write(jsonDate: value)
    }
  }

  private mutating func members<Root>(_ root: Root, _ members: [StatedValue<Root, Int>]) {
    for member in members {
      guard let value = member.get(root) else { continue }
      name(member.name)
      write(integer: value)
    }
  }

  /// Writes an object of numbers, or nothing if none of them is known.
  private mutating func object<Root>(
    _ name: String, _ root: Root, _ members: [StatedValue<Root, Double>]
  ) {
    guard members.contains(where: { $0.get(root) != nil }) else { return }
    self.name(name)
    write("{")
    list(root, members)
    write("}")
  }

  /// Writes numbers with commas between them.
  private mutating func list<Root>(_ root: Root, _ members: [StatedValue<Root, Double>]) {
    var isFirst = true
    for member in members {
      guard let value = member.get(root) else { continue }
      name(member.name, isFirst: isFirst)
      write(jsonNumber: value)
      isFirst = false
    }
  }
}

extension Date {
  static let secondsFrom1970To2001 = 978_307_200
}

import LocationCore
import LocationDashboard
import LocationIO
import LocationReplay
import LocationSources
import LocationText
import LocationTracks
import NMEALocation

/// Describes a file in any format that is read: its format, its locations, their times, and what they lack.
struct RecordingExamination: Examination {
  static let chain: [Check.Name] = [
    .address, .permission, .format, .data, .span, .values, .satellites, .fix, .end,
  ]

  let source: SourceDescription
  /// Whether to write the decoder's counters.
  let isVerbose: Bool
  let environment: LocateEnvironment

  func waiting(after link: Check.Name?) -> String { "reading" }

  func run(_ diagnosis: inout Diagnosis) async throws {
    let bytes: any ByteSource
    let reader: TrackFileReader
    do {
      bytes = try environment.sources.byteSource(for: source)
      if let refusal = bytes.refusal { throw refusal }
      reader = try TrackFileReader(bytes)
    } catch let error as UserLocationError {
      throw try unopened(error, &diagnosis)
    }
    try diagnosis.pass(.address, "\(source)")
    try diagnosis.pass(.permission, "you may read it")
    var contents = RecordingContents()
    let failure = try await read(reader, into: &contents)
    if isVerbose, let counters = reader.counters { environment.report(counters) }
    try describe(contents, reader, failure, &diagnosis)
  }

  private func unopened(
    _ error: UserLocationError, _ diagnosis: inout Diagnosis
  ) throws -> BrokenLink {
    guard error.code == .notAuthorized else {
      return BrokenLink(.address, error, remedy: "is it spelled right?")
    }
    try diagnosis.pass(.address, "\(source)")
    return BrokenLink(.permission, error, remedy: "its owner can allow it")
  }

  /// Reads the whole file.
  ///
  /// - Returns: why it cannot be read any further; `nil` if it is complete.
  private func read(
    _ reader: TrackFileReader, into contents: inout RecordingContents
  ) async throws -> UserLocationError? {
    do throws(UserLocationError) {
      var reader = reader
      try await reader.forEach { contents.add($0, at: environment.now()) }
      return nil
    } catch {
      if error.code == .cancelled { throw error }
      return error
    }
  }

  private func describe(
    _ contents: RecordingContents, _ reader: TrackFileReader, _ failure: UserLocationError?,
    _ diagnosis: inout Diagnosis
  ) throws {
    let counters = reader.counters
    // A log without a fix ends with an error too, but all of it was read.
    let isRead = failure?.code == .sourceEnded || !contents.isEmpty
    if let failure, !isRead {
      let link: Check.Name = reader.format == nil ? .format : .data
      if let format = reader.format { try diagnosis.pass(.format, format.title) }
      throw BrokenLink(link, failure, remedy: failure.recordingAdvice ?? "is it the right file?")
    }
    try diagnosis.pass(.format, (reader.format ?? .nmea).title)
    let sentences = counters.map { HelpText.count($0.sentences, "sentence") + "; " }
    try diagnosis.pass(.data, (sentences ?? "") + contents.counts)
    if let span = contents.span {
      try diagnosis.pass(.span, span)
    } else {
      try diagnosis.skip(
        .span, "no location has a date and a time; --date gives NMEA its first date")
    }
    try describeValues(contents, reader.skipped, &diagnosis)
    if contents.dashboard.counts.reports == 0 {
      throw BrokenLink(
        name: .fix, status: .noFixInTime, detail: "it has no track point",
        remedy: "'places import' reads waypoints; take a recording for locations")
    }
    try FixJudgment(dashboard: contents.dashboard, origin: .recording, now: environment.now)
      .judge(&diagnosis)
    if let failure, failure.code != .sourceEnded {
      throw BrokenLink(
        name: .end, status: .badData, detail: failure.detail,
        remedy: failure.isCutOff
          ? "the whole locations can be used: 'convert' writes them to another file"
          : "only what comes before can be used")
    }
    try diagnosis.pass(.end, "it is complete")
  }

  private func describeValues(
    _ contents: RecordingContents, _ skipped: SkippedParts, _ diagnosis: inout Diagnosis
  ) throws {
    var words = contents.missing
    if !skipped.isEmpty { words.append("not read: " + skipped.names.joined(separator: ", ")) }
    if !words.isEmpty { return try diagnosis.pass(.values, words.joined(separator: "; ")) }
    if contents.dashboard.counts.fixes == 0 { return try diagnosis.skip(.values) }
    try diagnosis.pass(.values, "every location has time, altitude, speed, course and accuracy")
  }
}

private struct RecordingContents {
  private(set) var dashboard = LocationDashboard()
  private var counter = RecordingStatistics()
  private var withoutTime = 0
  private var withoutAltitude = 0
  private var withoutSpeed = 0
  private var withoutCourse = 0
  private var withoutAccuracy = 0

  var isEmpty: Bool { counter.isEmpty && dashboard.counts.losses == 0 }

  mutating func add(_ item: TrackItem, at now: Date) {
    counter.add(item)
    guard case .update(let update) = item.content else { return }
    dashboard.note(update, at: now)
    guard case .fix(let fix) = update else { return }
    if fix.timestamp == nil { withoutTime += 1 }
    if fix.altitude == nil, fix.ellipsoidalAltitude == nil { withoutAltitude += 1 }
    if fix.speed == nil { withoutSpeed += 1 }
    if fix.course == nil { withoutCourse += 1 }
    if fix.horizontalAccuracy == nil { withoutAccuracy += 1 }
  }

  /// The numbers of locations and other things.
  var counts: String {
    let receivers = counter.receivers
    var parts = [HelpText.count(dashboard.counts.fixes, "location")]
    func add(_ count: Int, _ word: String) {
      if count > 0 { parts.append(HelpText.count(count, word)) }
    }
    add(receivers.reduce(0) { $0 + $1.tracks }, "track")
    add(receivers.count > 1 ? receivers.count : 0, "receiver")
    add(counter.waypoints, "waypoint")
    add(counter.routes, "route")
    return parts.joined(separator: ", ")
  }

  /// The first and the last time, and the length of the way; `nil` without times.
  var span: String? {
    let numbers = counter.receivers.map(\.numbers)
    guard let start = numbers.compactMap(\.start).min().flatMap({ UTCTime($0) }),
      let end = numbers.compactMap(\.end).max().flatMap({ UTCTime($0) })
    else { return nil }
    var text = ByteText()
    for (index, time) in [start, end].enumerated() {
      if index > 0 { text.write(" to ") }
      text.write(date: time)
      text.write(" ")
      text.write(clock: time)
      text.write("Z")
    }
    text.write(", ")
    TrackInfoText(presentation: .standard).write(
      length: numbers.reduce(0) { $0 + $1.distance }, into: &text)
    return text.string
  }

  /// What some or all locations lack.
  var missing: [String] {
    let all = dashboard.counts.fixes
    guard all > 0 else { return [] }
    return [
      (withoutTime, "time"), (withoutAltitude, "altitude"), (withoutSpeed, "speed"),
      (withoutCourse, "course"), (withoutAccuracy, "accuracy"),
    ].compactMap { count, name in
      count == 0 ? nil : count == all ? "no \(name)" : "no \(name) in \(count) of \(all)"
    }
  }
}

import Foundation
import LocationCore
import LocationSimulation
import LocationTesting
import TestSupport
import TestTurns
import Testing

@testable import LocationTracks

/// Recordings of several devices.
@Suite(.inTurn) struct RecordedDevicesTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private static let devices = ["ana/phone", "bo/phone", nil].map {
    FixSource(kind: .live, name: "mqtt://broker/+/+", device: $0)
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
  }

  /// The lines of a document without the spaces that a recorder puts between them.
  private func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }

  /// Fixes and losses of three devices in any order; some losses are those of the whole source.
  private static func updates(_ random: inout RandomStream) throws -> [LocationUpdate] {
    try (1...120).map { number in
      let source = devices[random.integer(below: 3)]
      guard random.integer(below: 10) == 0 else {
        return .fix(try RecordedFixes.fix(number, source: source))
      }
      return .fixLost(FixLoss(reason: .noFix, source: source))
    }
  }

  @Test func aFinishedRecordingHasOneTrackForEachDeviceAsAConversionHas() throws {
    var number = 0
    let directory = directory
    playRandomSequences(20) { random in
      let updates = try Self.updates(&random)
      number += 1
      let path = directory.path("\(number).gpx")
      let recorder = try LocationRecorder(path: path, format: .gpx)
      var writer = TrackWriter(.gpx)
      for update in updates {
        try recorder.record(update)
        writer.write(update)
      }
      let growing = try text(path)
      recorder.finish()
      writer.end()
      let expected = String(decoding: writer.takeBytes(), as: UTF8.self)
      let found = try text(path)
      if let error = try ParsedTrack(Array(growing.utf8), as: .gpx).error { return "\(error)" }
      guard lines(found) == lines(expected) else { return "\(found)\nis not\n\(expected)" }
      return nil
    }
  }

  @Test func whatAFileHadBeforeStaysAsItWas() throws {
    let path = directory.path("track.gpx")
    let first = try LocationRecorder(path: path, format: .gpx)
    for number in 1...3 {
      try first.record(.fix(RecordedFixes.fix(number, source: Self.devices[0])))
    }
    first.finish()
    let before = try text(path)
    let second = try LocationRecorder(path: path, format: .gpx)
    for number in 4...9 {
      try second.record(.fix(RecordedFixes.fix(number, source: Self.devices[number % 2])))
    }
    second.finish()
    let end = String(
      decoding: GPXRecordingText.trackEnd + GPXRecordingText.documentEnd, as: UTF8.self)
    #expect(try text(path).hasPrefix(before.dropLast(end.count)))
    let track = try ParsedTrack(Array(text(path).utf8), as: .gpx)
    #expect(track.error == nil)
    #expect(
      track.kinds == [
        "track", "fix", "fix", "fix", "segment", "fix", "fix", "fix", "track", "fix", "fix", "fix",
      ])
  }

  @Test func aFileThatCanNotBeWrittenAgainStaysInTheOrderOfTime() throws {
    let folder = directory.path("folder")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let events = ReportedEvents()
    let recorder = try LocationRecorder(
      path: "\(folder)/a.gpx", format: .gpx, report: { events.note($0) })
    for number in 1...4 {
      try recorder.record(.fix(RecordedFixes.fix(number, source: Self.devices[number % 2])))
    }
    try FileManager.default.moveItem(atPath: folder, toPath: directory.path("elsewhere"))
    recorder.finish()
    guard case .notJoined("\(folder)/a.gpx", _) = events.all.last else {
      Issue.record("\(events.all)")
      return
    }
    let content = try text(directory.path("elsewhere/a.gpx"))
    #expect(try ParsedTrack(Array(content.utf8), as: .gpx).fixes.count == 4)
  }

  // MARK: Files for each device

  @Test func theFileOfADeviceHasNewSentences() throws {
    let recorder = try LocationRecorder(
      folder: directory.path("fleet"), split: nil, name: RecordingName("{device}.nmea"),
      format: .nmea)
    let own = Array("!own of two devices\r\n".utf8)
    for source in Self.devices {
      let update = LocationUpdate.fix(try RecordedFixes.fix(1, source: source)).carrying(own)
      try recorder.record(#require(update))
    }
    recorder.finish()
    let text = try text(directory.path("fleet/unnamed.nmea"))
    #expect(text.hasPrefix("$GPGGA") && !text.contains("own"))
  }

  @Test func eachDeviceHasFilesOfItsOwn() throws {
    let folder = directory.path("fleet")
    let recorder = try LocationRecorder(
      folder: folder, split: nil, name: RecordingName("{device}.updates"), format: .updates)
    try recorder.begin(.authorizedAlways)
    for number in 1...6 {
      try recorder.record(.fix(RecordedFixes.fix(number, source: Self.devices[number % 3])))
    }
    // It concerns every device.
    let source = FixSource(kind: .live, name: "mqtt://broker/+/+")
    try recorder.record(.fixLost(FixLoss(reason: .disconnected, source: source)))
    recorder.finish()
    for name in ["ana%2Fphone", "bo%2Fphone", "unnamed"] {
      let lines = lines(try text("\(folder)/\(name).updates"))
      #expect(lines.count { $0.contains(#""fix""#) } == 2)
      #expect(lines.count { $0.contains("disconnected") } == 1)
    }
  }

  @Test func eachDeviceHasAFileForEachOfItsDays() throws {
    let folder = directory.path("fleet")
    let recorder = try LocationRecorder(
      folder: folder, split: .day, name: RecordingName("{device}/{date}.gpx"), format: .gpx)
    for (day, device) in [(1, 0), (1, 1), (2, 1), (2, 0), (3, 1), (3, 1)] {
      var fix = try RecordedFixes.fix(day, source: Self.devices[device])
      fix.timestamp = Date(timeIntervalSince1970: 1_740_787_200 + Double(day) * 86_400)
      try recorder.record(.fix(fix))
    }
    recorder.finish()
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".gpx") }.sorted()
    #expect(
      files == [
        "ana%2Fphone/2025-03-02.gpx", "ana%2Fphone/2025-03-03.gpx", "bo%2Fphone/2025-03-02.gpx",
        "bo%2Fphone/2025-03-03.gpx", "bo%2Fphone/2025-03-04.gpx",
      ])
  }

  @Test(arguments: [RecordingFormat.gpx, .csv])
  func thereAreMoreDevicesThanOpenFiles(format: RecordingFormat) throws {
    let folder = directory.path("fleet")
    let (files, opened) = (RecordingFiles(limit: 5), RecordedCalls<String>())
    let recorder = try LocationRecorder(
      RecordingPaths(
        folder: folder, split: nil, name: RecordingName("{device}.\(format.name)"),
        recordsEverything: false),
      format: format, syncInterval: .seconds(60), clock: ErasedClock(ManualClock()),
      report: { if case .opened(let path) = $0 { opened.record(path) } },
      opening: LocationRecorder.opening(format, hasBarriers: true, in: files, now: { Date() }))
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let devices = (0..<30).map { FixSource(kind: .live, name: "mqtt://broker/+", device: "d\($0)") }
    for number in 1...60 {
      try recorder.record(.fix(RecordedFixes.fix(number, source: devices[number % 30])))
      try recorder.record(.fix(RecordedFixes.fix(number, source: devices[0])))
    }
    recorder.finish()
    #expect(opened.values.count == 30)
    #expect(recorder.failedUpdates == 0)
    for (number, device) in devices.enumerated() {
      let content = try text("\(folder)/\(device.device ?? "").\(format.name)")
      let track = try ParsedTrack(Array(content.utf8), as: format.file)
      #expect(track.error == nil)
      #expect(track.fixes.count == (number == 0 ? 62 : 2))
      if format == .gpx {
        #expect(content.count { $0 == "\n" } > 0 && content.ranges(of: "<trkseg>").count == 1)
      }
    }
  }

  @Test func aFileThatCannotBeWrittenDoesNotEndTheRecordingOfOthers() throws {
    let folder = directory.path("fleet")
    let failures = RecordedCalls<RecordingError>()
    let recorder = try LocationRecorder(
      folder: folder, split: nil, name: RecordingName("{device}.csv"), format: .csv,
      report: { if case .failed(let error) = $0 { failures.record(error) } })
    _ = try directory.file("fleet/taken.csv", "something else\n")
    let source = FixSource(kind: .live, name: "mqtt://broker/+", device: nil)
    // Nothing could be recorded.
    #expect(throws: RecordingError.self) {
      var taken = source
      taken.device = "taken"
      try recorder.record(.fix(RecordedFixes.fix(1, source: taken)))
    }
    for number in 1...5 {
      for device in ["free", "taken", "other"] {
        var source = source
        source.device = device
        try recorder.record(.fix(RecordedFixes.fix(number, source: source)))
      }
    }
    recorder.finish()
    #expect(failures.values.map(\.subject) == ["\(folder)/taken.csv"])
    #expect(recorder.failedUpdates == 5)
    #expect(try text("\(folder)/taken.csv") == "something else\n")
    for device in ["free", "other"] {
      #expect(try text("\(folder)/\(device).csv").utf8.count { $0 == 10 } == 6)
    }
  }

  @Test func aLongNameOfADeviceEndsWithAHash() throws {
    let name = try RecordingName("{device}/{date}T{time}.gpx")
    let names = ["a", "b", "ä"].flatMap { last in
      ["x", "ü", "/"].map { String(repeating: $0, count: 300) + last }
    }
    let found = names.map { name.text(at: .march(0, 0, 0), of: $0) }
    #expect(Set(found).count == names.count)
    for path in found {
      let parts = path.split(separator: "/")
      #expect(parts.count == 2)
      #expect(parts[0].utf8.count <= 190)
    }
    #expect(found[0].hasPrefix("xxx") && found[2].hasPrefix("%2F%2F"))
  }

  @Test(arguments: [
    ("a/b", "a%2Fb"), ("a%2Fb", "a%252Fb"), ("..", "%2E."), (".hidden", "%2Ehidden"),
    ("a\u{1B}[1m", "a%1B[1m"), ("Größe 5", "Größe 5"), ("", "unnamed"),
  ])
  func theNameOfADeviceIsAFileName(device: String, name: String) throws {
    #expect(try RecordingName("{device}").text(at: .march(0, 0, 0), of: device) == name)
  }
}

import Foundation
import LocationCore
import LocationIO
import LocationPOSIX
import LocationReplay
import LocationSimulation
import LocationTesting
import TestSupport
import TestTurns
import Testing

@testable import LocationTracks

/// Random histories of a recorder: two receivers, restarts, and a disk that is full at times.
@Suite(.inTurn) struct RecorderModelTests {
  private static let sources = ["/dev/a", "/dev/b"].map {
    FixSource(kind: .live, name: "test", device: $0)
  }

  private struct Play {
    private let format: RecordingFormat
    private let file: RecordedSteps
    private let events = ReportedEvents()
    private var random: RandomStream
    private var recorder: LocationRecorder?
    private var number = 0

    // What the model knows.
    /// What a reader of the file must find.
    private var kinds: [String] = []
    private var numbers: [Int] = []
    private var told: [LocationRecorder.Event] = []
    private var source: FixSource?
    private var isInterrupted = false
    private var isFull = false
    private var missing: Int?

    init(_ random: RandomStream) throws {
      var random = random
      format = [.gpx, .csv, .json][random.integer(below: 3)]
      file = RecordedSteps(format.newText().empty)
      self.random = random
      try open()
    }

    private mutating func open() throws {
      let (file, format, events) = (file, format, events)
      recorder = try LocationRecorder(
        RecordingPaths(path: "track"), format: format, syncInterval: nil,
        clock: ErasedClock(ManualClock(startingAt: .march(12, 0, 0))), report: { events.note($0) },
        opening: { path throws(RecordingError) in
          try OpenRecording(file, path: path, format: format, hasBarriers: false)
        })
      told.append(.opened(path: "track"))
      missing = nil
    }

    mutating func step() throws {
      file.limit(to: isFull ? file.content.count : .max)
      let source = RecorderModelTests.sources[random.integer(below: 2)]
      switch random.integer(below: 20) {
      case 0...12: try record(source)
      case 13, 14: try lose(source)
      case 15, 16: isFull.toggle()
      case 17:
        recorder?.finish()
        // After the end nothing is recorded.
        let content = file.content
        try recorder?.record(.fix(RecordedFixes.fix(number, source: source)))
        if file.content != content { told.append(.diskFull(path: "something after the end")) }
        try open()
        isInterrupted = true
      default: break
      }
    }

    private mutating func record(_ source: FixSource) throws {
      number += 1
      try recorder?.record(.fix(RecordedFixes.fix(number, source: source)))
      // On a full disk there may be a little space.
      var isLost = false
      if case .diskFull = events.all.last { isLost = isFull }
      guard !isLost else {
        if missing == nil { told.append(.diskFull(path: "track")) }
        missing = (missing ?? 0) + 1
        isInterrupted = true
        return
      }
      if let missing = missing.take() { told.append(.resumed(path: "track", missing: missing)) }
      if format == .gpx {
        if source != self.source {
          kinds.append("track")
        } else if isInterrupted {
          kinds.append("segment")
        }
      }
      kinds.append("fix")
      numbers.append(number)
      self.source = source
      isInterrupted = false
    }

    private mutating func lose(_ source: FixSource) throws {
      // A loss has a line in JSON. Whether a full disk has room for it makes no difference to the rules.
      guard !isFull else { return }
      try recorder?.record(.fixLost(FixLoss(reason: .noFix, source: source)))
      if format == .json {
        kinds.append("loss")
        if let missing = missing.take() { told.append(.resumed(path: "track", missing: missing)) }
      }
      if source == self.source { isInterrupted = true }
    }

    func violation() throws -> String? {
      recorder?.finish()
      let track = try ParsedTrack(file.content, as: format.file)
      if let error = track.error { return "\(format) is damaged: \(error)" }
      let found = track.fixes.map { Int(($0.coordinate.latitude * 1e6).rounded()) }
      if found != numbers { return "\(format) has \(found), not \(numbers)" }
      if track.kinds != kinds { return "\(format) has \(track.kinds), not \(kinds)" }
      return events.all == told ? nil : "\(format): \(events.all), not \(told)"
    }
  }

  @Test func aRecordingHasEverythingThatHadSpaceInOrder() {
    playRandomSequences(800) { random in
      var play = try Play(random)
      for _ in 0..<30 { try play.step() }
      return try play.violation()
    }
  }

  // MARK: Several files

  /// Two receivers whose fixes are some seconds, minutes or hours apart.
  private static func fixes(_ random: inout RandomStream) throws -> [Fix] {
    var (second, places) = (0.0, [0.0, 10])
    return try (0..<20).map { _ in
      second += [1, 90, 7_000, 50_000][random.integer(below: 4)]
      let index = random.integer(below: 2)
      places[index] += random.uniform() / 100
      var fix = Fix(
        coordinate: try Coordinate(latitude: places[index], longitude: 11), source: sources[index])
      fix.timestamp = Date.march(0, 0, second)
      return fix
    }
  }

  /// The numbers of the fixes that begin a file.
  private static func begins(_ fixes: [Fix], _ split: RecordingSplit) throws -> [Int] {
    var files = RecordingPaths(
      folder: "", split: split, name: try RecordingName("{date}T{time}"), recordsEverything: false)
    return fixes.indices.filter { files.next(for: .fix(fixes[$0]), at: .march(0, 0, 0)) != nil }
  }

  @Test func eachDayAndEachPauseOfAllReceiversBeginsAFile() {
    playRandomSequences { random in
      let fixes = try Self.fixes(&random)
      let times = fixes.map { $0.timestamp?.timeIntervalSince1970 ?? 0 }
      let days = times.indices.filter { index in
        index == 0 || Int(times[index] / 86_400) != Int(times[index - 1] / 86_400)
      }
      let begun = try Self.begins(fixes, .day)
      if begun != days { return "files begin with \(begun), and days with \(days) of \(times)" }
      let pauses = times.indices.filter { $0 == 0 || times[$0] - times[$0 - 1] >= 60 }
      let paused = try Self.begins(fixes, .gap(.seconds(60)))
      return paused == pauses ? nil : "files begin with \(paused), after pauses \(pauses)"
    }
  }

  @Test func theWayOfEachReceiverBeginsAFile() {
    playRandomSequences { random in
      let fixes = try Self.fixes(&random)
      var expected: [Int] = []
      // Where each receiver was, and how far it came in the file.
      var ways: [FixSource: (place: Coordinate, length: Double)] = [:]
      for (index, fix) in fixes.enumerated() {
        if index == 0 || ways.values.contains(where: { $0.length >= 2_000 }) {
          expected.append(index)
          ways = [:]
        }
        let last = ways[fix.source]
        let step = last.map { $0.place.distance(to: fix.coordinate) } ?? 0
        ways[fix.source] = (fix.coordinate, (last?.length ?? 0) + step)
      }
      let begun = try Self.begins(fixes, .distance(2_000))
      return begun == expected ? nil : "files begin with \(begun), not with \(expected)"
    }
  }
}

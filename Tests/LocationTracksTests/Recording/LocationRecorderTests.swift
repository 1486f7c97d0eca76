import Foundation
import LocationCore
import LocationIO
import LocationPOSIX
import LocationTesting
import Synchronization
import TestSupport
import TestTurns
import Testing

@testable import LocationTracks

@Suite(.inTurn) struct LocationRecorderTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: path)))
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try bytes(path), as: UTF8.self)
  }

  /// Records some fixes with a recorder of its own.
  private func record(
    _ numbers: [Int], to path: String, _ format: RecordingFormat = .gpx,
    source: FixSource = RecordedFixes.source
  ) throws {
    let recorder = try LocationRecorder(path: path, format: format)
    for number in numbers {
      try recorder.record(.fix(RecordedFixes.fix(number, source: source)))
    }
    recorder.finish()
  }

  @Test(arguments: RecordingFormat.all)
  func aRecordingIsAValidDocumentAfterEachUpdate(format: RecordingFormat) async throws {
    let path = directory.path("track")
    let recorder = try LocationRecorder(path: path, format: format)
    for number in 0...60 {
      if number > 0 { try recorder.record(.fix(RecordedFixes.fix(number))) }
      let (numbers, error) = await RecordedFixes.numbers(in: try bytes(path), format)
      #expect(error == nil)
      #expect(numbers == (number == 0 ? [] : Array(1...number)))
    }
  }

  @Test func theEndOfAGPXIsTheEndThatItsWriterWrites() throws {
    var writer = TrackWriter(.gpx)
    writer.write(try RecordedFixes.fix(1))
    writer.end()
    let end = GPXRecordingText.trackEnd + GPXRecordingText.documentEnd
    #expect(writer.takeBytes().suffix(end.count).elementsEqual(end))
    var empty = TrackWriter(.gpx)
    empty.end()
    #expect(empty.takeBytes() == GPXRecordingText().empty)
  }

  @Test func aShortRecordingIsWhatItsWriterWrites() throws {
    let path = directory.path("track.gpx")
    try record([1, 2, 3], to: path)
    var writer = TrackWriter(.gpx)
    for number in 1...3 { writer.write(try RecordedFixes.fix(number)) }
    writer.end()
    #expect(try bytes(path) == writer.takeBytes())
  }

  @Test func aRestartBeginsASegmentOfTheSameTrack() throws {
    let path = directory.path("track.gpx")
    for start in [1, 11, 21] { try record([start, start + 1], to: path) }
    let track = try ParsedTrack(bytes(path), as: .gpx)
    #expect(track.error == nil)
    #expect(
      track.kinds == ["track", "fix", "fix", "segment", "fix", "fix", "segment", "fix", "fix"])
  }

  @Test func aRestartWithAnotherReceiverBeginsATrack() throws {
    let path = directory.path("track.gpx")
    try record([1, 2], to: path)
    try record([3], to: path, source: FixSource(kind: .live, name: "test", device: "/dev/b"))
    let track = try ParsedTrack(bytes(path), as: .gpx)
    #expect(track.error == nil)
    #expect(track.kinds == ["track", "fix", "fix", "track", "fix"])
  }

  @Test func aRestartWithoutAnyFixChangesNothing() throws {
    let path = directory.path("track.gpx")
    try record([1, 2], to: path)
    let before = try bytes(path)
    try record([], to: path)
    #expect(try bytes(path) == before)
  }

  @Test func aChangeOfTheReceiverBeginsATrackAndALostFixBeginsASegment() throws {
    let path = directory.path("track.gpx")
    let recorder = try LocationRecorder(path: path, format: .gpx)
    let other = FixSource(kind: .live, name: "test", device: "/dev/b")
    try recorder.record(.fix(RecordedFixes.fix(1)))
    try recorder.record(.fixLost(FixLoss(reason: .noFix, source: RecordedFixes.source)))
    try recorder.record(.fix(RecordedFixes.fix(2)))
    try recorder.record(.fix(RecordedFixes.fix(3, source: other)))
    try recorder.record(.fix(RecordedFixes.fix(4)))
    let track = try ParsedTrack(bytes(path), as: .gpx)
    #expect(track.error == nil)
    #expect(track.kinds == ["track", "fix", "segment", "fix", "track", "fix", "track", "fix"])
  }

  @Test(.enabled(if: Schema.isAvailable)) func aLongRecordingMatchesTheSchema() throws {
    let path = directory.path("track.gpx")
    for start in [0, 100, 200] { try record(Array(start..<start + 70), to: path) }
    try Schema.gpx.check(try text(path))
  }

  @Test func aConvertedFileIsContinued() async throws {
    var writer = TrackWriter(.gpx)
    // The end of the document crosses the border of two pages for some of these lengths.
    for count in 1...40 {
      writer = TrackWriter(.gpx)
      for number in 1...count { writer.write(try RecordedFixes.fix(number)) }
      writer.end()
      let path = directory.path("\(count).gpx")
      try Data(writer.takeBytes()).write(to: URL(filePath: path))
      try record([1001, 1002], to: path)
      let (numbers, error) = await RecordedFixes.numbers(in: try bytes(path), .gpx)
      #expect(error == nil)
      #expect(numbers == Array(1...count) + [1001, 1002])
    }
  }

  @Test(arguments: [
    (RecordingFormat.gpx, "<gpx version=\"1.1\"></gpx>\n"), (.gpx, "Dear diary,\n"),
    (.csv, "lat,lon\n1,2\n"), (.json, "[1,2]\n"), (.nmea, "Dear diary,\n"),
    (.nmea, "$GPRMC,120000,A,4800.000,N,01130.000,E,,,010325,,*15\r\n"),
  ])
  func anotherFileIsRefusedAndNotChanged(format: RecordingFormat, content: String) throws {
    let path = try directory.file("other", content)
    let error = #expect(throws: RecordingError.self) { try record([1], to: path, format) }
    #expect(error?.code == .notRecordable)
    #expect(error?.description.contains("name another file") == true)
    #expect(try text(path) == content)
  }

  @Test func aFileHasOneRecorderAtATime() throws {
    let path = directory.path("track.gpx")
    let recorder = try LocationRecorder(path: path, format: .gpx)
    let error = #expect(throws: RecordingError.self) { try record([1], to: path) }
    #expect(error?.code == .inUse)
    recorder.finish()
    try record([1], to: path)
  }

  @Test func aFolderAndADeviceAreRefused() throws {
    for path in [directory.path(""), "/dev/null"] {
      let error = #expect(throws: RecordingError.self) { try record([1], to: path) }
      #expect(error?.code == .cannotCreate)
    }
  }

  /// A recorder that is killed while it writes the header must not leave a half of it.
  @Test(arguments: [RecordingFormat.gpx, .csv, .updates])
  func aNewRecordingGetsItsNameWhenItIsComplete(format: RecordingFormat) throws {
    let path = try directory.file("track", "")
    let empty = try #require(FileHandle(forReadingAtPath: path))
    let recorder = try LocationRecorder(path: path, format: format)
    #expect(try bytes(path) == format.newText().empty)
    #expect(try empty.readToEnd() ?? Data() == Data())
    recorder.finish()
  }

  @Test func anEmptyFileBecomesARecording() async throws {
    let path = try directory.file("track.gpx", "")
    try record([1], to: path)
    #expect(await RecordedFixes.numbers(in: try bytes(path), .gpx).numbers == [1])
  }

  @Test func aProviderIsRecordedUntilItsError() async throws {
    let path = directory.path("track.json")
    let fixes = try (1...3).map { LocationUpdate.fix(try RecordedFixes.fix($0)) }
    let provider = LocationProviderMock(
      script: fixes.map { .update($0) } + [.fail(.sourceUnavailable)])
    let recorder = try LocationRecorder(path: path, format: .json)
    await #expect(throws: UserLocationError.sourceUnavailable) {
      try await recorder.record(provider)
    }
    #expect(await RecordedFixes.numbers(in: try bytes(path), .json).numbers == [1, 2, 3])
  }

  @Test func aRecordingEndsWhenNothingMoreIsWanted() async throws {
    let path = directory.path("track.csv")
    let fixes = try (1...3).map { LocationUpdate.fix(try RecordedFixes.fix($0)) }
    let provider = LocationProviderMock(script: fixes.map { .update($0) })
    var count = 0
    try await LocationRecorder(path: path, format: .csv).record(provider) { _ in
      count += 1
      return count < 2
    }
    #expect(await RecordedFixes.numbers(in: try bytes(path), .csv).numbers == [1, 2])
  }

  @Test func everyUpdateIsSyncedWithinTheInterval() async throws {
    let file = RecordedSteps(RecordingFormat.csv.newText().empty)
    let clock = ManualClock()
    let recorder = try LocationRecorder(
      RecordingPaths(path: "track"), format: .csv, syncInterval: .seconds(5),
      clock: ErasedClock(clock), report: { _ in },
      opening: { path throws(RecordingError) in
        try OpenRecording(file, path: path, format: .csv, hasBarriers: true)
      })
    try recorder.record(.fix(RecordedFixes.fix(1)))
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(4))
    try recorder.record(.fix(RecordedFixes.fix(2)))
    #expect(!file.steps.contains(.sync))
    clock.advance(by: .seconds(1))
    #expect(await eventually { file.steps.contains(.sync) })
    try recorder.record(.fix(RecordedFixes.fix(3)))
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(5))
    #expect(await eventually { file.steps.filter { $0 == .sync }.count == 2 })
  }

  @Test func aFullDiskIsReportedAndRecordingContinues() async throws {
    for format in RecordingFormat.all {
      let file = RecordedSteps(format.newText().empty)
      let events = ReportedEvents()
      let recorder = try LocationRecorder(
        RecordingPaths(path: "track"), format: format, syncInterval: nil,
        clock: ErasedClock(SystemClock()), report: { events.note($0) },
        opening: { path throws(RecordingError) in
          try OpenRecording(file, path: path, format: format, hasBarriers: false)
        })
      file.limit(to: 8192)
      var number = 0
      while !events.isFull, number < 1000 {
        number += 1
        try recorder.record(.fix(RecordedFixes.fix(number)))
        #expect(await RecordedFixes.numbers(in: file.content, format).error == nil)
      }
      file.limit(to: .max)
      #expect(recorder.lostUpdates == 1)
      try recorder.record(.fix(RecordedFixes.fix(1001)))
      #expect(recorder.lostUpdates == 1)
      let (numbers, error) = await RecordedFixes.numbers(in: file.content, format)
      #expect(error == nil)
      #expect(numbers == Array(1..<number) + [1001])
      #expect(events.all.last == .resumed(path: "track", missing: 1))
    }
  }

  @Test func aFullDiskDelaysTheNextFileOfARecording() async throws {
    let file = RecordedSteps(RecordingFormat.gpx.newText().empty)
    let events = ReportedEvents()
    let isFull = Mutex(true)
    let recorder = try LocationRecorder(
      RecordingPaths(
        folder: "", split: .gap(.seconds(60)), name: RecordingName("{time}"),
        recordsEverything: false),
      format: .gpx, syncInterval: nil, clock: ErasedClock(SystemClock()),
      report: { events.note($0) },
      opening: { path throws(RecordingError) in
        if isFull.withLock({ $0 }) {
          throw RecordingError(opening: path, SystemError("open", ENOSPC))
        }
        return try OpenRecording(file, path: path, format: .gpx, hasBarriers: false)
      })
    try recorder.record(.fix(RecordedFixes.fix(1)))
    try recorder.record(.fix(RecordedFixes.fix(2)))
    isFull.withLock { $0 = false }
    try recorder.record(.fix(RecordedFixes.fix(3)))
    try recorder.record(.fix(RecordedFixes.fix(4)))
    #expect(await RecordedFixes.numbers(in: file.content, .gpx).numbers == [3, 4])
    let path = "000001"
    #expect(
      events.all == [
        .diskFull(path: path), .opened(path: path), .resumed(path: path, missing: 2),
      ])
  }
}

import Foundation
import LocationPOSIX
import LocationTracks
import TestSupport
import TestTurns
import Testing

/// How often the recorder of each format is killed.
private let kills =
  ProcessInfo.processInfo.environment["LOCATE_RECORDER_KILLS"].flatMap(Int.init) ?? 25

/// A recorder in a process of its own is killed.
@Suite(.inTurn) struct RecorderProcessTests {
  private func content(of path: String) -> [UInt8] {
    (FileManager.default.contents(atPath: path)).map { [UInt8]($0) } ?? []
  }

  @Test(.enabled(if: WriterToKill.isBuilt), arguments: [RecordingFormat.gpx, .csv, .json, .nmea])
  func aKilledRecorderLosesAtMostTheLastPoint(format: RecordingFormat) async throws {
    let directory = try TemporaryDirectory()
    let output = directory.path("confirmed")
    var all: [Int] = []
    var path = ""
    var confirmedCount = 0
    for round in 0..<kills {
      // A few recorders continue the same file.
      if round % 4 == 0 { (path, all) = (directory.path("\(round)"), []) }
      try? FileManager.default.removeItem(atPath: output)
      let writer = try WriterToKill(
        [format.name, path, "\(round % 4 * 100_000)"], confirmingIn: output)
      #expect(await writer.kill(after: Int.random(in: 0...300)))
      all += writer.confirmed.compactMap { Int($0) }
      confirmedCount += writer.confirmed.count
      guard FileManager.default.fileExists(atPath: path) else {
        #expect(all.isEmpty)
        continue
      }
      let (numbers, error) = await RecordedFixes.numbers(in: content(of: path), format)
      // A reader drops the part of a line.
      #expect(error == nil || format != .gpx && error?.isCutOff == true)
      let (recorded, expected) = (Set(numbers), Set(all))
      #expect(recorded.count == numbers.count)
      #expect(recorded.isSuperset(of: expected))
      // Each kill may have left one point that was not confirmed.
      #expect(recorded.count <= expected.count + round % 4 + 1)
    }
    // A recorder that refuses its file would lose nothing.
    #expect(confirmedCount > kills)
  }

  private static let canMount = geteuid() == 0

  @Test(.enabled(if: canMount, "mounting a file system of its own needs root"))
  func aFullDiskLeavesAValidFileAndRecordingContinues() async throws {
    let directory = try TemporaryDirectory()
    let disk = directory.path("disk")
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
    guard mount("tmpfs", disk, "tmpfs", 0, "size=64k") == 0 else {
      try Test.cancel("a file system cannot be mounted here")
    }
    defer { umount2(disk, Int32(MNT_DETACH)) }
    for format in [RecordingFormat.gpx, .csv, .json, .nmea] {
      let (path, ballast) = ("\(disk)/track", "\(disk)/ballast")
      try Data(count: 40_000).write(to: URL(filePath: ballast))
      let events = ReportedEvents()
      let recorder = try LocationRecorder(path: path, format: format, report: { events.note($0) })
      var number = 0
      while !events.isFull, number < 10_000 {
        number += 1
        try recorder.record(.fix(RecordedFixes.fix(number)))
      }
      try recorder.record(.fix(RecordedFixes.fix(number + 1)))
      let full = await RecordedFixes.numbers(in: content(of: path), format)
      #expect(full.error == nil)
      #expect(full.numbers == Array(1..<number))
      try FileManager.default.removeItem(atPath: ballast)
      try recorder.record(.fix(RecordedFixes.fix(number + 2)))
      let (numbers, error) = await RecordedFixes.numbers(in: content(of: path), format)
      #expect(error == nil)
      #expect(numbers == full.numbers + [number + 2])
      #expect(
        events.all == [
          .opened(path: path), .diskFull(path: path), .resumed(path: path, missing: 2),
        ])
      recorder.finish()
      try FileManager.default.removeItem(atPath: path)
    }
  }
}

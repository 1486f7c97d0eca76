import LocationCore
import LocationIO
import TestTurns
import Testing

@testable import LocationTracks

/// Cuts recordings at every step, as a killed process and a power failure do.
@Suite(.inTurn) struct RecordingCutTests {
  private static let count = 100

  /// Records fixes to a file that remembers each step.
  private func recorded(
    _ format: RecordingFormat, hasBarriers: Bool, syncsEvery: Int = .max
  ) throws -> (start: [UInt8], steps: [RecordedSteps.Step]) {
    let start = format.newText().empty
    let file = RecordedSteps(start)
    var recording = try OpenRecording(
      file, path: "", format: format, hasBarriers: hasBarriers)
    for number in 1...Self.count {
      _ = try recording.append(.fix(RecordedFixes.fix(number)))
      file.note(.recorded(number))
      if number % syncsEvery == 0 { try recording.sync() }
    }
    return (start, file.steps)
  }

  /// The steps of a write that the system cuts at the borders of pages.
  private func cuts(of step: RecordedSteps.Step) -> [RecordedSteps.Step] {
    guard case .write(let bytes, let offset) = step else { return [step] }
    let page = RecordingTail.page
    let first = (offset / page + 1) * page
    let borders = stride(from: first, to: offset + bytes.count, by: page)
    return borders.map { .write(Array(bytes[..<($0 - offset)]), at: offset) } + [step]
  }

  @Test(arguments: RecordingFormat.all)
  func aKilledRecorderLeavesAValidDocumentAfterEachStep(format: RecordingFormat) async throws {
    let (start, steps) = try recorded(format, hasBarriers: false)
    var content = start
    var confirmed = 0
    var newPages = 0
    for step in steps {
      if case .recorded(let number) = step { confirmed = number }
      if case .write(_, let offset) = step, offset > 0, offset % RecordingTail.page == 0 {
        newPages += 1
      }
      // The system cuts a write only between two pages, so no write of GPX crosses their border.
      #expect(format != .gpx || cuts(of: step) == [step])
      for cut in cuts(of: step) {
        var file = content
        RecordedSteps.apply(cut, to: &file)
        let (numbers, error) = await RecordedFixes.numbers(in: file, format)
        // A reader drops the part of a line.
        #expect(error == nil || cut != step && error?.isCutOff == true)
        #expect(numbers == Array(1...max(1, numbers.count)) || numbers.isEmpty)
        #expect(numbers.count == confirmed || numbers.count == confirmed + 1)
      }
      RecordedSteps.apply(step, to: &content)
    }
    #expect(confirmed == Self.count)
    #expect(format != .gpx || newPages > 1)
  }

  @Test(arguments: RecordingFormat.all)
  func aRecorderContinuesWhatAKilledOneLeft(format: RecordingFormat) async throws {
    let (start, steps) = try recorded(format, hasBarriers: false)
    var content = start
    for step in steps {
      for cut in cuts(of: step) {
        let file = RecordedSteps(content)
        if case .write(let bytes, let offset) = cut {
          try file.write(bytes, at: offset)
        }
        let before = await RecordedFixes.numbers(in: file.content, format).numbers
        var recording = try OpenRecording(file, path: "", format: format, hasBarriers: false)
        for number in [7001, 7002] {
          _ = try recording.append(.fix(RecordedFixes.fix(number)))
        }
        let (numbers, error) = await RecordedFixes.numbers(in: file.content, format)
        #expect(error == nil)
        #expect(numbers == before + [7001, 7002])
        if format == .gpx { for step in file.steps { #expect(cuts(of: step) == [step]) } }
      }
      RecordedSteps.apply(step, to: &content)
    }
  }

  @Test(arguments: [RecordingFormat.nmea, .csv, .json])
  func aCutLineIsRemovedByTheNextRecorder(format: RecordingFormat) async throws {
    let (start, steps) = try recorded(format, hasBarriers: false)
    var content = start
    for step in steps {
      defer { RecordedSteps.apply(step, to: &content) }
      guard case .write(let bytes, let offset) = step, offset == content.count else { continue }
      for size in [1, bytes.count / 2, bytes.count - 1] where !content.isEmpty {
        let file = RecordedSteps(content)
        try file.write(Array(bytes[..<size]), at: offset)
        let before = await RecordedFixes.numbers(in: content, format).numbers
        var recording = try OpenRecording(file, path: "", format: format, hasBarriers: false)
        _ = try recording.append(.fix(RecordedFixes.fix(7000)))
        let (numbers, error) = await RecordedFixes.numbers(in: file.content, format)
        #expect(error == nil)
        #expect(numbers.starts(with: before))
        #expect(numbers.last == 7000)
      }
    }
  }

  /// A number with many zeros, an empty line or many spaces would be there for the recorder only.
  @Test(arguments: [RecordingFormat.nmea, .csv, .json])
  func aRecordingOfLinesIsWhatItsWriterWrites(format: RecordingFormat) throws {
    let (start, steps) = try recorded(format, hasBarriers: false)
    var content = start
    for step in steps { RecordedSteps.apply(step, to: &content) }
    var text = format.newText()
    let lines = try (1...Self.count).flatMap { try text.text(of: .fix(RecordedFixes.fix($0))) }
    #expect(content == start + lines)
  }

  @Test func aGPXThatIsCutOffIsContinuedAfterItsLastWholePoint() async throws {
    let (start, steps) = try recorded(.gpx, hasBarriers: false)
    var content = start
    for step in steps { RecordedSteps.apply(step, to: &content) }
    for size in stride(from: start.count - 7, to: content.count - 8, by: 37) {
      // Zeros are what a power failure leaves of the rest.
      for rest in [[], [UInt8](repeating: 0, count: 100)] {
        let cut = content[..<size] + rest
        let before = await RecordedFixes.numbers(in: Array(cut), .gpx)
        #expect(before.error?.isCutOff == true)
        let file = RecordedSteps(Array(cut))
        var recording = try OpenRecording(file, path: "", format: .gpx, hasBarriers: false)
        #expect(recording.removed >= rest.count)
        _ = try recording.append(.fix(RecordedFixes.fix(7000)))
        let (numbers, error) = await RecordedFixes.numbers(in: file.content, .gpx)
        #expect(error == nil)
        #expect(numbers == before.numbers + [7000])
      }
    }
  }

  @Test func aGPXThatIsCutOffInItsWaypointsIsRefused() {
    let content =
      String(decoding: GPXRecordingText.header, as: UTF8.self)
      + "<wpt lat=\"1\" lon=\"2\"></wpt>\n<wpt lat=\"1"
    let file = RecordedSteps(Array(content.utf8))
    #expect(throws: RecordingError.self) {
      _ = try OpenRecording(file, path: "", format: .gpx, hasBarriers: false)
    }
    #expect(file.content == Array(content.utf8))
  }

  @Test func aPowerFailureLeavesAValidGPXWithAllThatWasSynced() async throws {
    let (start, steps) = try recorded(.gpx, hasBarriers: true, syncsEvery: 20)
    var disk = PowerFailure(start)
    var confirmed = 0
    var synced = 0
    for step in steps {
      disk.apply(step)
      if case .recorded(let number) = step { confirmed = number }
      if step == .sync { synced = confirmed }
      for file in disk.possibleFiles {
        let (numbers, error) = await RecordedFixes.numbers(in: file, .gpx)
        #expect(error == nil)
        #expect(numbers == Array(1...max(1, numbers.count)) || numbers.isEmpty)
        #expect(numbers.count >= synced && numbers.count <= confirmed + 1)
      }
    }
    #expect(synced >= Self.count - 20)
  }

  @Test(arguments: [RecordingFormat.nmea, .csv, .json])
  func aPowerFailureLosesNoSyncedLine(format: RecordingFormat) async throws {
    let (start, steps) = try recorded(format, hasBarriers: true, syncsEvery: 20)
    var disk = PowerFailure(start)
    var synced: [Int] = []
    var content = start
    // Most files are possible after several steps.
    var checked: Set<[UInt8]> = []
    for step in steps {
      disk.apply(step)
      RecordedSteps.apply(step, to: &content)
      if step == .sync {
        synced = await RecordedFixes.numbers(in: content, format).numbers
        checked = []
      }
      for file in disk.possibleFiles where checked.insert(file).inserted {
        let numbers = await RecordedFixes.numbers(in: file, format).numbers
        #expect(numbers.starts(with: synced))
      }
    }
    #expect(synced.count >= Self.count - 21)
  }
}

/// What a disk may hold after a power failure: of each page any version since the last sync.
private struct PowerFailure {
  private var content: [UInt8]
  /// The versions of the pages since the last sync; the first one is on the disk.
  private var versions: [[[UInt8]]]

  init(_ content: [UInt8]) {
    self.content = content
    versions = Self.pages(of: content).map { [$0] }
  }

  mutating func apply(_ step: RecordedSteps.Step) {
    RecordedSteps.apply(step, to: &content)
    let pages = Self.pages(of: content)
    if step == .sync {
      versions = pages.map { [$0] }
      return
    }
    for (index, page) in pages.enumerated() {
      if index == versions.count { versions.append([[]]) }
      if versions[index].last != page { versions[index].append(page) }
    }
  }

  /// All combinations of the oldest, the newest and some other versions of the pages that changed.
  var possibleFiles: [[UInt8]] {
    var files: [[UInt8]] = [[]]
    for (index, page) in versions.enumerated() {
      let isLast = index == versions.count - 1
      let chosen =
        page.count <= 4 ? page : [page[0], page[1], page[page.count / 2], page[page.count - 1]]
      files = files.flatMap { file in
        chosen.map { version in
          // A page that is missing before one that is not reads as zeros, and so does its rest.
          let padding = isLast ? 0 : RecordingTail.page - version.count
          return file + version + [UInt8](repeating: 0, count: padding)
        }
      }
    }
    return files.map { file in
      guard versions.count > 1, let last = versions.last, last[0].isEmpty else { return file }
      // The file is not longer than what was stored of it.
      var file = file
      while file.last == 0 { file.removeLast() }
      return file
    }
  }

  private static func pages(of content: [UInt8]) -> [[UInt8]] {
    stride(from: 0, to: content.count, by: RecordingTail.page).map {
      Array(content[$0..<min($0 + RecordingTail.page, content.count)])
    }
  }
}

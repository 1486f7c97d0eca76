import Foundation
import LocationCore
import LocationIO
import LocationSimulation
import LocationTracks
import NMEALocation
import TestSupport
import Testing

@testable import LocateCommands

/// The output of several threads is that of one, whatever is in the log and wherever its parts begin.
@Suite(.timeLimit(.minutes(5))) struct ParallelConversionTests {
  private static let formats: [TrackFormat] = [.gpx, .csv, .json, .geoURI, .kml, .nmea]

  /// The logs of receivers that all behave differently.
  private static let fixtures = [
    "drive", "ten-hertz", "midnight", "no-date", "no-fix", "noise", "old-receiver", "poles",
    "antimeridian", "simulated-city",
  ]

  private struct Result: Equatable {
    var text: String
    var counters: NMEACounters
    var failure: String?
  }

  private static func bytes(_ fixture: String) throws -> [UInt8] {
    Array(try Data(contentsOf: LocateCommandsTests.fixture("\(fixture).nmea")))
  }

  private static func sizes(part: Int) -> ParallelConversion.Sizes {
    ParallelConversion.Sizes(part: part, leadIn: part / 2, search: 4096, least: 4 * part)
  }

  private func convert(
    _ path: String, to format: TrackFormat, threads: Int, part: Int,
    sink: MemorySink = MemorySink()
  ) async throws -> Result {
    let file = FileByteSource(path: path)
    let conversion = Conversion(
      source: FixSource(kind: .replayed, name: file.name), inputFormat: nil, firstDate: nil,
      derivesMotion: false, format: .track(format), selection: nil, sink: sink,
      terminal: Terminal(
        output: MemorySink(), errorOutput: MemorySink(), encoding: .unicode),
      threads: threads, sizes: Self.sizes(part: part), now: { Date(timeIntervalSince1970: 0) })
    let outcome = await conversion.run(try file.open(), of: file)
    return Result(
      text: sink.text, counters: outcome.counters, failure: outcome.failure.map { "\($0)" })
  }

  private func expectEqualOutput(_ log: [UInt8], as format: TrackFormat, part: Int) async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("log.nmea")
    try Data(log).write(to: URL(filePath: path))
    let one = try await convert(path, to: format, threads: 1, part: part)
    let several = try await convert(path, to: format, threads: 3, part: part)
    #expect(several == one, "parts of \(part) bytes, \(format)")
  }

  @Test(arguments: fixtures)
  func severalThreadsWriteWhatOneWrites(fixture: String) async throws {
    let log = try Array(repeatElement(Self.bytes(fixture), count: 4).joined())
    for format in Self.formats {
      try await expectEqualOutput(log, as: format, part: max(1000, log.count / 20))
    }
  }

  @Test(arguments: 1...12)
  func piecesOfLogsOfSeveralReceiversAreConvertedAlike(seed: Int) async throws {
    var random = RandomStream(test: UInt64(seed))
    var log: [UInt8] = []
    while log.count < 200_000 {
      let bytes = try Self.bytes(Self.fixtures.randomElement(using: &random) ?? "drive")
      let start = Int.random(in: 0..<bytes.count, using: &random)
      let piece = bytes[start...].prefix(Int.random(in: 1...40_000, using: &random))
      for _ in 0..<Int.random(in: 1...3, using: &random) { log += piece }
    }
    // Damage cannot make a difference either.
    for _ in 0..<20 {
      log[Int.random(in: 0..<log.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
    }
    let part = Int.random(in: 1500...20_000, using: &random)
    try await expectEqualOutput(log, as: Self.formats[seed % 4], part: part)
  }

  /// A drive of two hours without gaps.
  private func drive() throws -> (path: String, directory: TemporaryDirectory) {
    let directory = try TemporaryDirectory()
    return (try directory.file("drive.nmea", (0..<7200).map(epoch).joined()), directory)
  }

  @Test func thePartsOfASteadyReceiverAreRightAtOnce() throws {
    let (path, directory) = try drive()
    defer { withExtendedLifetime(directory) {} }
    let opened = try FileByteSource(path: path).open()
    let stream = try #require(opened as? any SeekableByteStream)
    let sink = MemorySink()
    let makeOutput = { @Sendable in LocationOutput(TrackWriter(.gpx), to: sink) }
    var decoder = NMEALocationDecoder(source: FixSource(kind: .replayed, name: "test"))
    var output = makeOutput()
    var head = [UInt8](repeating: 0, count: 32_000)
    let count = try head.withUnsafeMutableBytes { try stream.read(into: $0, at: 0) }
    decoder.decode(Array(head[..<count])) { update, _ in output.append(update) }
    let place = output.place
    let state = ParallelConversion.State(
      position: count, decoder: decoder, place: try #require(place))
    let parts = try #require(
      ParallelConversion(
        stream, from: state, sizes: Self.sizes(part: 32_000), makeOutput: makeOutput))
    let outcome = parts.run(threads: 3) { _ in }
    #expect(outcome.failure == nil)
    #expect(outcome.hits > 20)
    #expect(outcome.misses == 0)
  }

  @Test func aFullDiskEndsAllThreads() async throws {
    let (path, directory) = try drive()
    defer { withExtendedLifetime(directory) {} }
    let error = OutputError.failed(name: "a", reason: "no space left on device")
    for writes in 0..<8 {
      let sink = MemorySink(failure: (writes, error))
      let result = try await convert(path, to: .gpx, threads: 3, part: 32_000, sink: sink)
      #expect(result.failure == "\(error)")
      // Nothing is written after the error.
      #expect(sink.writes == writes + 1)
    }
  }
}

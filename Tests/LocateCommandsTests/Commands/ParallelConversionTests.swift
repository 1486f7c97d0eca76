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
  private static let formats: [TrackFormat] = [.gpx, .csv, .json, .geoURI]

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

  private typealias Counts = ParallelConversion.Counts

  private static func bytes(_ fixture: String) throws -> [UInt8] {
    Array(try Data(contentsOf: LocateCommandsTests.fixture("\(fixture).nmea")))
  }

  private static func sizes(part: Int) -> ParallelConversion.Sizes {
    ParallelConversion.Sizes(
      chunk: 1000, head: part, minimum: 2 * part, pause: 4 * part, part: part, leadIn: part / 2,
      searchLimit: 4096)
  }

  private func convert(
    _ path: String, to format: TrackFormat, threads: Int, part: Int,
    sink: MemorySink = MemorySink()
  ) async throws -> (Result, Counts) {
    let file = FileByteSource(path: path)
    let conversion = Conversion(
      source: FixSource(kind: .replayed, name: file.name), inputFormat: nil, firstDate: nil,
      derivesMotion: false, format: .track(format), selection: nil, sink: sink,
      terminal: Terminal(
        output: MemorySink(), errorOutput: MemorySink(), encoding: .unicode),
      threads: threads, sizes: Self.sizes(part: part), now: { Date(timeIntervalSince1970: 0) })
    let outcome = await conversion.run(try file.open(), of: file)
    let result = Result(
      text: sink.text, counters: outcome.counters, failure: outcome.failure.map { "\($0)" })
    return (result, outcome.parts)
  }

  /// - Returns: what became of the parts.
  private func expectEqualOutput(
    _ log: [UInt8], as format: TrackFormat, part: Int
  ) async throws -> Counts {
    let directory = try TemporaryDirectory()
    let path = directory.path("log.nmea")
    try Data(log).write(to: URL(filePath: path))
    let (one, none) = try await convert(path, to: format, threads: 1, part: part)
    let (several, counts) = try await convert(path, to: format, threads: 3, part: part)
    #expect(none == Counts())
    #expect(several == one, "parts of \(part) bytes, \(format)")
    return counts
  }

  @Test(arguments: fixtures, formats)
  func severalThreadsWriteWhatOneWrites(fixture: String, format: TrackFormat) async throws {
    let bytes = try Self.bytes(fixture)
    // The repetition steps back in time, which is one more difficulty.
    let log = Array(repeatElement(bytes, count: 100_000 / bytes.count + 1).joined())
    let counts = try await expectEqualOutput(log, as: format, part: 4000)
    // A track begins with its first fix.
    if fixture != "no-fix" || format != .gpx { #expect(counts.hits + counts.misses > 0) }
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
    _ = try await expectEqualOutput(log, as: Self.formats[seed % 4], part: part)
  }

  /// A drive of two hours without gaps.
  private static let drive = Array((0..<7200).map(epoch).joined().utf8)

  @Test func aChangeOfTheReceiverIsOneMissAndTheOtherPartsGoOn() async throws {
    var log = Self.drive
    let middle = try #require(log[(log.count / 2)...].firstRange(of: Array("\n".utf8)))
    log.replaceSubrange(middle, with: Array("\n\(sentence("GPDTM,P90,,0,N,0,E,0,W84"))".utf8))
    let counts = try await expectEqualOutput(log, as: .json, part: 32_000)
    #expect(counts.hits > 15)
    #expect((1...3).contains(counts.misses))
  }

  /// The parts of a log whose size is that of `log`, and which ends earlier or breaks.
  private func convertParts(of stream: LogStream) throws -> ParallelConversion.Outcome {
    let sink = MemorySink()
    let makeOutput = { @Sendable in LocationOutput(TrackWriter(.gpx), to: sink) }
    var decoder = NMEALocationDecoder(source: FixSource(kind: .replayed, name: "test"))
    var output = makeOutput()
    decoder.decode(Array(stream.log[..<32_000])) { update, _ in output.append(update) }
    let place = output.place
    let state = ParallelConversion.State(
      position: 32_000, decoder: decoder, place: try #require(place))
    let parts = try #require(
      ParallelConversion(
        stream, from: state, sizes: Self.sizes(part: 32_000), makeOutput: makeOutput))
    return parts.run(threads: 3) { _ in }
  }

  @Test func thePartsOfASteadyReceiverAreRightAtOnce() throws {
    let outcome = try convertParts(of: LogStream(Self.drive))
    #expect(outcome.failure == nil)
    #expect(outcome.counts.hits > 20)
    #expect(outcome.counts.misses == 0)
  }

  @Test func aLogThatBecomesShorterEndsThere() throws {
    let outcome = try convertParts(of: LogStream(Self.drive, end: 300_000))
    #expect(outcome.failure == nil)
    #expect(outcome.state.position <= 300_000)
    #expect(outcome.state.decoder.counters.bytes == outcome.state.position)
  }

  @Test func aBrokenDiskIsReportedOnce() throws {
    let error = UserLocationError(.inputOutput, source: "test", detail: "broken")
    let outcome = try convertParts(of: LogStream(Self.drive, failure: (300_000, error)))
    #expect(outcome.failure as? UserLocationError == error)
    #expect(outcome.state.position < 300_000)
  }

  @Test func aFullDiskEndsAllThreads() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.file("drive.nmea", String(decoding: Self.drive, as: UTF8.self))
    let error = OutputError.failed(name: "a", reason: "no space left on device")
    for writes in 0..<8 {
      let sink = MemorySink(failure: (writes, error))
      let (result, _) = try await convert(path, to: .gpx, threads: 3, part: 32_000, sink: sink)
      #expect(result.failure == "\(error)")
      // Nothing is written after the error.
      #expect(sink.writes == writes + 1)
    }
  }
}

/// A log in memory that can be read in any order. It may end before its size tells, or be damaged.
private final class LogStream: SeekableByteStream {
  let log: [UInt8]
  private let end: Int
  /// A byte that cannot be read.
  private let failure: (offset: Int, error: UserLocationError)?

  init(_ log: [UInt8], end: Int? = nil, failure: (Int, UserLocationError)? = nil) {
    self.log = log
    self.end = end ?? log.count
    self.failure = failure
  }

  var size: Int? { log.count }

  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(UserLocationError) -> Int {
    if let failure, (offset..<offset + buffer.count).contains(failure.offset) {
      throw failure.error
    }
    let count = max(0, min(buffer.count, end - offset))
    if count > 0 { buffer.copyBytes(from: log[offset..<offset + count]) }
    return count
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(UserLocationError) -> Int { 0 }
  func close() {}
}

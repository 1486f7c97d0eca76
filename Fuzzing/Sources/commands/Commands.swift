import FuzzingSupport
import LocationCore

@testable import GPSDProtocol
@testable import LocateCommands
@testable import LocationServing
@testable import LocationSources
@testable import LocationText
@testable import LocationTracks

/// Fuzzes the command's input: requests of a client of `--serve gpsd:`, reports of a gpsd that `doctor`
/// examines, options of a user, and a receiver's data in every output format.
@_cdecl("commands_main")
func main() -> CInt {
  fuzz { start, count in
    let bytes = UnsafeRawBufferPointer(start: start, count: count)
    expectAnswers(to: bytes)
    expectReplies(in: bytes)
    let words = String(decoding: bytes, as: UTF8.self)
    expectOptions(words)
    expectFormats(of: bytes, template: words)
    return 0
  }
}

/// The answers to a client's requests do not depend on the chunks, and are few for each request.
private func expectAnswers(to bytes: UnsafeRawBufferPointer) {
  let whole = answers(to: bytes, .none)
  expect(whole.count <= 600 * (bytes.count + 1), "\(whole.count) bytes to \(bytes.count)")
  expect(whole.split(separator: 10).allSatisfy(isObject), "an answer that is no object")
  // A request that is too long is noticed at the end of a chunk.
  guard bytes.count <= GPSDRequestReader.limit else { return }
  expectSame(whole, answers(to: bytes, .random), "cut into chunks it is another")
  expectSame(whole, answers(to: bytes, .everyByte), "byte by byte it is another")
}

private func answers(to bytes: UnsafeRawBufferPointer, _ cuts: Cuts) -> [UInt8] {
  var session = GPSDClientSession()
  var text = ByteText()
  let daemon = GPSDDaemon(
    device: ServedDevice(path: "sim:walk", driver: "simulation"), name: "test", version: "1",
    now: { Date(timeIntervalSince1970: 0) })
  bytes.chunks(cuts) { session.take($0, from: daemon, into: &text) }
  return text.bytes
}

private func isObject(_ line: ArraySlice<UInt8>) -> Bool {
  (try? GPSDReport(utf8: Array(line), source: FixSource(kind: .live, name: "fuzz"))) != nil
}

/// The reports that `doctor` reads are in range.
private func expectReplies(in bytes: UnsafeRawBufferPointer) {
  for line in bytes.split(separator: 10) {
    let source = FixSource(kind: .live, name: "fuzz")
    guard let report = try? GPSDReport(utf8: Array(line), source: source) else { continue }
    if case .update(let update) = report { update.expectInRange() }
  }
}

/// The value of an option is refused with an error, or its description reads back as the same value.
private func expectOptions(_ words: String) {
  for text in words.split(separator: "\n", omittingEmptySubsequences: false).prefix(16) {
    let text = String(text)
    if let source = try? SourceDescription(text) {
      expectSame(try? SourceDescription(source.description), source, text)
      if case .simulated(_, let parameters) = source {
        _ = try? SimulationSettings(parameters, of: source)
      }
    }
    if let endpoint = try? ServerEndpoint(text) {
      expectSame(try? ServerEndpoint(endpoint.description), endpoint, text)
    }
    if let duration = try? Duration(argument: text) { expect(duration >= .zero, "\(duration)") }
    if let length = try? Length(argument: text) {
      expect(length.meters >= 0 && length.meters.isFinite, "\(length)")
    }
    if let speed = try? Speed(argument: text) {
      expect(speed.metersPerSecond > 0 && speed.metersPerSecond.isFinite, "\(speed)")
    }
    if let place = try? Coordinate(argument: text) {
      expect(abs(place.latitude) <= 90 && abs(place.longitude) <= 180, "\(place)")
    }
    if let rate = try? Rate(argument: text), case .times(let factor) = rate {
      expect(factor > 0 && factor.isFinite, "\(factor)")
    }
    _ = try? Count(argument: text)
    _ = try? OutputFormat(argument: text)
  }
}

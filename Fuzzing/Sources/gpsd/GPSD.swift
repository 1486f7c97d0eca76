import FuzzingSupport
import LocationCore

@testable import GPSDLocation

/// What a gpsd says, as `GPSDProvider` reads it: lines, the gate before libgps, libgps, updates.
@_cdecl("gpsd_main")
func main() -> CInt {
  fuzz { start, count in
    let bytes = UnsafeRawBufferPointer(start: start, count: count)
    expectSession(bytes)
    expectLines(in: bytes)
    return 0
  }
}

private let greeting =
  #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"# + "\n"
private let watch: SilenceWatch = {
  let watch = SilenceWatch(limit: .seconds(3600), clock: ContinuousClock()) { _ in }
  // It needs no tasks here.
  watch.stop()
  return watch
}()

private let received = Date(timeIntervalSince1970: 0)

/// What a session made of an input.
private struct Outcome: Equatable {
  var updates: [LocationUpdate] = []
  var counters = GPSDCounters()
  /// Whether it turned out to be no gpsd, or one of another protocol.
  var isStrange = false

  var withoutSky: [LocationUpdate] {
    updates.filter { if case .sky = $0 { false } else { true } }
  }
}

/// However bytes come, they make the same updates, all of them in range.
private func expectSession(_ bytes: UnsafeRawBufferPointer) {
  let whole = outcome(of: bytes, .none)
  for update in whole.updates { update.expectInRange() }
  let lines = bytes.count { $0 == 10 }
  let counters = whole.counters
  expect(whole.updates.count <= lines, "\(whole.updates.count) updates of \(lines) lines")
  expect(counters.objects + counters.damagedLines <= lines + 2, "more objects than lines")
  let others = [outcome(of: bytes, .random), outcome(of: bytes, .everyByte)]
  // A protocol of another version is seen at the end of a chunk.
  for other in others where !whole.isStrange && !other.isStrange {
    expectSame(whole, other, "cut into chunks it is another")
  }
  // Where nobody is interested in satellites, all else is the same.
  expectSame(
    outcome(of: bytes, .none, interests: []).withoutSky, whole.withoutSky, "the sky matters")
}

private func outcome(
  of bytes: UnsafeRawBufferPointer, _ cuts: Cuts, interests: LocationInterests = .all
) -> Outcome {
  var outcome = Outcome()
  var session = GPSDConnection(
    source: "fuzz:", device: nil, log: GPSDLog(source: "fuzz:", logger: nil), watch: watch,
    memory: FixMemory(), interests: { interests })
  func take(_ chunk: UnsafeRawBufferPointer) {
    guard !outcome.isStrange else { return }
    do throws(UserLocationError) {
      try session.receive(chunk, at: received, .zero) { update, _ in
        outcome.updates.append(update)
      }
    } catch {
      expect(error.code == .protocolViolation, "\(error)")
      outcome.isStrange = true
    }
  }
  Array(greeting.utf8).withUnsafeBytes(take)
  bytes.chunks(cuts, take)
  session.finish()
  outcome.counters = session.counters
  return outcome
}

/// A line means the same whatever was decoded before it, and the first words of a connection that
/// nothing greeted may be any.
private func expectLines(in bytes: UnsafeRawBufferPointer) {
  var decoder = ReportDecoder(source: "fuzz:")
  let lines = bytes.split(separator: 10).map { Array($0) }
  let forth = lines.map { decoded($0, &decoder) }
  let back = lines.reversed().map { decoded($0, &decoder) }
  expectSame(forth, back.reversed(), "a line means what came before it")

  var session = GPSDConnection(
    source: "fuzz:", device: "/dev/a", log: GPSDLog(source: "fuzz:", logger: nil), watch: watch,
    memory: FixMemory())
  bytes.chunks(.random) { chunk in
    try? session.receive(chunk, at: received, .zero) { update, _ in update.expectInRange() }
  }
  expect(session.firstWords.count <= 64, "\(session.firstWords.count) first words")
  expect(!session.strangeness.description.isEmpty, "no words")
}

/// What libgps makes of a line, if the gate lets it.
private func decoded(_ line: [UInt8], _ decoder: inout ReportDecoder) -> LocationUpdate? {
  line.withUnsafeBytes { bytes in
    guard let passed = try? ReportGate.examine(bytes), passed.isFitForLibgps else { return nil }
    return try? decoder.decode(bytes, listed: passed.innerObjects)
  }
}

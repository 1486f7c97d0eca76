import FuzzingSupport
import LocationCore

@testable import GPSDLocation

/// Fuzzes gpsd's output as `GPSDProvider` reads it: lines, the gate before libgps, libgps, updates.
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
  let watch = SilenceWatch(limit: .seconds(3600), clock: SystemClock()) { _ in }
  // Silence is not measured here.
  watch.stop()
  return watch
}()

private let received = Date(timeIntervalSince1970: 0)

/// The result of a connection for an input.
private struct Outcome: Equatable {
  var updates: [LocationUpdate] = []
  var counters = GPSDCounters()
  /// Whether the input is not gpsd's, or of another protocol.
  var isStrange = false

  var withoutSky: [LocationUpdate] {
    updates.filter { if case .sky = $0 { false } else { true } }
  }
}

/// The updates do not depend on the chunks, and all of them are in range.
private func expectSession(_ bytes: UnsafeRawBufferPointer) {
  let whole = outcome(of: bytes, .none)
  for update in whole.updates { update.expectInRange() }
  let lines = bytes.count { $0 == 10 }
  let counters = whole.counters
  expect(whole.updates.count <= lines, "\(whole.updates.count) updates of \(lines) lines")
  expect(counters.objects + counters.damagedLines <= lines + 2, "more objects than lines")
  let others = [outcome(of: bytes, .random), outcome(of: bytes, .everyByte)]
  // Another version of the protocol is noticed at the end of a chunk.
  for other in others where !whole.isStrange && !other.isStrange {
    expectSame(whole, other, "cut into chunks it is another")
  }
  // All other updates are the same if no subscription reads satellites.
  expectSame(
    outcome(of: bytes, .none, interests: []).withoutSky, whole.withoutSky, "the sky matters")
}

private func outcome(
  of bytes: UnsafeRawBufferPointer, _ cuts: Cuts, interests: LocationInterests = .all
) -> Outcome {
  var outcome = Outcome()
  var session = GPSDConnection(
    source: "fuzz:", device: nil, log: GPSDLog(source: "fuzz:", logger: nil), watch: watch,
    memory: LastFixTimes(), interests: { interests })
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

/// The meaning of a line does not depend on the lines before it. The first bytes of a connection may be
/// anything.
private func expectLines(in bytes: UnsafeRawBufferPointer) {
  var decoder = ReportDecoder(source: "fuzz:")
  let lines = bytes.split(separator: 10).map { Array($0) }
  let forth = lines.map { decoded($0, &decoder) }
  let back = lines.reversed().map { decoded($0, &decoder) }
  expectSame(forth, back.reversed(), "a line means what came before it")

  var session = GPSDConnection(
    source: "fuzz:", device: "/dev/a", log: GPSDLog(source: "fuzz:", logger: nil), watch: watch,
    memory: LastFixTimes())
  bytes.chunks(.random) { chunk in
    try? session.receive(chunk, at: received, .zero) { update, _ in update.expectInRange() }
  }
  expect(session.firstWords.count <= 64, "\(session.firstWords.count) first words")
  expect(!session.strangeness.description.isEmpty, "no words")
}

/// The update that libgps decodes from a line, if the gate passes it.
private func decoded(_ line: [UInt8], _ decoder: inout ReportDecoder) -> LocationUpdate? {
  line.withUnsafeBytes { bytes in
    guard let passed = try? ReportGate.examine(bytes), passed.isFitForLibgps else { return nil }
    return try? decoder.decode(bytes, listed: passed.innerObjects)
  }
}

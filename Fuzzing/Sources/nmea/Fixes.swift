import FuzzingSupport
import LocationCore
import NMEA0183
import NMEALocation

/// The result of a decoder.
private struct Outcome: Equatable {
  var updates: [LocationUpdate] = []
  var counters = NMEACounters()
}

/// The fixes do not depend on the chunks of the input. All of them are on Earth, and their number is
/// bounded.
func expectFixes(from bytes: UnsafeRawBufferPointer) {
  for kind in [FixSource.Kind.live, .replayed] {
    let whole = outcome(of: bytes, .none, kind)
    for update in whole.updates { update.expectInRange() }
    let counters = whole.counters
    // A sentence can end the epoch before it and, being the last of its cycle, its own; each is
    // a sky and a fix at most.
    expect(
      whole.updates.count <= 4 * (counters.sentences + 1),
      "\(whole.updates.count) updates of \(counters.sentences) sentences")
    expect(counters.bytes == bytes.count, "\(counters.bytes) bytes counted")
    expect(counters.fixes <= counters.sentences, "\(counters.fixes) fixes")
    expectSame(whole, outcome(of: bytes, .random, kind), "cut into chunks it is another")
    // Each byte causes the sentence's bytes to be scanned again, so this takes long.
    if bytes.count <= 1024, kind == .live {
      expectSame(whole, outcome(of: bytes, .everyByte, kind), "byte by byte it is another")
    }
  }
  expectFlushes(bytes)
  expectNothing(fromDamaged: bytes)
}

private func outcome(
  of bytes: UnsafeRawBufferPointer, _ cuts: Cuts, _ kind: FixSource.Kind
) -> Outcome {
  var outcome = Outcome()
  var decoder = NMEALocationDecoder(source: FixSource(kind: kind, name: "fuzz"))
  bytes.chunks(cuts) { chunk in
    decoder.decode(chunk) { update, _ in outcome.updates.append(update) }
  }
  decoder.finish { update, _ in outcome.updates.append(update) }
  outcome.counters = decoder.counters
  return outcome
}

/// A decoder that is flushed at any moment and has an earliest possible date still makes fixes on Earth.
private func expectFlushes(_ bytes: UnsafeRawBufferPointer) {
  var decoder = NMEALocationDecoder(
    source: FixSource(kind: .live, name: "fuzz"),
    dates: KnownDates(notBefore: CalendarDate(year: 2020, month: 1, day: 1)))
  bytes.chunks(.random) { chunk in
    decoder.decode(chunk) { update, _ in update.expectInRange() }
    decoder.flush { update, _ in update.expectInRange() }
  }
  decoder.finish { update, _ in update.expectInRange() }
}

/// If every checksum is made wrong, only sentences without a checksum make fixes.
private func expectNothing(fromDamaged bytes: UnsafeRawBufferPointer) {
  var damaged = Array(bytes)
  var framer = SentenceFramer()
  var lacksChecksum = false
  func damage(_ frame: borrowing SentenceFrame) {
    switch frame.checksum {
    case .verified:
      let last = frame.offset + frame.count - 1
      damaged[last] = damaged[last] == UInt8(ascii: "0") ? UInt8(ascii: "1") : UInt8(ascii: "0")
    case .missing: lacksChecksum = true
    case .failed: break
    }
  }
  framer.push(bytes, damage)
  // The last sentence may lack its line end.
  framer.finish(damage)
  var decoder = NMEALocationDecoder(source: FixSource(kind: .live, name: "fuzz"))
  func see(_ update: LocationUpdate, _: NavigationEpoch) {
    expect(lacksChecksum, "a wrong checksum made \(update)")
  }
  decoder.decode(damaged, see)
  decoder.finish(see)
  expect(decoder.counters.kinds.allSatisfy { $0.withChecksum == 0 }, "a wrong checksum was right")
}

import LocationCore
import LocationSimulation
import NMEA0183
import NMEALocation
import TestTurns
import Testing

/// Faults of the wire change only the bytes, and only at their times.
@Suite(.inTurn) struct WireFaultTests {
  private static func steps(_ kind: Fault.Kind) -> [SimulationStep] {
    Scenario.standing(
      seconds: 30, faults: [Fault(kind, at: .seconds(10), for: .seconds(10))]
    ).steps()
  }

  /// The same run without a fault.
  private static let clean = Scenario.standing(seconds: 30).steps()

  private static func counters(_ steps: ArraySlice<SimulationStep>) -> NMEACounters {
    var decoder = NMEALocationDecoder(source: FixSource(kind: .simulated, name: "x"))
    for step in steps { decoder.decode(step.bytes) { _, _ in } }
    decoder.finish { _, _ in }
    return decoder.counters
  }

  @Test(arguments: [
    Fault.Kind.badChecksum(share: 1), .truncated(share: 1), .interleaved(share: 1),
    .garbage(bytes: 100), .badChecksum(share: 0.3),
  ])
  func damagesTheBytesOfItsTimeOnly(_ kind: Fault.Kind) {
    let steps = Self.steps(kind)
    #expect(steps.map(\.updates) == Self.clean.map(\.updates))
    for (second, (one, other)) in zip(steps, Self.clean).enumerated() {
      #expect((one.bytes == other.bytes) == !(10..<20).contains(second), "second \(second)")
    }
  }

  @Test func falsifiesEveryChecksum() {
    let steps = Self.steps(.badChecksum(share: 1))
    let counters = Self.counters(steps[10..<20])
    #expect(counters.sentences == 0)
    #expect(Self.counters(Self.clean[10..<20]).sentences > 100)
    #expect(steps[10].bytes.count == Self.clean[10].bytes.count)
  }

  @Test func falsifiesAShareOfTheChecksums() {
    let whole = Double(Self.counters(Self.clean[10..<20]).sentences)
    let left = Double(Self.counters(Self.steps(.badChecksum(share: 0.3))[10..<20]).sentences)
    #expect(abs(left / whole - 0.7) < 0.12)
  }

  @Test func cutsSentencesOff() {
    let steps = Self.steps(.truncated(share: 1))
    #expect(steps[10].bytes.count < Self.clean[10].bytes.count * 3 / 4)
    #expect(!steps[10].bytes.contains(0x0A))
    let clean = Self.counters(Self.clean[0..<10] + Self.clean[20..<30]).sentences
    #expect(Self.counters(steps[0..<30]).sentences == clean)
  }

  @Test func interleavesSentences() {
    let steps = Self.steps(.interleaved(share: 1))
    #expect(steps[10].bytes.sorted() == Self.clean[10].bytes.sorted())
    let left = Self.counters(steps[10..<20]).sentences
    #expect(left < Self.counters(Self.clean[10..<20]).sentences * 2 / 3)
  }

  @Test func addsGarbage() {
    let steps = Self.steps(.garbage(bytes: 100))
    for second in 10..<20 {
      #expect(steps[second].bytes.count == Self.clean[second].bytes.count + 100)
      #expect(
        Array(steps[second].bytes.suffix(Self.clean[second].bytes.count))
          == Self.clean[second].bytes)
    }
    #expect(Set(steps[10..<20].map { Array($0.bytes.prefix(100)) }).count == 10)
  }

  /// After many cuts, one byte is left of each sentence.
  @Test(arguments: [Fault.Kind.truncated(share: 1), .interleaved(share: 1)])
  func damagesWhatOtherFaultsLeave(_ last: Fault.Kind) {
    let kinds = Array(repeating: Fault.Kind.truncated(share: 1), count: 20) + [last]
    let steps = Scenario.standing(seconds: 3, faults: kinds.map { Fault($0) }).steps()
    for step in steps {
      #expect(!step.bytes.isEmpty)
      #expect(step.bytes.allSatisfy { $0 == 0x24 }, "only the first characters are left")
    }
  }

  /// Each fix that is decoded from damaged bytes is a fix that was sent, or a part of it.
  @Test(arguments: [
    Fault.Kind.badChecksum(share: 0.5), .truncated(share: 0.5), .interleaved(share: 0.5),
    .garbage(bytes: 500),
  ])
  func damageNeverBecomesAnotherFix(_ kind: Fault.Kind) {
    let steps = Self.steps(kind)
    let sent = Set(steps.fixes.map(\.coordinate))
    let found = decoded(steps.bytes, from: FixSource(kind: .simulated, name: "x")).fixes
    #expect(found.count >= 20)
    #expect(found.allSatisfy { sent.contains($0.coordinate) })
  }
}

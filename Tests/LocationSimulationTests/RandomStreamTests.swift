import TestTurns
import Testing

@testable import LocationSimulation

/// The generator is the published one, and its numbers have the right distribution.
@Suite(.inTurn) struct RandomStreamTests {
  /// The first outputs of the authors' C code for the state 1, 2, 3, 4.
  @Test func isXoshiro256StarStar() {
    var stream = RandomStream(state: (1, 2, 3, 4))
    let expected: [UInt64] = [
      11520, 0, 1_509_978_240, 1_215_971_899_390_074_240, 1_216_172_134_540_287_360,
    ]
    #expect(expected.map { _ in stream.next() } == expected)
  }

  /// The first outputs of the authors' C code for the seed 1234567.
  @Test func isSeededThroughSplitMix64() {
    var mix = SplitMix64(state: 1_234_567)
    let expected: [UInt64] = [
      6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
    ]
    #expect(expected.map { _ in mix.next() } == expected)
  }

  @Test func everyPurposeAndSeedHasItsOwnStream() {
    func first(_ seed: UInt64, _ purpose: RandomStream.Purpose) -> UInt64 {
      var stream = RandomStream(seed: seed, purpose: purpose)
      return stream.next()
    }
    let all = (0..<50).flatMap { seed in
      [.motion, .positionError, .velocityError, .signals, .wire].map { first(seed, $0) }
    }
    #expect(Set(all).count == all.count)
    #expect(first(3, .wire) == first(3, .wire))
  }

  @Test func uniformNumbersFillTheInterval() {
    var stream = RandomStream(seed: 1, purpose: .motion)
    var counts = [Int](repeating: 0, count: 10)
    for _ in 0..<20_000 { counts[Int(stream.uniform() * 10)] += 1 }
    // Each count has a standard deviation of 42.
    #expect(counts.allSatisfy { abs($0 - 2000) < 200 }, "\(counts)")
  }

  @Test func normalNumbersHaveTheMomentsOfTheNormalDistribution() {
    var stream = RandomStream(seed: 2, purpose: .motion)
    let numbers = (0..<40_000).map { _ in stream.normal() }
    func moment(_ power: Int) -> Double {
      let sum = numbers.reduce(0.0) { sum, x in
        sum + (0..<power).reduce(1.0) { product, _ in product * x }
      }
      return sum / Double(numbers.count)
    }
    #expect(abs(moment(1)) < 0.02)
    #expect(abs(moment(2) - 1) < 0.03)
    #expect(abs(moment(3)) < 0.06)
    #expect(abs(moment(4) - 3) < 0.15)
  }

  @Test func aGaussMarkovProcessHasItsCorrelationTime() {
    var stream = RandomStream(seed: 3, purpose: .motion)
    var process = GaussMarkov()
    let values = (0..<60_000).map { _ in
      process.advance(by: 2, correlationTime: 20, &stream)
    }
    func correlation(_ lag: Int) -> Double {
      let sum = zip(values, values.dropFirst(lag)).reduce(0) { $0 + $1.0 * $1.1 }
      return sum / Double(values.count - lag)
    }
    #expect(abs(correlation(0) - 1) < 0.06)
    #expect(abs(correlation(10) - 0.3679) < 0.06)
    #expect(abs(correlation(60)) < 0.06)
  }
}

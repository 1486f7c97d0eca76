/// A stream of random numbers that is the same on every machine: xoshiro256**, seeded through
/// SplitMix64.
///
/// Both are their authors' public-domain algorithms (D. Blackman, S. Vigna, "Scrambled linear
/// pseudorandom number generators", ACM TOMS 47, 2021; G. Steele, D. Lea, C. Flood, "Fast
/// splittable pseudorandom number generators", OOPSLA 2014), written anew here. The state is 256
/// bits, the period 2²⁵⁶ − 1.
///
/// One seed makes an independent stream for each purpose, so that one part of a simulation never
/// changes the numbers of another part.
public struct RandomStream: RandomNumberGenerator, Hashable, Sendable {
  /// The purpose of a stream. It is a part of the seed.
  public struct Purpose: Hashable, Sendable {
    let salt: UInt64
    /// Makes another purpose. Different numbers make different streams.
    public init(_ number: UInt64) { salt = number }

    static let motion = Purpose(1)
    static let positionError = Purpose(2)
    static let velocityError = Purpose(3)
    static let signals = Purpose(4)
    static let wire = Purpose(5)
  }

  private var state: (UInt64, UInt64, UInt64, UInt64)
  private var spare: Double?

  /// Makes the stream of a seed for a purpose. Any number is a seed.
  public init(seed: UInt64, purpose: Purpose) {
    var salt = SplitMix64(state: purpose.salt)
    var mix = SplitMix64(state: seed ^ salt.next())
    state = (mix.next(), mix.next(), mix.next(), mix.next())
  }

  /// Makes a stream with a given state.
  init(state: (UInt64, UInt64, UInt64, UInt64)) { self.state = state }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    let result = Self.rotated(state.1 &* 5, by: 7) &* 9
    let shifted = state.1 << 17
    state.2 ^= state.0
    state.3 ^= state.1
    state.1 ^= state.2
    state.0 ^= state.3
    state.2 ^= shifted
    state.3 = Self.rotated(state.3, by: 45)
    return result
  }

  /// A number within 0 ..< 1, a multiple of 2⁻⁵³; all are equally likely.
  public mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A number within 0 ..< `bound`. The bias is below `bound` / 2⁵³.
  ///
  /// - Precondition: `bound` is positive.
  public mutating func integer(below bound: Int) -> Int {
    precondition(bound > 0, "there is no whole number from 0 to below \(bound)")
    return Swift.min(Int(uniform() * Double(bound)), bound - 1)
  }

  /// A number of the normal distribution with mean 0 and variance 1, by Marsaglia's polar method.
  public mutating func normal() -> Double {
    if let number = spare.take() { return number }
    while true {
      let x = 2 * uniform() - 1
      let y = 2 * uniform() - 1
      let square = x * x + y * y
      guard square > 0, square < 1 else { continue }
      let factor = (-2 * naturalLogarithm(square) / square).squareRoot()
      spare = y * factor
      return x * factor
    }
  }

  private static func rotated(_ word: UInt64, by count: UInt64) -> UInt64 {
    word << count | word >> (64 - count)
  }

  /// Whether both give the same numbers from now on.
  public static func == (one: RandomStream, other: RandomStream) -> Bool {
    one.state == other.state && one.spare == other.spare
  }

  /// Hashes the state.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(state.0)
    hasher.combine(state.1)
    hasher.combine(state.2)
    hasher.combine(state.3)
  }
}

/// Makes well-mixed words from a plain seed.
struct SplitMix64 {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }
}

/// A random number that changes slowly: a first-order Gauss–Markov process with mean 0 and variance
/// 1 at any time. Its correlation with itself falls to 1/e within a correlation time.
struct GaussMarkov: Hashable, Sendable {
  private(set) var value: Double?

  /// Advances by a time step, with a correlation time in the same unit; 0 makes every value
  /// independent.
  @discardableResult
  mutating func advance(
    by step: Double, correlationTime: Double, _ random: inout RandomStream
  ) -> Double {
    let fresh = random.normal()
    guard let last = value else {
      value = fresh
      return fresh
    }
    let memory = correlationTime > 0 ? exponential(-step / correlationTime) : 0
    let next = memory * last + (1 - memory * memory).squareRoot() * fresh
    value = next
    return next
  }
}

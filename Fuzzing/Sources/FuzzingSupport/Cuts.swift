/// How an input is cut into chunks.
public enum Cuts {
  /// Not at all.
  case none
  /// Into up to 97 bytes each.
  case random
  /// Into single bytes.
  case everyByte
}

extension UnsafeRawBufferPointer {
  /// Hands on the bytes chunk by chunk. What is random comes from the bytes themselves, so that an
  /// input stays what it is: a log can be a seed, and a finding can be read.
  public func chunks(_ cuts: Cuts, _ body: (UnsafeRawBufferPointer) -> Void) {
    var chance = Chance(of: self)
    var rest = self[...]
    while !rest.isEmpty {
      let length =
        switch cuts {
        case .none: rest.count
        case .random: Int(chance.next() % 97) + 1
        case .everyByte: 1
        }
      body(UnsafeRawBufferPointer(rebasing: rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
  }
}

/// Numbers that look random and are the same ones for the same bytes (SplitMix64, FNV-1a).
public struct Chance: RandomNumberGenerator {
  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Makes a generator of the numbers of these bytes.
  public init(of bytes: UnsafeRawBufferPointer) {
    for byte in bytes { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }

  /// The next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

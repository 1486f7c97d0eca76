import LocationSimulation

/// The way to cut an input into chunks.
public enum Cuts {
  /// One chunk.
  case none
  /// Into up to 97 bytes each.
  case random
  /// Into single bytes.
  case everyByte
}

extension UnsafeRawBufferPointer {
  /// Hands on the bytes chunk by chunk. The random sizes come from the bytes themselves, so an input
  /// contains nothing else: a log can be a seed, and a finding can be read.
  public func chunks(_ cuts: Cuts, _ body: (UnsafeRawBufferPointer) -> Void) {
    // FNV-1a of them all.
    let seed = reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    var random = RandomStream(seed: seed, purpose: RandomStream.Purpose(0))
    var rest = self[...]
    while !rest.isEmpty {
      let length =
        switch cuts {
        case .none: rest.count
        case .random: random.integer(below: 97) + 1
        case .everyByte: 1
        }
      body(UnsafeRawBufferPointer(rebasing: rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
  }
}

#if arch(x86_64)
  internal import CSentenceScan
#endif

/// The bytes between a sentence's `$` and the byte that ends its fields.
struct BodyScan: Equatable {
  /// Offset of the first byte behind them: `*`, `$`, or a byte that is not printable ASCII; otherwise the
  /// bound.
  let end: Int
  let commaCount: Int
  /// All of its bytes, combined by exclusive or.
  let checksum: UInt8

  /// The number of elements that a table of commas needs beyond the greatest number of commas.
  static let slack = 4

  /// Scans at most `bound` bytes of the sentence whose first byte is at `base`, and writes the offset of
  /// each comma.
  @inline(__always)
  init(
    _ base: UnsafePointer<UInt8>, upTo bound: Int, commas: UnsafeMutablePointer<UInt16>
  ) {
    #if arch(x86_64)
      self.init(vector: base, upTo: bound, commas: commas)
    #else
      self.init(portable: base, upTo: bound, commas: commas)
    #endif
  }

  /// Byte by byte.
  init(
    portable base: UnsafePointer<UInt8>, upTo bound: Int, commas: UnsafeMutablePointer<UInt16>
  ) {
    var index = 1
    var sum: UInt8 = 0
    var found = 0
    while index < bound {
      let byte = base[index]
      if byte == Byte.comma {
        commas[found] = UInt16(truncatingIfNeeded: index)
        found += 1
      } else if byte < 0x20 || byte == Byte.star || byte == Byte.dollar || byte > 0x7E {
        break
      }
      sum ^= byte
      index += 1
    }
    end = index
    commaCount = found
    checksum = sum
  }

  #if arch(x86_64)
    /// Sixteen bytes at a time, which frames a stream twice as fast.
    @inline(__always)
    init(
      vector base: UnsafePointer<UInt8>, upTo bound: Int, commas: UnsafeMutablePointer<UInt16>
    ) {
      let body = csentence_scan(base, bound, commas)
      end = Int(truncatingIfNeeded: body.end)
      commaCount = Int(truncatingIfNeeded: body.commas)
      checksum = body.checksum
    }
  #endif
}

/// Skips the bytes between sentences and counts lines. Lines that begin with `#` are comments of recorded
/// logs.
struct NoiseSkipper {
  /// The number of the current line, from 1.
  var line = 1
  /// Whether a line begins.
  private(set) var atLineStart = true
  private var returns = 0
  private var inComment = false

  /// Called after bytes of a line that are not noise.
  mutating func lineGoesOn() { atLineStart = false }

  /// The index of the next start of a sentence or TAG block, or `end`.
  mutating func skip(_ base: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int {
    var index = start
    while index < end {
      let byte = base[index]
      if byte == Byte.lineFeed {
        line += 1
        atLineStart = true
        returns = 0
        inComment = false
      } else if byte == Byte.carriageReturn {
        atLineStart = true
        returns += 1
        inComment = false
      } else {
        // A CR without a following LF ends a line; in CR CR LF only the LF does.
        line += returns
        returns = 0
        if inComment {
          // The comment was binary noise.
          if byte < 0x20 && byte != 0x09 { inComment = false }
        } else if byte == Byte.dollar || byte == Byte.exclamation || byte == Byte.backslash {
          return index
        } else if byte == Byte.hash, atLineStart {
          inComment = true
        }
        atLineStart = false
      }
      index += 1
    }
    return end
  }
}

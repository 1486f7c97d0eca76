/// A key of `locate view`.
enum ViewKey: Hashable, Sendable {
  case character(Character)
  case tab, backTab
  case left, right, up, down, home
}

/// Reads keys from the bytes of a terminal. An unknown key is skipped.
struct ViewKeyReader {
  /// The beginning of an escape sequence whose rest has not arrived.
  private var pending: [UInt8] = []

  init() {}

  /// The keys that are complete with more bytes.
  mutating func read(_ bytes: some Sequence<UInt8>) -> [ViewKey] {
    bytes.compactMap { read($0) }
  }

  private mutating func read(_ byte: UInt8) -> ViewKey? {
    let escape: UInt8 = 0x1B
    if byte == escape {
      pending = [byte]
      return nil
    }
    guard !pending.isEmpty else { return Self.key(byte) }
    pending.append(byte)
    if pending.count == 2 {
      // Alt with a key is no key of this program.
      if byte != UInt8(ascii: "["), byte != UInt8(ascii: "O") { pending = [] }
      return nil
    }
    // Parameters precede the final byte (ECMA-48, 5.4).
    guard 0x40...0x7E ~= byte else {
      if pending.count > 16 { pending = [] }
      return nil
    }
    defer { pending = [] }
    return Self.key(ofSequence: pending[2...])
  }

  private static func key(_ byte: UInt8) -> ViewKey? {
    switch byte {
    case UInt8(ascii: "\t"): .tab
    case 0x0C: .character("\u{0C}")
    case 0x20..<0x7F: .character(Character(Unicode.Scalar(byte)))
    default: nil
    }
  }

  private static func key(ofSequence bytes: ArraySlice<UInt8>) -> ViewKey? {
    switch bytes.last {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "Z"): .backTab
    case UInt8(ascii: "~") where bytes.first == UInt8(ascii: "1") && bytes.count == 2: .home
    default: nil
    }
  }
}

/// Whether bytes are one JSON object (RFC 8259) and nothing else. Makes no values of it, and
/// allocates nothing unless there are characters beyond ASCII.
struct JSONSyntax {
  /// How many objects were begun.
  private(set) var objects = 0
  /// How many members are called `class`, or something that ends with `"class`.
  private(set) var classKeys = 0
  /// How many are called `time`, or something that ends with `"time`, and where the value of the
  /// last of them begins, or the space before it.
  private(set) var timeKeys = 0
  private(set) var time = 0

  private let bytes: UnsafeRawBufferPointer
  private var position = 0
  private var depth = 0
  private var isASCII = true

  /// gpsd nests four deep at the most; nobody may have this thread's stack.
  private static let maximumDepth = 16

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Reads all of it.
  mutating func readsObject() -> Bool {
    guard next == UInt8(ascii: "{"), value() else { return false }
    skipSpace()
    guard position == bytes.count else { return false }
    return isASCII || String(validating: bytes, as: UTF8.self) != nil
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skips(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = next, byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") {
      position += 1
    }
  }

  /// A value and the space before it.
  private mutating func value() -> Bool {
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): return object()
    case UInt8(ascii: "["): return array()
    case UInt8(ascii: "\""): return string()
    case UInt8(ascii: "t"): return word("true")
    case UInt8(ascii: "f"): return word("false")
    case UInt8(ascii: "n"): return word("null")
    default: return number()
    }
  }

  private mutating func object() -> Bool {
    position += 1
    objects += 1
    return items(endingWith: UInt8(ascii: "}")) { syntax in
      syntax.skipSpace()
      guard syntax.string() else { return false }
      let end = syntax.position
      syntax.skipSpace()
      guard syntax.skips(UInt8(ascii: ":")) else { return false }
      syntax.note(keyThatEndsAt: end)
      return syntax.value()
    }
  }

  private mutating func note(keyThatEndsAt end: Int) {
    switch bytes[end - 2] {
    case UInt8(ascii: "s") where ends(with: #""class""#, at: end): classKeys += 1
    case UInt8(ascii: "e") where ends(with: #""time""#, at: end):
      timeKeys += 1
      time = position
    default: break
    }
  }

  private func ends(with word: StaticString, at end: Int) -> Bool {
    let start = end - word.utf8CodeUnitCount
    guard start >= 0 else { return false }
    for index in 0..<word.utf8CodeUnitCount where bytes[start + index] != word.utf8Start[index] {
      return false
    }
    return true
  }

  private mutating func array() -> Bool {
    position += 1
    return items(endingWith: UInt8(ascii: "]")) { $0.value() }
  }

  private mutating func items(
    endingWith end: UInt8, _ item: (inout JSONSyntax) -> Bool
  ) -> Bool {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else { return false }
    skipSpace()
    if skips(end) { return true }
    while true {
      guard item(&self) else { return false }
      skipSpace()
      if skips(end) { return true }
      guard skips(UInt8(ascii: ",")) else { return false }
    }
  }

  private mutating func string() -> Bool {
    guard skips(UInt8(ascii: "\"")) else { return false }
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return true
      case UInt8(ascii: "\\"): guard escape() else { return false }
      case 0..<0x20: return false
      case 0x80...: isASCII = false
      default: continue
      }
    }
    return false
  }

  private mutating func escape() -> Bool {
    guard let byte = next else { return false }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return true
    case UInt8(ascii: "u"):
      for _ in 0..<4 {
        guard let digit = next, Character(UnicodeScalar(digit)).isHexDigit else { return false }
        position += 1
      }
      return true
    default: return false
    }
  }

  private mutating func number() -> Bool {
    _ = skips(UInt8(ascii: "-"))
    if !skips(UInt8(ascii: "0")) {
      guard digits() else { return false }
    }
    if skips(UInt8(ascii: ".")) {
      guard digits() else { return false }
    }
    if skips(UInt8(ascii: "e")) || skips(UInt8(ascii: "E")) {
      _ = skips(UInt8(ascii: "+")) || skips(UInt8(ascii: "-"))
      guard digits() else { return false }
    }
    return true
  }

  /// One at least.
  private mutating func digits() -> Bool {
    let start = position
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    return position > start
  }

  private mutating func word(_ word: StaticString) -> Bool {
    for index in 0..<word.utf8CodeUnitCount {
      guard skips(word.utf8Start[index]) else { return false }
    }
    return true
  }
}

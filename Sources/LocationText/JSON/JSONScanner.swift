/// Reads JSON (RFC 8259) from bytes, one token at a time. Every JSON text of the package is read by
/// this type.
///
/// It checks the syntax completely, makes no values, and allocates nothing. A caller asks for the
/// next token, and then for the text or the number of that token if it needs one.
///
/// What Python and C write for a number that is none (`NaN`, `-Infinity`, `nan`, `inf`) is no JSON, and is
/// read as `null`: the rest of the text has values.
public struct JSONScanner {
  /// A piece of JSON. Commas and colons are checked and not returned.
  public enum Token {
    case beginObject, endObject, beginArray, endArray
    /// The name of a member. Its value follows.
    case name
    case string, number, `true`, `false`, null
    /// The end of the text, after one complete value.
    case end
  }

  /// Why a text is not JSON.
  public struct Failure: Error, Hashable {
    /// What is wrong.
    public enum Reason: Hashable, Sendable {
      case valueExpected, nameExpected, colonExpected
      /// A comma or the end of the object is missing.
      case memberSeparatorExpected
      /// A comma or the end of the array is missing.
      case elementSeparatorExpected
      case malformedNumber, malformedEscape, malformedCodeUnit
      /// A control character inside a string.
      case controlCharacter
      case unclosedString
      case tooDeep
      /// More text after the one value.
      case trailingText
    }

    /// What is wrong at ``offset``.
    public let reason: Reason
    /// The offset of the byte that is wrong.
    public let offset: Int
    /// Whether the text is correct up to its end, so that more text could complete it.
    public let isIncomplete: Bool
  }

  /// How deep arrays and objects may be nested, so that no text can exhaust the stack of a caller
  /// that recurses.
  static let maximumDepth = 64

  private enum State {
    case value, firstName, firstElement, separator, finished
  }

  /// The text.
  public private(set) var bytes: UnsafeRawBufferPointer
  /// The offset of the first byte after the last token.
  public private(set) var offset = 0
  /// The bytes of the last name or string without its quotation marks, or of the last number.
  public private(set) var contents = 0..<0
  /// Whether the last name or string contains an escape.
  public private(set) var hasEscapes = false
  /// Whether all strings so far are ASCII. The scanner does not check that the other bytes are
  /// UTF-8.
  public private(set) var isASCII = true
  /// How many arrays and objects are open.
  public private(set) var depth = 0

  /// The last number, if it has at most 18 digits and no exponent.
  private(set) var plain: FixedPoint?

  private var state = State.value
  /// One bit for each open array or object, the innermost in the lowest bit; 1 is an object.
  private var objects: UInt64 = 0

  /// Makes a scanner of a text that starts at an offset of `bytes`.
  public init(_ bytes: UnsafeRawBufferPointer, from offset: Int = 0) {
    self.bytes = bytes
    self.offset = offset
  }

  /// Continues with the rest of a text that arrives in pieces.
  ///
  /// - Parameters:
  ///   - scanner: the scanner of the text so far.
  ///   - rest: the text after the last token of `scanner`.
  public init(continuing scanner: JSONScanner, in rest: UnsafeRawBufferPointer) {
    self = scanner
    bytes = rest
    offset = 0
    contents = 0..<0
    hasEscapes = false
  }

  /// Reads the next token.
  public mutating func next() throws(Failure) -> Token {
    skipSpace()
    switch state {
    case .separator:
      let isObject = objects & 1 == 1
      guard offset < bytes.count else { throw failure(separatorExpected) }
      if bytes[offset] == UInt8(ascii: ",") {
        offset &+= 1
        skipSpace()
        return isObject ? try name() : try value()
      }
      guard bytes[offset] == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
        throw failure(separatorExpected)
      }
      return close(isObject ? .endObject : .endArray)
    case .value: return try value()
    case .firstName:
      if offset < bytes.count, bytes[offset] == UInt8(ascii: "}") { return close(.endObject) }
      return try name()
    case .firstElement:
      if offset < bytes.count, bytes[offset] == UInt8(ascii: "]") { return close(.endArray) }
      return try value()
    case .finished:
      guard offset < bytes.count else { return .end }
      throw failure(.trailingText)
    }
  }

  // MARK: Structure

  private var separatorExpected: Failure.Reason {
    objects & 1 == 1 ? .memberSeparatorExpected : .elementSeparatorExpected
  }

  private func failure(_ reason: Failure.Reason) -> Failure {
    Failure(reason: reason, offset: offset, isIncomplete: offset >= bytes.count)
  }

  /// Reads the name of a member, and the colon.
  @inline(__always)
  private mutating func name() throws(Failure) -> Token {
    guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") else {
      throw failure(.nameExpected)
    }
    try readString()
    skipSpace()
    guard offset < bytes.count, bytes[offset] == UInt8(ascii: ":") else {
      throw failure(.colonExpected)
    }
    offset &+= 1
    state = .value
    return .name
  }

  private mutating func value() throws(Failure) -> Token {
    guard offset < bytes.count else { throw failure(.valueExpected) }
    switch bytes[offset] {
    case UInt8(ascii: "\""):
      try readString()
      state = depth == 0 ? .finished : .separator
      return .string
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      if bytes[offset] == UInt8(ascii: "-"), let word = noNumber(at: offset &+ 1) {
        offset &+= 1
        return try self.word(word, .null)
      }
      try readNumber()
      state = depth == 0 ? .finished : .separator
      return .number
    case UInt8(ascii: "{"): return try open(.beginObject)
    case UInt8(ascii: "["): return try open(.beginArray)
    case UInt8(ascii: "t"): return try word("true", .true)
    case UInt8(ascii: "f"): return try word("false", .false)
    case UInt8(ascii: "n")
    where offset &+ 1 >= bytes.count || bytes[offset &+ 1] != UInt8(ascii: "a"):
      return try word("null", .null)
    default:
      guard let word = noNumber(at: offset) else { throw failure(.valueExpected) }
      return try self.word(word, .null)
    }
  }

  /// The word for a number that is none, by its first letter; `nil` for anything else.
  private func noNumber(at index: Int) -> StaticString? {
    guard index < bytes.count else { return nil }
    return switch bytes[index] {
    case UInt8(ascii: "N"): "NaN"
    case UInt8(ascii: "n"): "nan"
    case UInt8(ascii: "I"): "Infinity"
    case UInt8(ascii: "i"): "inf"
    default: nil
    }
  }

  private mutating func open(_ token: Token) throws(Failure) -> Token {
    guard depth < Self.maximumDepth else { throw failure(.tooDeep) }
    offset += 1
    depth += 1
    objects <<= 1
    if token == .beginObject {
      objects |= 1
      state = .firstName
    } else {
      state = .firstElement
    }
    return token
  }

  private mutating func close(_ token: Token) -> Token {
    offset += 1
    depth -= 1
    objects >>= 1
    state = depth == 0 ? .finished : .separator
    return token
  }

  @inline(__always)
  private mutating func skipSpace() {
    while offset < bytes.count, bytes[offset] <= 0x20 {
      switch bytes[offset] {
      case 0x20, 0x09, 0x0A, 0x0D: offset &+= 1
      default: return
      }
    }
  }

  // MARK: Values

  private mutating func readString() throws(Failure) {
    let (start, end) = (offset &+ 1, bytes.count)
    hasEscapes = false
    // A local copy stays in a register.
    var index = start
    while index < end {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "\""):
        contents = start..<index
        offset = index &+ 1
        return
      case UInt8(ascii: "\\"):
        offset = index
        try escape()
        index = offset
      case 0..<0x20:
        offset = index
        throw failure(.controlCharacter)
      default:
        if byte >= 0x80 { isASCII = false }
        index &+= 1
      }
    }
    offset = index
    throw failure(.unclosedString)
  }

  private mutating func escape() throws(Failure) {
    hasEscapes = true
    offset += 1
    guard offset < bytes.count else { throw failure(.unclosedString) }
    switch bytes[offset] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      offset += 1
    case UInt8(ascii: "u"):
      offset += 1
      for _ in 0..<4 {
        guard offset < bytes.count, Self.nibble(bytes[offset]) != nil else {
          throw failure(.malformedCodeUnit)
        }
        offset += 1
      }
    default: throw failure(.malformedEscape)
    }
  }

  /// The value of a hexadecimal digit.
  static func nibble(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private mutating func readNumber() throws(Failure) {
    let start = offset
    let isNegative = bytes[start] == UInt8(ascii: "-")
    if isNegative { offset &+= 1 }
    let first = offset
    var value = try digits(0)
    guard offset == first &+ 1 || bytes[first] != UInt8(ascii: "0") else {
      offset = first &+ 1
      throw failure(.malformedNumber)
    }
    var count = offset &- first
    var decimals = 0
    if offset < bytes.count, bytes[offset] == UInt8(ascii: ".") {
      offset &+= 1
      let point = offset
      value = try digits(value)
      decimals = offset &- point
      count &+= decimals
    }
    // More digits may not fit into an integer.
    plain =
      count <= 18 ? FixedPoint(digits: isNegative ? 0 &- value : value, decimals: decimals) : nil
    if offset < bytes.count, bytes[offset] | 0x20 == UInt8(ascii: "e") {
      plain = nil
      offset &+= 1
      if offset < bytes.count,
        bytes[offset] == UInt8(ascii: "+") || bytes[offset] == UInt8(ascii: "-")
      {
        offset &+= 1
      }
      _ = try digits(0)
    }
    contents = start..<offset
  }

  /// Reads one digit or more, and appends them to a number. A number of more than 18 digits is not right.
  @inline(__always)
  private mutating func digits(_ number: Int) throws(Failure) -> Int {
    let (first, end) = (offset, bytes.count)
    var (number, index) = (number, first)
    while index < end {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      number = number &* 10 &+ Int(digit)
      index &+= 1
    }
    offset = index
    guard index > first else { throw failure(.malformedNumber) }
    return number
  }

  private mutating func word(_ word: StaticString, _ token: Token) throws(Failure) -> Token {
    let start = offset
    for index in 0..<word.utf8CodeUnitCount {
      guard offset < bytes.count else { throw failure(.valueExpected) }
      guard bytes[offset] == word.utf8Start[index] else {
        offset = start
        throw failure(.valueExpected)
      }
      offset += 1
    }
    state = depth == 0 ? .finished : .separator
    return token
  }
}

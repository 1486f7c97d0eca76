/// VDO: the report that an AIS transponder sends of its own vessel. The reports of other vessels, VDM,
/// are not read.
///
/// Messages 1, 2 and 3 (class A), 18 and 19 (class B) have a position; of other messages only the
/// number is read.
public struct VDO: Hashable, Sendable {
  /// The number of the message, 1 … 27.
  public var messageType: Int?
  /// The vessel's number (MMSI).
  public var vessel: Int?
  /// Speed over ground in knots.
  public var speed: Double?
  /// Whether the position's error is 10 m or less.
  public var isAccurate: Bool?
  /// Degrees north, −90 … 90.
  public var latitude: Double?
  /// Degrees east, −180 … 180.
  public var longitude: Double?
  /// Course over ground in degrees true, 0 ..< 360.
  public var course: Double?
  /// The direction of the vessel's bow in degrees true, 0 ..< 360.
  public var heading: Double?
  /// The second of the position's minute, UTC, 0 … 59; 61 for a position typed in, 62 for dead
  /// reckoning, 63 for a positioning system that does not work.
  public var second: Int?

  /// Makes a VDO without values.
  public init() {}

  /// Reads the fields of a good frame; ``init(_:)`` is more convenient.
  public mutating func read(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    let fields = frame.fields
    guard fields.isLetter(0x31, at: 2) else { return }
    let message = ArmoredBits(
      fields.bytes(5), fillBits: try fields.integer(6, in: 0...5) ?? 0)
    guard message.isValid else { throw SentenceError(field: 5, reason: .malformed) }
    let type = message.unsigned(0, 6)
    messageType = type
    vessel = message.unsigned(8, 30)
    // From the speed on, class B has the same fields as class A, four bits earlier.
    let isClassA = (1...3).contains(type ?? 0)
    guard isClassA || type == 18 || type == 19 else { return }
    let start = isClassA ? 50 : 46
    speed = message.unsigned(start, 10).flatMap { $0 < 1023 ? Double($0) / 10 : nil }
    isAccurate = message.unsigned(start + 10, 1).map { $0 == 1 }
    longitude = message.signed(start + 11, 28).flatMap { Self.degrees($0, limit: 180) }
    latitude = message.signed(start + 39, 27).flatMap { Self.degrees($0, limit: 90) }
    course = message.unsigned(start + 66, 12).flatMap { $0 < 3600 ? Double($0) / 10 : nil }
    heading = message.unsigned(start + 78, 9).flatMap { $0 < 360 ? Double($0) : nil }
    second = message.unsigned(start + 87, 6).flatMap { $0 == 60 ? nil : $0 }
  }

  /// Degrees from ten thousandths of a minute; `nil` beyond the limit, because 91 and 181 mean "not
  /// available".
  private static func degrees(_ value: Int, limit: Int) -> Double? {
    abs(value) <= limit * 600_000 ? Double(value) / 600_000 : nil
  }
}

/// A message in AIS's encoding, with six bits in a character.
private struct ArmoredBits {
  private let characters: UnsafeBufferPointer<UInt8>
  /// The number of bits of the message. The fill bits at the end of the last character do not count.
  private let count: Int

  init(_ characters: UnsafeBufferPointer<UInt8>, fillBits: Int) {
    self.characters = characters
    count = characters.count * 6 - fillBits
  }

  /// Whether there is a message and all of its characters encode six bits.
  var isValid: Bool { !characters.isEmpty && characters.allSatisfy { Self.bits($0) != nil } }

  /// A number of this many bits; `nil` beyond the message's end.
  func unsigned(_ start: Int, _ length: Int) -> Int? {
    guard start + length <= count else { return nil }
    var value = 0
    for bit in start..<start + length {
      let six = Int(Self.bits(characters[bit / 6]) ?? 0)
      value = value << 1 | six >> (5 - bit % 6) & 1
    }
    return value
  }

  /// A number in two's complement.
  func signed(_ start: Int, _ length: Int) -> Int? {
    unsigned(start, length).map { $0 >> (length - 1) == 1 ? $0 - 1 << length : $0 }
  }

  private static func bits(_ character: UInt8) -> UInt8? {
    switch character {
    case 0x30...0x57: character - 0x30
    case 0x60...0x77: character - 0x38
    default: nil
    }
  }
}

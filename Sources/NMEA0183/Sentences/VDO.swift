/// VDO: the report that an AIS transponder sends of its own vessel. The reports of other vessels, VDM,
/// are not read.
///
/// Messages 1, 2 and 3 (class A), 18 and 19 (class B) have a position; of other messages only the
/// number is read.
public struct VDO: DescribedSentence {
  package static var form: SentenceForm { .ais("VDO", least: 6) }

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

  package mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder
  ) throws(Coder.Failure) {
    if let fields = coder.fields, !fields.isLetter("1", at: 2) { return }
    var fillBits: Int?
    try coder.integer(6, "fillBits", &fillBits, in: 0...5)
    // Without their number, the message has no end.
    let isEnded = coder.fields.map { $0.isEmpty(6) || fillBits != nil } ?? true
    try coder.requireReadable(isEnded, 6)
    let message = coder.fields.map { ArmoredBits($0.bytes(5), fillBits: fillBits ?? 0) }
    try coder.requireReadable(message?.isValid ?? true, 5)
    coder.computed("messageType", &messageType, message?.unsigned(0, 6))
    coder.computed("vessel", &vessel, message?.unsigned(8, 30))
    // From the speed on, class B has the same fields as class A, four bits earlier.
    let isClassA = (1...3).contains(messageType ?? 0)
    let position = isClassA || messageType == 18 || messageType == 19 ? message : nil
    let start = isClassA ? 50 : 46
    let speedTenths = position?.unsigned(start, 10)
    coder.computed("speedKnots", &speed, speedTenths.flatMap { $0 < 1023 ? Double($0) / 10 : nil })
    coder.computed("isAccurate", &isAccurate, position?.unsigned(start + 10, 1).map { $0 == 1 })
    let latitudeBits = position?.signed(start + 39, 27)
    let longitudeBits = position?.signed(start + 11, 28)
    coder.computed("latitude", &latitude, latitudeBits.flatMap { Self.degrees($0, limit: 90) })
    coder.computed("longitude", &longitude, longitudeBits.flatMap { Self.degrees($0, limit: 180) })
    let courseTenths = position?.unsigned(start + 66, 12)
    coder.computed("course", &course, courseTenths.flatMap { $0 < 3600 ? Double($0) / 10 : nil })
    let degrees = position?.unsigned(start + 78, 9)
    coder.computed("heading", &heading, degrees.flatMap { $0 < 360 ? Double($0) : nil })
    let seconds = position?.unsigned(start + 87, 6)
    coder.computed("second", &second, seconds.flatMap { $0 == 60 ? nil : $0 })
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
    case UInt8(ascii: "0")...UInt8(ascii: "W"): character - UInt8(ascii: "0")
    case UInt8(ascii: "`")...UInt8(ascii: "w"): character - UInt8(ascii: "8")
    default: nil
    }
  }
}

/// GSA: dilution of precision, and the satellites in use of one system or several systems.
public struct GSA: DescribedSentence {
  package static var form: SentenceForm { SentenceForm("GSA", least: 17) }

  /// Whether the receiver chooses the dimension.
  public var selection: DimensionSelection?
  /// The number of dimensions of the position.
  public var dimension: FixDimension?
  /// The receiver's numbers of the satellites in use, in its slots; 0 is an empty slot.
  public var satellites = SatelliteSlots()
  /// Dilution of precision in three dimensions as stated; receivers without one send 0 or 99.99.
  public var positionDilution: Double?
  /// Horizontal dilution of precision as stated.
  public var horizontalDilution: Double?
  /// Vertical dilution of precision as stated.
  public var verticalDilution: Double?
  /// Dilution of precision of time as stated. Some receivers send it after the other three, in the
  /// field of NMEA 4.1's system.
  public var timeDilution: Double?
  /// The satellites' system (NMEA 4.1): 1 GPS, 2 GLONASS, 3 Galileo, 4 BeiDou, 5 QZSS, 6 NavIC.
  public var systemID: UInt8?
  /// Whether the sentence has a field for ``systemID``.
  public var hasSystemID = false

  /// Makes a GSA without values.
  public init() {}

  package mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.letter(1, "selection", &selection, isAlone: true)
    try coder.digit(2, "dimension", &dimension, in: 0...3)
    // Twelve slots, three dilutions, and perhaps the system or a fourth dilution. A dilution has a
    // decimal point and a system has none. Receivers with more slots state neither.
    let hasMore = coder.fields.map { $0.count == 18 } ?? (satellites.count <= 12)
    let slots = hasMore ? 12 : coder.fields.map { max(12, $0.count - 5) } ?? satellites.count
    try coder.slots(3, "satellites", &satellites, count: slots)
    try coder.dilution(3 + slots, "positionDilution", &positionDilution)
    try coder.dilution(4 + slots, "horizontalDilution", &horizontalDilution)
    try coder.dilution(5 + slots, "verticalDilution", &verticalDilution)
    if let fields = coder.fields { hasSystemID = hasMore && !fields.hasPoint(18) }
    if coder.fields.map({ _ in hasMore && !hasSystemID }) ?? (timeDilution != nil) {
      try coder.decimal(
        6 + slots, "timeDilution", &timeDilution, .pointedDilution, in: 0...99_999)
      try coder.requireWritable(hasMore && systemID == nil, .outOfRange)
    }
    if coder.has(.v41), systemID != nil || hasSystemID && timeDilution == nil {
      try coder.hexadecimal(6 + slots, "systemID", &systemID)
      try coder.requireWritable(hasMore, .outOfRange)
    }
  }
}

/// The slots of a GSA, up to 32: the receiver's number of a satellite in each, or 0.
public struct SatelliteSlots: Hashable, Sendable {
  /// The largest number of slots.
  public static let capacity = 32
  private var numbers: SIMD32<UInt16> = .zero
  /// The number of slots, empty ones included.
  public private(set) var count = 0

  /// Makes a value without slots.
  public init() {}

  /// The number in a slot, 0 ..< ``count``.
  public subscript(index: Int) -> UInt16 { numbers[index] }

  /// Reads a number of fields, at most ``capacity``.
  ///
  /// - Parameter leaveOut: is called with the error of each field that is wrong. Its slot stays empty.
  @inline(__always)
  init(
    _ fields: FieldReader, from field: Int, count: Int, leaveOut: (SentenceError) -> Void
  ) {
    self.count = count
    // Writes to memory, because setting single elements would load and store the whole vector each
    // time.
    withUnsafeMutableBytes(of: &numbers) { numbers in
      let numbers = numbers.assumingMemoryBound(to: UInt16.self)
      // A sentence has all these fields, so their places need no check.
      var edges = fields.edges + field
      for slot in 0..<count {
        // Almost all numbers have two digits. The value has zeros for the empty slots.
        let (first, end) = (Int(edges[0]) &+ 1, Int(edges[1]))
        edges += 1
        if first == end { continue }
        if end &- first == 2, let number = DigitWord.two(fields.base + first) {
          numbers[slot] = number
          continue
        }
        do throws(SentenceError) {
          let number = try fields.integer(field + slot, in: 0...999) ?? 0
          numbers[slot] = UInt16(truncatingIfNeeded: number)
        } catch {
          leaveOut(error)
        }
      }
    }
  }

  /// Adds a slot; one beyond ``capacity`` is ignored.
  public mutating func append(_ number: UInt16) {
    guard count < Self.capacity else { return }
    numbers[count] = number
    count += 1
  }
}

/// GSV: satellites in view, four in each sentence of a group.
public struct GSV: DescribedSentence {
  package static var form: SentenceForm { SentenceForm("GSV") }

  /// The number of sentences of the group.
  public var groupSize: Int?
  /// The number of this sentence, from 1.
  public var groupIndex: Int?
  /// The number of satellites in view.
  public var satellitesInView: Int?
  /// The satellites of this sentence, up to four.
  public var satellites = SatelliteQuartet()
  /// The signal (NMEA 4.1). Each system has its own numbers.
  public var signalID: UInt8?

  /// Makes a GSV without values.
  public init() {}

  /// Reads the fields of a good frame; ``init(_:)`` is more convenient.
  public mutating func read(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    if !readUsualLayout(frame) {
      self = GSV()
      var reader = SentenceReader(frame)
      try fields(&reader)
    }
  }

  package mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.integer(1, "groupSize", &groupSize, in: 0...99)
    try coder.integer(2, "groupIndex", &groupIndex, in: 0...99)
    try coder.integer(3, "satellitesInView", &satellitesInView, digits: 2, in: 0...999)
    let last = try coder.list(4, "satellites", &satellites)
    if coder.has(.v41), coder.fields.map({ $0.count == last }) ?? (signalID != nil) {
      try coder.hexadecimal(last, "signalID", &signalID)
    }
  }
}

/// One satellite of a GSV. Its values are stored in tenths; no receiver states more decimals.
public struct SatelliteReport: Hashable, Sendable, FieldGroup {
  /// Four numbers of sixteen bits, the first in the lowest ones: the receiver's number, and the tenths of
  /// the elevation, azimuth and signal strength.
  private var bits: UInt64

  /// The receiver's number of the satellite.
  public var number: UInt16 {
    get { UInt16(truncatingIfNeeded: bits) }
    set { bits = bits & ~0xFFFF | UInt64(newValue) }
  }

  /// Makes a report; see the properties for the ranges. Values beyond ±3276 and NaN count as `nil`.
  public init(
    number: UInt16, elevation: Double? = nil, azimuth: Double? = nil,
    signalStrength: Double? = nil
  ) {
    bits = UInt64(number)
    self.elevation = elevation
    self.azimuth = azimuth
    self.signalStrength = signalStrength
  }

  /// Makes an absent satellite.
  public init() { self.init(number: 0) }

  /// Makes a report of whole numbers within their ranges.
  @inline(__always)
  init(number: UInt64, elevation: UInt64, azimuth: UInt64, signalStrength: UInt64?) {
    // One multiplication for all tenths.
    bits =
      number | (elevation &<< 16 | azimuth &<< 32 | (signalStrength ?? 0) &<< 48) &* 10
    if signalStrength == nil { bits |= Self.absent &<< 48 }
  }

  /// Whether there is a satellite: the number is not 0.
  package var isPresent: Bool { number > 0 }
  /// The number of fields of each satellite.
  package static var fieldCount: Int { 4 }
  /// The number of fields that the last satellite must have.
  package static var leastFieldCount: Int { 4 }

  package mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder, from field: Int
  ) throws(Coder.Failure) {
    var given: Int? = coder.fields == nil ? Int(number) : nil
    try coder.integer(field, "number", &given, digits: 2, in: 0...999)
    number = UInt16(given ?? 0)
    try coder.requireWritable(isPresent, .outOfRange)
    guard isPresent else { return }
    try coder.tenths(field + 1, "elevation", &self[.elevation], digits: 2, in: -90...90)
    try coder.tenths(field + 2, "azimuth", &self[.azimuth], digits: 3, in: 0...360)
    try coder.tenths(
      field + 3, "signalStrengthDBHz", &self[.signalStrength], digits: 2, in: 0...99)
  }

  /// Degrees above the horizon, −90 … 90.
  public var elevation: Double? {
    get { self[.elevation].map { Double($0) / 10 } }
    set { self[.elevation] = Self.tenths(newValue) }
  }
  /// Degrees from true north, 0 … 360.
  public var azimuth: Double? {
    get { self[.azimuth].map { Double($0) / 10 } }
    set { self[.azimuth] = Self.tenths(newValue) }
  }
  /// Carrier-to-noise density in dB-Hz, 0 … 99; `nil` if the satellite is not tracked.
  public var signalStrength: Double? {
    get { self[.signalStrength].map { Double($0) / 10 } }
    set { self[.signalStrength] = Self.tenths(newValue) }
  }

  /// The tenths of a value that is not stated.
  private static let absent = UInt64(UInt16(bitPattern: .min))

  private static func tenths(_ value: Double?) -> Int16? {
    guard let value, abs(value) < 3276 else { return nil }
    return Int16((value * 10).rounded())
  }

  /// A number that is stored in tenths: the place of its lowest bit.
  private enum Value: UInt64 {
    case elevation = 16
    case azimuth = 32
    case signalStrength = 48
  }

  /// The tenths of a value.
  @inline(__always)
  private subscript(value: Value) -> Int16? {
    get {
      let tenths = Int16(truncatingIfNeeded: bits &>> value.rawValue)
      return tenths == .min ? nil : tenths
    }
    set {
      let tenths = UInt64(UInt16(bitPattern: newValue ?? .min))
      bits = bits & ~(0xFFFF &<< value.rawValue) | tenths &<< value.rawValue
    }
  }
}

/// Up to four satellites, stored in place.
public struct SatelliteQuartet: Hashable, Sendable, FieldGroupList {
  private var first = SatelliteReport(number: 0)
  private var second = SatelliteReport(number: 0)
  private var third = SatelliteReport(number: 0)
  private var fourth = SatelliteReport(number: 0)
  /// The number of satellites.
  public private(set) var count = 0

  /// Makes an empty value.
  public init() {}

  /// A satellite, 0 ..< ``count``.
  public subscript(index: Int) -> SatelliteReport {
    precondition(index >= 0 && index < count, "there are \(count) satellites")
    switch index {
    case 0: return first
    case 1: return second
    case 2: return third
    default: return fourth
    }
  }

  /// Adds a satellite; a fifth is ignored.
  public mutating func append(_ report: SatelliteReport) {
    _ = add(report)
  }

  /// Adds a satellite; `false` for a fifth.
  @inline(__always)
  mutating func add(_ report: SatelliteReport) -> Bool {
    let place = count
    guard place < 4 else { return false }
    count = place &+ 1
    // The four reports lie at the start, one after another. A choice of the property would be a branch.
    withUnsafeMutableBytes(of: &self) { memory in
      memory.storeBytes(
        of: report, toByteOffset: place &* MemoryLayout<SatelliteReport>.stride,
        as: SatelliteReport.self)
    }
    return true
  }
}

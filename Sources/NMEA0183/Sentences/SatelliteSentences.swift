/// GSA: dilution of precision, and the satellites in use of one system or several systems.
public struct GSA: Hashable, Sendable {
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

  /// Reads the fields of a good frame; ``init(_:)`` is more convenient.
  public mutating func read(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    let fields = frame.fields
    selection = try fields.character(1).flatMap(DimensionSelection.init(rawValue:))
    if let digit = try fields.integer(2, in: 0...3) {
      dimension = FixDimension(rawValue: UInt8(digit))
    }
    // Twelve slots, three dilutions, and perhaps the system or a fourth dilution. A dilution has a
    // decimal point and a system has none. Receivers with more slots state neither.
    let hasMore = fields.count == 18
    hasSystemID = hasMore && !fields.hasPoint(18)
    let slots = hasMore ? 12 : max(0, fields.count - 5)
    satellites = try SatelliteSlots(fields, from: 3, count: min(slots, SatelliteSlots.capacity))
    positionDilution = try fields.dilution(3 + slots)
    horizontalDilution = try fields.dilution(4 + slots)
    verticalDilution = try fields.dilution(5 + slots)
    guard hasMore else { return }
    if hasSystemID {
      systemID = try fields.hexadecimal(18)
    } else {
      timeDilution = try fields.dilution(18)
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
  init(_ fields: FieldReader, from field: Int, count: Int) throws(SentenceError) {
    self.count = count
    // Writes to memory, because setting single elements would load and store the whole vector each
    // time.
    let fault = withUnsafeMutableBytes(of: &numbers) { numbers -> SentenceError? in
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
          return error
        }
      }
      return nil
    }
    if let fault { throw fault }
  }

  /// Adds a slot; one beyond ``capacity`` is ignored.
  public mutating func append(_ number: UInt16) {
    guard count < Self.capacity else { return }
    numbers[count] = number
    count += 1
  }
}

/// GSV: satellites in view, four in each sentence of a group.
public struct GSV: Hashable, Sendable {
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
      try readFields(frame.fields)
    }
  }

  /// Reads fields of any layout.
  @inline(never)
  mutating func readFields(_ fields: FieldReader) throws(SentenceError) {
    groupSize = try fields.integer(1, in: 0...99)
    groupIndex = try fields.integer(2, in: 0...99)
    satellitesInView = try fields.integer(3, in: 0...999)
    var field = 4
    while field + 3 <= fields.count {
      if let report = try SatelliteReport(fields, from: field) { satellites.append(report) }
      field += 4
    }
    if field == fields.count { signalID = try fields.hexadecimal(field) }
  }
}

/// One satellite of a GSV. Its values are stored in tenths; no receiver states more decimals.
public struct SatelliteReport: Hashable, Sendable {
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
    self.init(
      number: number, elevationTenths: Self.tenths(elevation), azimuthTenths: Self.tenths(azimuth),
      strengthTenths: Self.tenths(signalStrength))
  }

  @inline(__always)
  private init(
    number: UInt16, elevationTenths: Int16, azimuthTenths: Int16, strengthTenths: Int16
  ) {
    bits =
      UInt64(number) | UInt64(UInt16(bitPattern: elevationTenths)) &<< 16
      | UInt64(UInt16(bitPattern: azimuthTenths)) &<< 32
      | UInt64(UInt16(bitPattern: strengthTenths)) &<< 48
  }

  /// Makes a report of whole numbers within their ranges.
  @inline(__always)
  init(number: UInt64, elevation: UInt64, azimuth: UInt64, signalStrength: UInt64?) {
    // One multiplication for all tenths.
    bits =
      number | (elevation &<< 16 | azimuth &<< 32 | (signalStrength ?? 0) &<< 48) &* 10
    if signalStrength == nil { bits |= Self.absent &<< 48 }
  }

  /// Reads four fields; `nil` if the number is 0 or missing.
  init?(_ fields: FieldReader, from field: Int) throws(SentenceError) {
    if let four = fields.fourIntegers(field) {
      guard four.first > 0 else { return nil }
      self.init(
        number: four.first,
        elevationTenths: Self.tenths(four.second, upTo: 90, isEmpty: fields.isEmpty(field &+ 1)),
        azimuthTenths: Self.tenths(four.third, upTo: 360, isEmpty: fields.isEmpty(field &+ 2)),
        strengthTenths: Self.tenths(four.fourth, upTo: 99, isEmpty: fields.isEmpty(field &+ 3)))
      return
    }
    guard let number = try fields.integer(field, in: 0...999), number > 0 else { return nil }
    self.init(
      number: UInt16(truncatingIfNeeded: number),
      elevationTenths: try fields.tenths(field + 1, nilOutside: -90...90) ?? .min,
      azimuthTenths: try fields.tenths(field + 2, nilOutside: 0...360) ?? .min,
      strengthTenths: try fields.tenths(field + 3, nilOutside: 0...99) ?? .min)
  }

  /// Degrees above the horizon, −90 … 90.
  public var elevation: Double? {
    get { value(.elevation) }
    set { set(newValue, at: .elevation) }
  }
  /// Degrees from true north, 0 … 360.
  public var azimuth: Double? {
    get { value(.azimuth) }
    set { set(newValue, at: .azimuth) }
  }
  /// Carrier-to-noise density in dB-Hz, 0 … 99; `nil` if the satellite is not tracked.
  public var signalStrength: Double? {
    get { value(.signalStrength) }
    set { set(newValue, at: .signalStrength) }
  }

  /// The tenths of a value that is not stated.
  private static let absent = UInt64(UInt16(bitPattern: .min))

  private static func tenths(_ value: Double?) -> Int16 {
    guard let value, abs(value) < 3276 else { return .min }
    return Int16((value * 10).rounded())
  }

  /// Tenths of a whole number. A number beyond the limit means "unknown".
  @inline(__always)
  private static func tenths(_ value: UInt16, upTo limit: UInt16, isEmpty: Bool) -> Int16 {
    isEmpty || value > limit ? .min : Int16(truncatingIfNeeded: value &* 10)
  }

  /// A number that is stored in tenths: the place of its lowest bit.
  enum Value: UInt64 {
    case elevation = 16
    case azimuth = 32
    case signalStrength = 48
  }

  /// The tenths of a value.
  @inline(__always)
  func tenths(_ value: Value) -> Int16? {
    let tenths = Int16(truncatingIfNeeded: bits &>> value.rawValue)
    return tenths == .min ? nil : tenths
  }

  @inline(__always)
  private func value(_ value: Value) -> Double? { tenths(value).map { Double($0) / 10 } }

  private mutating func set(_ number: Double?, at value: Value) {
    let tenths = UInt64(UInt16(bitPattern: Self.tenths(number)))
    bits = bits & ~(0xFFFF &<< value.rawValue) | tenths &<< value.rawValue
  }
}

/// Up to four satellites, stored in place.
public struct SatelliteQuartet: Hashable, Sendable {
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

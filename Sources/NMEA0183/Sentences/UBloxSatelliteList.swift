/// One satellite of a PUBX,03.
public struct UBloxSatellite: Hashable, Sendable, FieldGroup {
  /// u-blox's number of the satellite, 1 … 255; see ``identity``.
  public var number: UInt8
  /// The use of the satellite.
  public var use: Use
  /// Degrees from true north, 0 … 360.
  public var azimuth: Int?
  /// Degrees above the horizon, −90 … 90.
  public var elevation: Int?
  /// Carrier-to-noise density in dB-Hz, 0 … 99.
  public var signalStrength: Int?

  /// The use that a receiver makes of a satellite.
  public enum Use: UInt8, Hashable, Sendable {
    /// `-`: the receiver does not use it.
    case unused = 0x2D
    /// `U`: the position is computed from it.
    case used = 0x55
    /// `e`: its orbit is known, but the position is not computed from it.
    case available = 0x65
  }

  /// Makes a satellite with a number and a use, and no other values.
  public init(number: UInt8, use: Use = .unused) {
    self.number = number
    self.use = use
  }

  /// Makes an absent satellite.
  public init() { self.init(number: 0) }

  /// Whether there is a satellite: the number is not 0.
  package var isPresent: Bool { number > 0 }
  /// The number of fields of each satellite.
  package static var fieldCount: Int { 6 }
  /// The number of fields that the last satellite must have. The sixth is the time for which the carrier
  /// has been tracked.
  package static var leastFieldCount: Int { 5 }

  package mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder, from field: Int
  ) throws(Coder.Failure) {
    var given: Int? = coder.fields == nil ? Int(number) : nil
    try coder.integer(field, "number", &given, in: 0...255)
    number = UInt8(given ?? 0)
    try coder.requireWritable(isPresent, .outOfRange)
    guard isPresent else { return }
    var stated: Use? = coder.fields == nil ? use : nil
    try coder.letter(field + 1, "use", &stated)
    use = stated ?? .unused
    try coder.knownInteger(field + 2, "azimuth", &azimuth, digits: 3, in: 0...360)
    try coder.knownInteger(field + 3, "elevation", &elevation, digits: 2, in: -90...90)
    try coder.knownInteger(
      field + 4, "signalStrengthDBHz", &signalStrength, digits: 2, in: 0...99)
  }

  /// The satellite in u-blox's numbering of all systems; `nil` if no satellite has the number.
  public var identity: SatelliteIdentity? {
    let number = Int(number)
    return switch number {
    case 1...32: SatelliteIdentity(system: .gps, id: number)
    case 33...64: SatelliteIdentity(system: .beidou, id: number - 27)
    case 65...96: SatelliteIdentity(system: .glonass, id: number - 64)
    case 120...158: SatelliteIdentity(system: .sbas, id: number)
    case 159...163: SatelliteIdentity(system: .beidou, id: number - 158)
    case 173...182: SatelliteIdentity(system: .imes, id: number - 172)
    case 193...202: SatelliteIdentity(system: .qzss, id: number - 192)
    case 211...246: SatelliteIdentity(system: .galileo, id: number - 210)
    default: nil
    }
  }
}

/// The satellites of a PUBX,03: up to 48, stored in place.
public struct UBloxSatelliteList: Hashable, Sendable, FieldGroupList {
  /// The largest number of satellites.
  public static let capacity = 48
  // Eight bits of number, nine of azimuth, eight of elevation + 90, seven of signal strength. If all
  // bits of a value are set, the value is absent.
  private var first: SIMD32<UInt32> = .zero
  private var second: SIMD16<UInt32> = .zero
  private var used: UInt64 = 0
  private var available: UInt64 = 0
  /// The number of satellites.
  public private(set) var count = 0

  /// Makes an empty list.
  public init() {}

  /// A satellite, 0 ..< ``count``.
  public subscript(index: Int) -> UBloxSatellite {
    precondition(index >= 0 && index < count, "there are \(count) satellites")
    let word = index < 32 ? first[index] : second[index - 32]
    let bit: UInt64 = 1 << UInt64(index)
    var satellite = UBloxSatellite(
      number: UInt8(truncatingIfNeeded: word),
      use: used & bit != 0 ? .used : available & bit != 0 ? .available : .unused)
    satellite.azimuth = Self.value(word >> 8, bits: 9)
    satellite.elevation = Self.value(word >> 17, bits: 8).map { $0 - 90 }
    satellite.signalStrength = Self.value(word >> 25, bits: 7)
    return satellite
  }

  /// Adds a satellite; one beyond ``capacity`` is dropped.
  public mutating func append(_ satellite: UBloxSatellite) {
    guard count < Self.capacity else { return }
    let word =
      UInt32(satellite.number) | Self.packed(satellite.azimuth, in: 0...360, bits: 9) << 8
      | Self.packed(satellite.elevation.map { $0 + 90 }, in: 0...180, bits: 8) << 17
      | Self.packed(satellite.signalStrength, in: 0...99, bits: 7) << 25
    if count < 32 { first[count] = word } else { second[count - 32] = word }
    switch satellite.use {
    case .used: used |= 1 << UInt64(count)
    case .available: available |= 1 << UInt64(count)
    case .unused: break
    }
    count += 1
  }

  private static func packed(_ value: Int?, in range: ClosedRange<Int>, bits: UInt32) -> UInt32 {
    guard let value, range.contains(value) else { return 1 << bits - 1 }
    return UInt32(value)
  }

  private static func value(_ word: UInt32, bits: UInt32) -> Int? {
    let value = word & (1 << bits - 1)
    return value == 1 << bits - 1 ? nil : Int(value)
  }
}

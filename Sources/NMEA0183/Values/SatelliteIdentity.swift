/// A satellite system; the raw values are gpsd's and u-blox's `gnssid`.
public enum SatelliteSystem: UInt8, Hashable, Sendable, CaseIterable {
  /// GPS.
  case gps = 0
  /// Satellite-based augmentation.
  case sbas = 1
  /// Galileo.
  case galileo = 2
  /// BeiDou.
  case beidou = 3
  /// IMES.
  case imes = 4
  /// QZSS.
  case qzss = 5
  /// GLONASS.
  case glonass = 6
  /// NavIC (IRNSS).
  case navic = 7
}

/// The satellite behind a receiver's number, in one numbering for all receivers.
///
/// Receivers number satellites within their system (NMEA 4.1 with its system id: Galileo 1 … 36)
/// or in ranges for each system (65 … 96 GLONASS, 193 … QZSS, 201 … and 401 … BeiDou, 301 …
/// Galileo). Many receivers mix both ways.
public struct SatelliteIdentity: Hashable, Sendable {
  /// The system.
  public var system: SatelliteSystem
  /// The number within the system (gpsd's and u-blox's `svid`): GPS 1 … 32, SBAS 120 … 158,
  /// GLONASS 1 … 32, the others from 1.
  public var id: Int
  /// A number that no other satellite has, in gpsd's ranges: GPS 1 … 32, SBAS 33 … 64 (its id − 87) or 152 … 158,
  /// GLONASS 65 … 96, QZSS 193 …, Galileo 301 …, BeiDou 401 …, NavIC 501 ….
  public var prn: Int

  /// Makes an identity; `nil` if no known satellite has the number.
  ///
  /// - Parameters:
  ///   - number: the receiver's number.
  ///   - talker: the sentence's talker, which states the system if the number does not.
  ///   - systemID: the system that the sentence states (NMEA 4.1: 1 GPS, 2 GLONASS, 3 Galileo, 4 BeiDou,
  ///     5 QZSS, 6 NavIC); it has priority over the talker,
  ///     except Quectel's `PQ`, which always means BeiDou.
  public init?(number: Int, talker: Talker, systemID: UInt8? = nil) {
    self.init(number: number, stated: Self.statedSystem(talker, systemID))
  }

  /// The system that a sentence states, or else its talker.
  static func statedSystem(_ talker: Talker, _ systemID: UInt8?) -> SatelliteSystem? {
    // Quectel numbers the systems differently: its BeiDou (`$PQGSA`) has the id 5.
    talker == .quectelBeidou ? .beidou : system(systemID) ?? system(talker)
  }

  /// The same, from the system that the sentence or its talker states.
  @inline(__always)
  init?(number: Int, stated: SatelliteSystem?) {
    switch number {
    case 1...64:
      self.init(relative: number, in: stated ?? .gps)
    case 65...99:
      self.init(.glonass, number - 64)
    case 101...163 where stated == .galileo:
      self.init(.galileo, number - 100)
    case 101...163 where stated == .beidou:
      self.init(.beidou, number - 100)
    case 120...158:
      self.init(.sbas, number)
    case 193...199:
      self.init(.qzss, number - 192)
    case 200...210 where stated == .qzss:
      self.init(.qzss, number - 192)
    case 201...263:
      self.init(.beidou, number - 200)
    case 301...363:
      self.init(.galileo, number - 300)
    case 401...463:
      self.init(.beidou, number - 400)
    case 501...516:
      self.init(.navic, number - 500)
    default:
      return nil
    }
  }

  /// A number within its system or in the oldest ranges, in which 33 … 64 are SBAS.
  private init?(relative number: Int, in system: SatelliteSystem) {
    switch system {
    case .gps, .sbas, .imes:
      if number <= 32 { self.init(.gps, number) } else { self.init(.sbas, number + 87) }
    case .glonass where number > 32, .qzss where number > 32:
      self.init(.sbas, number + 87)
    case .glonass, .galileo, .beidou, .qzss, .navic:
      self.init(system, number)
    }
  }

  /// Makes an identity from a system and the number within it; see ``id`` for the numbers. Another
  /// number is kept too, but its ``prn`` means nothing.
  public init(system: SatelliteSystem, id: Int) {
    self.init(system, id)
  }

  private init(_ system: SatelliteSystem, _ id: Int) {
    self.system = system
    self.id = id
    prn =
      switch system {
      case .gps: id
      // 65 and more are GLONASS.
      case .sbas: id <= 151 ? id &- 87 : id
      case .glonass: id &+ 64
      case .qzss, .imes: id &+ 192
      case .galileo: id &+ 300
      case .beidou: id &+ 400
      case .navic: id &+ 500
      }
  }

  private static func system(_ id: UInt8?) -> SatelliteSystem? {
    switch id {
    case 1: .gps
    case 2: .glonass
    case 3: .galileo
    case 4: .beidou
    case 5: .qzss
    case 6: .navic
    default: nil
    }
  }

  static func system(_ talker: Talker) -> SatelliteSystem? {
    switch talker {
    case .gps: .gps
    case .glonass: .glonass
    case .galileo: .galileo
    case .beidou, .beidouOld, .quectelBeidou: .beidou
    case .qzss, .qzssOld: .qzss
    case .navic: .navic
    default: nil
    }
  }
}

/// The talker of a sentence: the two letters after `$`, like `GP` or `GN`; `P` alone for a maker's own
/// sentences.
public struct Talker: Hashable, Sendable {
  /// The letters in ASCII, the first in the high byte; `P` alone has a zero in the low byte.
  public let rawValue: UInt16

  /// Makes a talker from its raw value.
  @inlinable
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Makes a talker from two letters, or `P`; `nil` otherwise.
  public init?(_ letters: String) {
    let bytes = Array(letters.utf8)
    switch bytes.count {
    case 2: rawValue = UInt16(bytes[0]) << 8 | UInt16(bytes[1])
    case 1 where bytes[0] == 0x50: rawValue = 0x5000
    default: return nil
    }
  }

  /// GPS. Many receivers of several systems use it too.
  public static let gps = Talker(rawValue: 0x4750)
  /// GLONASS.
  public static let glonass = Talker(rawValue: 0x474C)
  /// Galileo.
  public static let galileo = Talker(rawValue: 0x4741)
  /// BeiDou, as in the standard.
  public static let beidou = Talker(rawValue: 0x4742)
  /// BeiDou, the letters used before NMEA 4.1.
  public static let beidouOld = Talker(rawValue: 0x4244)
  /// QZSS, as in the standard.
  public static let qzss = Talker(rawValue: 0x4751)
  /// QZSS, as some receivers write it.
  public static let qzssOld = Talker(rawValue: 0x515A)
  /// NavIC (IRNSS).
  public static let navic = Talker(rawValue: 0x4749)
  /// Several systems together.
  public static let combined = Talker(rawValue: 0x474E)
  /// Quectel's letters for BeiDou beside Qualcomm receivers (`$PQGSV`).
  public static let quectelBeidou = Talker(rawValue: 0x5051)
  /// A maker's own sentence (`$P…`).
  public static let proprietary = Talker(rawValue: 0x5000)
}

extension Talker: CustomStringConvertible {
  /// The letters.
  public var description: String {
    var text = String(Unicode.Scalar(UInt8(rawValue >> 8)))
    if rawValue & 0xFF != 0 { text.unicodeScalars.append(Unicode.Scalar(UInt8(rawValue & 0xFF))) }
    return text
  }
}

/// The type of a sentence: the letters after the talker, like `RMC`; after `P` all letters, like `GRME`.
public struct SentenceType: Hashable, Sendable {
  /// Up to eight letters in ASCII, the last in the lowest byte.
  public let rawValue: UInt64

  /// Makes a type from its raw value.
  @inlinable
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Makes a type from one to eight letters; `nil` otherwise.
  public init?(_ letters: String) {
    guard (1...8).contains(letters.utf8.count) else { return nil }
    rawValue = letters.utf8.reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Makes a type from one to eight letters.
  @inline(__always)
  init(literal letters: StaticString) {
    var packed: UInt64 = 0
    for index in 0..<letters.utf8CodeUnitCount {
      packed = packed << 8 | UInt64(letters.utf8Start[index])
    }
    rawValue = packed
  }
}

extension SentenceType: CustomStringConvertible {
  /// The letters.
  public var description: String {
    var text = ""
    for shift in stride(from: 56, through: 0, by: -8) {
      let byte = UInt8(truncatingIfNeeded: rawValue >> UInt64(shift))
      if byte != 0 { text.unicodeScalars.append(Unicode.Scalar(byte)) }
    }
    return text
  }
}

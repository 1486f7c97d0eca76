/// What came through a connection to gpsd.
public struct GPSDCounters: Hashable, Sendable {
  /// Bytes.
  public internal(set) var bytes = 0
  /// TPV objects: what a receiver says of its position.
  public internal(set) var positions = 0
  /// Those with a position.
  public internal(set) var fixes = 0
  /// SKY objects: satellites. While nobody wants them they are counted by their beginning and their
  /// end, and what is wrong within is not found.
  public internal(set) var skies = 0
  /// Objects of other classes.
  public internal(set) var others = 0
  /// TPV objects that a new connection repeated, and that were not handed on.
  public internal(set) var repeated = 0
  /// Lines that were no good and skipped, by reason.
  public internal(set) var damaged: [Damage: Int] = [:]

  /// Why a line was no good.
  public enum Damage: String, Error, Hashable, Sendable, CaseIterable {
    /// It does not begin like an object of gpsd's.
    case notAnObject = "not an object"
    /// It is not complete, well-formed JSON.
    case malformed
    /// It is longer than any of gpsd's may be.
    case tooLong = "too long"
    /// The connection ended inside it.
    case truncated
    /// libgps could not decode all of it.
    case undecodable
    /// A value is outside its range: a place that is not on Earth.
    case outOfRange = "out of range"
  }

  /// Makes counters that stand at zero.
  public init() {}

  /// Lines that were no good.
  public var damagedLines: Int { damaged.values.reduce(0, +) }

  /// Objects that were good.
  public var objects: Int { positions + skies + others }

  mutating func count(_ damage: Damage) { damaged[damage, default: 0] += 1 }
}

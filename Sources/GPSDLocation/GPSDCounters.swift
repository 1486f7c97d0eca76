/// What was received through a connection to gpsd.
public struct GPSDCounters: Hashable, Sendable {
  /// Bytes.
  public internal(set) var bytes = 0
  /// TPV objects: reports of a receiver's position.
  public internal(set) var positions = 0
  /// TPV objects with a position.
  public internal(set) var fixes = 0
  /// SKY objects: satellites. While no subscription reads them, only their beginning and their end
  /// are checked, so damage between these is not found.
  public internal(set) var skies = 0
  /// Objects of other classes.
  public internal(set) var others = 0
  /// TPV objects that a new connection repeated. They were not delivered.
  public internal(set) var repeated = 0
  /// Lines that were damaged and skipped, by reason.
  public internal(set) var damaged: [Damage: Int] = [:]

  /// Why a line was skipped.
  public enum Damage: String, Error, Hashable, Sendable, CaseIterable {
    /// The line does not begin as gpsd's objects do.
    case notAnObject = "not an object"
    /// The line is not complete, well-formed JSON.
    case malformed
    /// The line is longer than gpsd's lines can be.
    case tooLong = "too long"
    /// The connection ended inside the line.
    case truncated
    /// libgps could not decode the whole line.
    case undecodable
    /// A value is outside its range, such as a latitude of 91 degrees.
    case outOfRange = "out of range"
  }

  /// Makes counters that stand at zero.
  public init() {}

  /// How many lines were skipped.
  public var damagedLines: Int { damaged.values.reduce(0, +) }

  /// How many objects were read.
  public var objects: Int { positions + skies + others }

  mutating func count(_ damage: Damage) { damaged[damage, default: 0] += 1 }
}

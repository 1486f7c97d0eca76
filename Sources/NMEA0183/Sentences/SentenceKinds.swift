/// A set of kinds of sentences, such as those of an epoch: `[.rmc, .gga]`.
public struct SentenceKinds: OptionSet, Hashable, Sendable {
  /// One bit for each kind; its number is the raw value of the ``SentenceKind``.
  public let rawValue: UInt64

  /// Makes a set from its bits.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Makes a set of one kind.
  public init(_ kind: SentenceKind) { rawValue = 1 << UInt64(kind.rawValue) }

  /// Makes a set of kinds.
  public init(arrayLiteral kinds: SentenceKind...) {
    self.init(rawValue: kinds.reduce(0) { $0 | SentenceKinds($1).rawValue })
  }

  /// Whether a kind is in the set.
  public func contains(_ kind: SentenceKind) -> Bool { isSuperset(of: SentenceKinds(kind)) }

  /// Adds a kind.
  public mutating func insert(_ kind: SentenceKind) { formUnion(SentenceKinds(kind)) }

  /// Those that state a heading and no position.
  static let headings: SentenceKinds = [.hdt, .ths, .pashr, .vhw]
  /// Those that state a position.
  package static let positions: SentenceKinds = [
    .rmc, .gga, .gns, .gll, .pubx00, .pashrPOS, .psti030, .pgrmf, .pqtmpvt, .vdo,
  ]
  /// Those that state satellites.
  package static let satellites: SentenceKinds = [.gsa, .gsv, .pubx03]
}

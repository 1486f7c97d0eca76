/// The types of the sentences of an epoch.
public struct EpochContents: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt32
  /// Makes a set from its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// RMC.
  public static let rmc = EpochContents(rawValue: 1 << 0)
  /// GGA.
  public static let gga = EpochContents(rawValue: 1 << 1)
  /// GNS.
  public static let gns = EpochContents(rawValue: 1 << 2)
  /// GLL.
  public static let gll = EpochContents(rawValue: 1 << 3)
  /// GSA.
  public static let gsa = EpochContents(rawValue: 1 << 4)
  /// GSV.
  public static let gsv = EpochContents(rawValue: 1 << 5)
  /// VTG.
  public static let vtg = EpochContents(rawValue: 1 << 6)
  /// ZDA.
  public static let zda = EpochContents(rawValue: 1 << 7)
  /// GST.
  public static let gst = EpochContents(rawValue: 1 << 8)
  /// GBS.
  public static let gbs = EpochContents(rawValue: 1 << 9)
  /// PGRME.
  public static let pgrme = EpochContents(rawValue: 1 << 10)
  /// PGRMZ.
  public static let pgrmz = EpochContents(rawValue: 1 << 11)
  /// HDT.
  public static let hdt = EpochContents(rawValue: 1 << 12)
  /// THS.
  public static let ths = EpochContents(rawValue: 1 << 13)
  /// PUBX,00.
  public static let pubx00 = EpochContents(rawValue: 1 << 14)
  /// PASHR's attitude.
  public static let pashr = EpochContents(rawValue: 1 << 15)
  /// PASHR's position.
  public static let pashrPOS = EpochContents(rawValue: 1 << 16)

  /// PUBX,03.
  public static let pubx03 = EpochContents(rawValue: 1 << 17)
  /// PUBX,04.
  public static let pubx04 = EpochContents(rawValue: 1 << 18)
  /// PSTI,030.
  public static let psti030 = EpochContents(rawValue: 1 << 19)
  /// PSRFEPE.
  public static let psrfepe = EpochContents(rawValue: 1 << 20)
  /// PORZD.
  public static let porzd = EpochContents(rawValue: 1 << 21)
  /// PGRMV.
  public static let pgrmv = EpochContents(rawValue: 1 << 22)
  /// PGRMF.
  public static let pgrmf = EpochContents(rawValue: 1 << 23)
  /// VHW.
  public static let vhw = EpochContents(rawValue: 1 << 24)
  /// VBW.
  public static let vbw = EpochContents(rawValue: 1 << 25)
  /// VDO.
  public static let vdo = EpochContents(rawValue: 1 << 26)

  /// The types that state a heading and no position.
  static let headings: EpochContents = [.hdt, .ths, .pashr, .vhw]
  /// The types that state a position.
  static let positions: EpochContents = [
    .rmc, .gga, .gns, .gll, .pubx00, .pashrPOS, .psti030, .pgrmf, .vdo,
  ]
  /// The types that state satellites.
  public static let satellites: EpochContents = [.gsa, .gsv, .pubx03]
}

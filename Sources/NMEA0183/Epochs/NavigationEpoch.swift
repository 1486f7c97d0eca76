/// Everything a receiver said of one instant.
///
/// Units are the sentences' own. What was not said is `nil`; nothing is carried over from another
/// instant but the date (see ``EpochAssembler``).
public struct NavigationEpoch: Hashable, Sendable {
  /// The time of day, UTC; `nil` when no sentence of the epoch had one.
  public var time: TimeOfDay?
  /// The date, UTC; `nil` until the receiver has said one.
  public var date: CalendarDate?
  /// Whether the receiver has a position; `nil` when no sentence of the epoch bears on it.
  public var hasFix: Bool?

  /// The datum of ``latitude`` and ``longitude`` if the receiver states one (DTM, PGRMM) that is not
  /// WGS 84; otherwise `nil`.
  public internal(set) var datum: ShortName?
  /// Degrees north, WGS 84 unless ``datum`` says otherwise; `nil` without a fix.
  public var latitude: Double?
  /// Degrees east; `nil` without a fix.
  public var longitude: Double?
  /// Meters above mean sea level, by GGA or GNS, else by PGRMZ; `nil` without a fix.
  public var altitude: Double?
  /// Meters from the ellipsoid up to the geoid, of the sentence that gave ``altitude``.
  public var geoidSeparation: Double?
  /// Speed over ground in knots; `nil` without a fix.
  public var speed: Double?
  /// Course over ground in degrees true, 0 … 360; `nil` without a fix.
  public var course: Double?
  /// Where the vessel points, degrees true, 0 … 360, by HDT, THS or PASHR; the last one stated.
  public var heading: Double?
  /// Vertical speed in m/s, up positive, by PUBX,00, PSTI,030 or PGRMV; `nil` without a fix.
  public var climb: Double?
  /// Meters above the ellipsoid as stated by PUBX,00 or PASHR,POS; `nil` without a fix.
  public var ellipsoidalAltitude: Double?
  /// Magnetic variation in degrees, east positive; `nil` without a fix.
  public var magneticVariation: Double?

  /// Two or three dimensions, by GSA or else by PUBX,00, but that a receiver left to choose which
  /// says "two" of a position from more than eight satellites with an altitude is taken to mean three.
  public var dimension: FixDimension?
  /// How the position came about, by GGA; the best of several talkers'.
  public var quality: FixQuality?
  /// How the position came about, by GNS, RMC, GLL or VTG.
  public var mode: PositioningMode?
  /// Whether the position is fit for navigation, by RMC or GNS.
  public var navigationStatus: NavigationStatus?

  /// How many satellites the position was computed from, by GNS or GGA (several talkers' added
  /// up).
  public var satellitesUsed: Int?
  /// How many satellites are in view, by GSV, of all systems.
  public var satellitesInView: Int?
  /// Dilution of precision in three dimensions; `nil` too where the receiver's number is one that
  /// stands for "none": 0, and 99 and above.
  public var positionDilution: Double?
  /// Horizontal dilution of precision; `nil` as for ``positionDilution``.
  public var horizontalDilution: Double?
  /// Vertical dilution of precision; `nil` as for ``positionDilution``.
  public var verticalDilution: Double?

  /// Horizontal error in meters as the receiver estimates it: one sigma by PUBX,00; by PGRME at
  /// Garmin's confidence, which is not documented.
  public var horizontalError: Double?
  /// Error in three dimensions in meters, by PGRME.
  public var sphericalError: Double?
  /// One-sigma error of the latitude in meters (GST).
  public var latitudeError: Double?
  /// One-sigma error of the longitude in meters (GST).
  public var longitudeError: Double?
  /// One-sigma error of the altitude in meters (GST), else PUBX,00's or PGRME's.
  public var altitudeError: Double?

  /// Error of the speed in m/s, by PSRFEPE.
  public var speedError: Double?
  /// Error of the course in degrees, by PSRFEPE.
  public var courseError: Double?

  /// Age of the differential corrections in seconds.
  public var differentialAge: Double?
  /// The station that sent them.
  public var differentialStation: Int?

  /// When a gateway received the last of its sentences that has a TAG block with a time, in
  /// milliseconds since 1970-01-01 00:00 UTC; `nil` without one.
  public var receiptMilliseconds: Int?

  /// The sentences it is made of.
  public var contents: EpochContents = []
  /// Those of them that are new: all, unless the epoch was handed on early and then said more.
  package var news: EpochContents = []
  /// Whether this instant was handed on before, and the receiver has said more of it since.
  public internal(set) var isUpdate = false
  /// What ``hasFix`` was when this instant was handed on before. Where it was `true` the instant
  /// has had its fix, and what is new here is no second one.
  package internal(set) var hadFix: Bool?
  /// Whether what was said of its satellites was left out, see
  /// ``EpochAssembler/leavesOutSatellites``.
  package internal(set) var isWithoutSatellites = false
  /// Who spoke first.
  public var talker: Talker?

  /// Makes an epoch that says nothing.
  public init() {}
}

/// The types of sentence that an epoch is made of.
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

  /// The sentences that state a heading and no position.
  static let headings: EpochContents = [.hdt, .ths, .pashr, .vhw]
  /// The sentences that state satellites.
  public static let satellites: EpochContents = [.gsa, .gsv, .pubx03]
}

/// One satellite of an epoch, put together from GSV and GSA.
public struct EpochSatellite: Hashable, Sendable {
  /// The receiver's number of it.
  public var number: Int
  /// Which one it is; `nil` when the number means none that is known.
  public var identity: SatelliteIdentity?
  /// The signal (NMEA 4.1), numbered for each system on its own.
  public var signalID: UInt8?
  /// Degrees above the horizon, −90 … 90.
  public var elevation: Double?
  /// Degrees from true north, 0 … 360.
  public var azimuth: Double?
  /// Carrier-to-noise density in dB-Hz; `nil` when it is not tracked.
  public var signalStrength: Double?
  /// Whether the position uses it, by GSA; `nil` in an epoch without GSA.
  public var isUsed: Bool?

  /// Makes a satellite of which only the receiver's number is known, and which one that means.
  public init(number: Int, identity: SatelliteIdentity?) {
    self.number = number
    self.identity = identity
  }

  init(
    number: Int, identity: SatelliteIdentity?, signalID: UInt8?, elevation: Double?,
    azimuth: Double?, signalStrength: Double?
  ) {
    self.number = number
    self.identity = identity
    self.signalID = signalID
    self.elevation = elevation
    self.azimuth = azimuth
    self.signalStrength = signalStrength
  }
}

/// All values that a receiver reported about one instant.
///
/// Units are those of the sentences. A value that was not reported is `nil`. No value comes from
/// another instant, except the date (see ``EpochAssembler``).
public struct NavigationEpoch: Hashable, Sendable {
  /// The time of day, UTC; `nil` if no sentence of the epoch states one.
  public var time: TimeOfDay?
  /// The date, UTC; `nil` until the receiver has stated one.
  public var date: CalendarDate?
  /// Whether the receiver has a position; `nil` if no sentence of the epoch states it.
  public var hasFix: Bool?

  /// The datum of ``latitude`` and ``longitude`` if the receiver states one (DTM, PGRMM) that is not
  /// WGS 84, and no offset; otherwise `nil`. With an offset (DTM), the coordinates are moved to WGS 84.
  public internal(set) var datum: ShortName?
  /// Degrees north, WGS 84 unless ``datum`` says otherwise; `nil` without a fix.
  public var latitude: Double?
  /// Degrees east; `nil` without a fix.
  public var longitude: Double?
  /// Meters above mean sea level from GGA, GNS, PSTI,030 or PQTMPVT, else from PGRMZ; `nil` without a fix.
  public var altitude: Double?
  /// Meters from the ellipsoid up to the geoid, from the same sentence as ``altitude``.
  public var geoidSeparation: Double?
  /// Speed over ground in knots; `nil` without a fix.
  public var speed: Double?
  /// Course over ground in degrees true, 0 … 360; `nil` without a fix.
  public var course: Double?
  /// The direction of the vessel's bow in degrees true, 0 … 360: the last one that HDT, THS, PASHR, VHW or VDO
  /// stated.
  public var heading: Double?
  /// Vertical speed in m/s, up positive, from PUBX,00, PSTI,030, PQTMPVT or PGRMV; `nil` without a fix.
  public var climb: Double?
  /// Meters above the ellipsoid as stated by PUBX,00 or PASHR,POS; `nil` without a fix.
  public var ellipsoidalAltitude: Double?
  /// Magnetic variation in degrees, east positive; `nil` without a fix.
  public var magneticVariation: Double?

  /// Two or three dimensions, from GSA or else from PUBX,00, PGRMF or PQTMPVT. If a receiver that chooses the dimension
  /// itself reports "two" for a position with an altitude from more than eight satellites, it is three.
  public var dimension: FixDimension?
  /// How the position was determined, from GGA, or else from PUBX,00 or PASHR,POS; if several talkers report, the
  /// best quality.
  public var quality: FixQuality?
  /// How the position was determined, from GNS, RMC, GLL, VTG, PSTI,030 or VDO.
  public var mode: PositioningMode?
  /// Whether the position is safe for navigation, from RMC or GNS.
  public var navigationStatus: NavigationStatus?

  /// The number of satellites in use, from GNS, PQTMPVT or GGA, or else from PASHR,POS. The numbers in GGAs of several talkers are
  /// added.
  public var satellitesUsed: Int?
  /// How many satellites of all systems are in view, from GSV.
  public var satellitesInView: Int?
  /// Dilution of precision in three dimensions. It is `nil` also if the receiver sent a number that
  /// means "none": 0, or 99 and above.
  public var positionDilution: Double?
  /// Horizontal dilution of precision; `nil` as for ``positionDilution``.
  public var horizontalDilution: Double?
  /// Vertical dilution of precision; `nil` as for ``positionDilution``.
  public var verticalDilution: Double?

  /// The receiver's estimate of the horizontal error in meters, from PUBX,00, or else from PGRME, PSRFEPE, PORZD or
  /// PQTMEPE.
  /// From PUBX,00 it is one sigma. From PGRME it has a confidence that Garmin does not document.
  public var horizontalError: Double?
  /// Error in three dimensions in meters, from PGRME or PQTMEPE.
  public var sphericalError: Double?
  /// One-sigma error of the latitude in meters (GST), or what PQTMEPE states.
  public var latitudeError: Double?
  /// One-sigma error of the longitude in meters (GST), or what PQTMEPE states.
  public var longitudeError: Double?
  /// Error of the altitude in meters: one sigma from GST, or else what PUBX,00, PGRME, PSRFEPE or PQTMEPE
  /// states.
  public var altitudeError: Double?

  /// Error of the speed in m/s, from PSRFEPE.
  public var speedError: Double?
  /// Error of the course in degrees, from PSRFEPE.
  public var courseError: Double?

  /// Age of the differential corrections in seconds.
  public var differentialAge: Double?
  /// The number of the station that sent the corrections.
  public var differentialStation: Int?

  /// The time at which a gateway received the epoch, in milliseconds since 1970-01-01 00:00 UTC: from
  /// the last of its TAG blocks with a time. `nil` without such a block.
  public var receiptMilliseconds: Int?

  /// The types of its sentences.
  public var contents: SentenceKinds = []
  /// The types that are new since the epoch was handed on early; before that, all types.
  package var news: SentenceKinds = []
  /// Whether this instant was handed on before, and the receiver has reported more about it since.
  public internal(set) var isUpdate = false
  /// The value of ``hasFix`` when this instant was handed on before. If it is `true`, the instant had
  /// its fix, and this update is not a second one.
  package internal(set) var hadFix: Bool?
  /// The talker of its first sentence.
  public var talker: Talker?

  /// Makes an epoch without any value.
  public init() {}
}

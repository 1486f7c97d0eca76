/// A receiver has no position; this is what it reported instead.
///
/// It is coded like a ``Fix``; the reason is its text.
public struct FixLoss: Hashable, Codable, Sendable {
  /// Why there is no fix. A struct, so that sources can add reasons.
  public struct Reason: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
    /// The reason in a word or two.
    public let rawValue: String
    /// Makes a reason from its words.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Makes a reason that only one source knows.
    public init(_ description: String) { self.init(rawValue: description) }
    /// The reason in a word or two.
    public var description: String { rawValue }

    /// The receiver works and reports that it has no fix (RMC status `V`, GGA quality 0, gpsd mode 1).
    public static let noFix = Reason("no fix")
    /// The receiver has fallen silent.
    public static let silent = Reason("silent")
    /// The receiver was unplugged or given up.
    public static let deviceRemoved = Reason("device removed")
    /// A receiver was plugged in or came back, and has not reported a position yet.
    public static let deviceAdded = Reason("device added")
    /// The source works, but there is no receiver behind it.
    public static let noDevice = Reason("no device")
    /// The connection to the source broke; the source tries to restore it.
    public static let disconnected = Reason("disconnected")
    /// The receiver sends data, but not yet whether it has a fix (gpsd mode 0).
    public static let undetermined = Reason("undetermined")
    /// The receiver reports that it has a fix, and of what kind, but gives no position.
    public static let noPosition = Reason("no position")
    /// The receiver has a position in a datum other than WGS 84. Such a position is not converted.
    ///
    /// - Parameter name: the receiver's name of the datum: `P90`.
    public static func otherDatum(_ name: String) -> Reason {
      Reason(beforeDatum + name + afterDatum)
    }

    /// The datum of the receiver's position, if that is the reason.
    public var datum: String? {
      guard description.hasPrefix(Self.beforeDatum), description.hasSuffix(Self.afterDatum)
      else { return nil }
      return String(description.dropFirst(Self.beforeDatum.count).dropLast(Self.afterDatum.count))
    }

    /// Whether the receiver sends nothing until it is back: it is gone, and not only its fix.
    package var isOutage: Bool {
      [.silent, .deviceRemoved, .noDevice, .disconnected].contains(self)
    }

    // The description is all that files keep.
    private static let beforeDatum = "position in datum "
    private static let afterDatum = ", not WGS 84"
  }

  /// Why there is no fix.
  public var reason: Reason
  /// The instant of the report, UTC by the receiver's clock; `nil` when the receiver gave none.
  public var timestamp: Date?
  /// The time of day of the report, if the receiver gave no date with it; see ``Fix/timeOfDay``.
  @Ranged<ValueRange.TimeOfDay> public var timeOfDay: Double?
  /// When this process received the report; see ``Fix/receivedAt``.
  public var receivedAt: Date?
  /// The values that the receiver reported without a position; usually all are `nil`.
  public var reported = ReportedValues()
  /// Where the report came from.
  public var source: FixSource
  /// See ``Fix/sentences``.
  @CarriedBytes package var sentences: [UInt8]?

  /// Values that a receiver can report without a position. Units and signs are those of ``Fix``.
  public struct ReportedValues: Hashable, Codable, Sendable {
    /// The kind of fix that the receiver claims to have.
    public var mode: FixMode?
    /// How the receiver claims to have obtained it.
    public var status: FixStatus?
    /// See ``Fix/altitude``.
    @Ranged<ValueRange.Height> public var altitude: Double?
    /// See ``Fix/ellipsoidalAltitude``.
    @Ranged<ValueRange.Height> public var ellipsoidalAltitude: Double?
    /// See ``Fix/speed``.
    @Ranged<ValueRange.Speed> public var speed: Double?
    /// See ``Fix/course``.
    @Ranged<ValueRange.Direction> public var course: Double?
    /// See ``Fix/climb``.
    @Ranged<ValueRange.Climb> public var climb: Double?
    /// See ``Fix/errors``.
    public var errors = ErrorEstimates()

    /// Makes a value in which nothing is reported.
    public init() {}
  }

  /// Reports that there is no fix.
  public init(reason: Reason, timestamp: Date? = nil, source: FixSource) {
    self.reason = reason
    self.timestamp = timestamp
    self.source = source
  }
}

extension FixLoss: CustomStringConvertible {
  /// One line: the reason, the time and the source.
  public var description: String { joined("\(reason)", timestamp.map { "\($0)" }, source.words) }
}

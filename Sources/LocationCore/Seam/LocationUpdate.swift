/// What a source of locations can say.
///
/// A case is kept by reference: an update passes from hand to hand many times between the source and
/// its consumer, and a ``Fix`` is half a kilobyte.
public enum LocationUpdate: Hashable, Sendable {
  /// The receiver has a position.
  indirect case fix(Fix)
  /// The receiver's satellites.
  indirect case sky(SkyView)
  /// The receiver has no position: it lost it, or does not have one yet.
  indirect case fixLost(FixLoss)
  /// The authorization to use the source changed while it ran.
  case authorization(AuthorizationStatus)
}

/// That a receiver has no position, and what is known of why.
public struct FixLoss: Hashable, Sendable {
  /// Why there is no fix. A struct, so that sources can add reasons.
  public struct Reason: Hashable, Sendable, CustomStringConvertible {
    /// The reason in a word or two.
    public let description: String
    /// A reason of a source's own.
    public init(_ description: String) { self.description = description }

    /// The receiver works and says that it has no fix (RMC status `V`, GGA quality 0, gpsd mode 1).
    public static let noFix = Reason("no fix")
    /// The receiver has fallen silent.
    public static let silent = Reason("silent")
    /// The receiver was unplugged or given up.
    public static let deviceRemoved = Reason("device removed")
    /// A receiver was plugged in or came back, and has said nothing of a position yet.
    public static let deviceAdded = Reason("device added")
    /// The source works, but there is no receiver behind it.
    public static let noDevice = Reason("no device")
    /// The connection to the source broke; it is being tried again.
    public static let disconnected = Reason("disconnected")
    /// The receiver speaks, and has not said yet whether it has a fix (gpsd mode 0).
    public static let undetermined = Reason("undetermined")
    /// The receiver says that it has a fix, and of what kind, but gave no position with it.
    public static let noPosition = Reason("no position")
  }

  /// Why there is no fix.
  public var reason: Reason
  /// The instant it is said for, UTC by the receiver's clock; `nil` when it did not say.
  public var timestamp: Date?
  /// When this process received it; see ``Fix/receivedAt``.
  public var receivedAt: Date?
  /// What the receiver said although it gave no position; nothing, as a rule.
  public var remains = Remains()
  /// Where it came from.
  public var source: FixSource

  /// What may be known without a position. Units and signs are those of ``Fix``.
  public struct Remains: Hashable, Sendable {
    /// The kind of fix that it claims to have.
    public var mode: FixMode?
    /// How it would have come about.
    public var status: FixStatus?
    /// See ``Fix/altitude``.
    public var altitude: Double?
    /// See ``Fix/ellipsoidalAltitude``.
    public var ellipsoidalAltitude: Double?
    /// See ``Fix/speed``.
    public var speed: Double?
    /// See ``Fix/course``.
    public var course: Double?
    /// See ``Fix/climb``.
    public var climb: Double?
    /// See ``Fix/errors``.
    public var errors = ErrorEstimates()

    /// Makes a value in which nothing was said.
    public init() {}
  }

  /// Says that there is no fix.
  public init(reason: Reason, timestamp: Date? = nil, source: FixSource) {
    self.reason = reason
    self.timestamp = timestamp
    self.source = source
  }
}

extension LocationUpdate {
  /// The same, received then.
  package func received(at date: Date?) -> LocationUpdate { received(at: date) { $0 } }

  /// The same, received then, and with its timestamp moved.
  package func received(at date: Date?, moving moved: (Date?) -> Date?) -> LocationUpdate {
    switch self {
    case .fix(var fix):
      fix.receivedAt = date
      fix.timestamp = moved(fix.timestamp)
      return .fix(fix)
    case .sky(var sky):
      sky.receivedAt = date
      sky.timestamp = moved(sky.timestamp)
      return .sky(sky)
    case .fixLost(var loss):
      loss.receivedAt = date
      loss.timestamp = moved(loss.timestamp)
      return .fixLost(loss)
    case .authorization:
      return self
    }
  }
}

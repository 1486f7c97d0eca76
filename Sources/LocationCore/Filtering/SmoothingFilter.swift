/// Makes fixes smoother without a delay: each fix gets the best estimate of the motion so far.
///
///     var smoothing = SmoothingFilter()
///     for fix in fixes { if let smooth = smoothing.smoothed(fix) { … } }
///
/// The position, altitudes, speed, course and climb that a fix states become the estimates, and so do its errors.
/// ``Fix/original`` is the fix as the receiver reported it. A value that the receiver did not report stays `nil`; only
/// the course of a stationary receiver is the last one, and ``Fix/derived`` says so. A fix that cannot be true is
/// refused with a reason. Each device is smoothed for itself. It reads no clock; a fix without a time is unchanged.
///
/// The errors of a receiver last for many seconds, so smoothing cannot remove them: it refuses jumps, holds a stationary
/// receiver, and makes speeds and courses at low speed better.
public struct SmoothingFilter: Sendable {
  /// How many fixes became what.
  public struct Counts: Hashable, Sendable {
    /// The fixes with estimated values.
    public var smoothed = 0
    /// The refused fixes, by reason.
    public var refused: [RefusedFix.Reason: Int] = [:]
    /// How often the estimate began anew: after a gap, or because the fixes after a jump agreed with each other.
    public var restarts = 0
    /// The predicted fixes.
    public var predicted = 0
    /// The fixes without a time, which are unchanged.
    public var untimed = 0

    /// Counts nothing.
    public init() {}

    /// Adds other counts.
    package mutating func add(_ more: Counts) {
      smoothed += more.smoothed
      refused.merge(more.refused, uniquingKeysWith: +)
      restarts += more.restarts
      predicted += more.predicted
      untimed += more.untimed
    }
  }

  /// More devices than a fleet has, so that a server that invents names cannot fill the memory.
  private static let deviceLimit = 100_000

  /// How long a loss of the fix is bridged with predicted fixes; `nil` for none.
  public let horizon: Duration?
  /// What was done so far.
  public private(set) var counts = Counts()
  private var devices: [DeviceID: MotionFilter] = [:]

  /// Begins.
  ///
  /// - Parameter horizon: how long the loss of a fix is bridged; see ``LocationProvider/smoothed(predict:report:)``.
  public init(predict horizon: Duration? = nil) { self.horizon = horizon }

  /// The smoothed fix; `nil` if it is refused.
  public mutating func smoothed(_ fix: Fix) -> Fix? {
    switch judge(fix) {
    case .success(let fix): fix
    case .failure: nil
    }
  }

  /// The smoothed fix, or why it is refused.
  public mutating func judge(_ fix: Fix) -> Result<Fix, RefusedFix> {
    guard fix.timestamp != nil || fix.receivedAt != nil else {
      counts.untimed += 1
      return .success(fix)
    }
    if devices.count > Self.deviceLimit { devices = [:] }
    return Self.judge(fix, &devices[fix.source.deviceID], &counts)
  }

  private static func judge(
    _ fix: Fix, _ filter: inout MotionFilter?, _ counts: inout Counts
  ) -> Result<Fix, RefusedFix> {
    switch filter?.add(fix) {
    case nil:
      filter = MotionFilter(fix)
      return .success(fix)
    case .refused(let reason):
      counts.refused[reason, default: 0] += 1
      return .failure(RefusedFix(fix: fix, reason: reason))
    case .restarted:
      counts.restarts += 1
      return .success(fix)
    case .accepted:
      counts.smoothed += 1
      return .success(filter.map(fix.smoothed) ?? fix)
    }
  }

  /// A fix in place of the loss of the fix: where the receiver is if it goes on as before.
  ///
  /// - Returns: `nil` if nothing is predicted, because the last fix is longer ago than ``horizon``, the motion is not
  ///   known, or the loss has no time.
  public mutating func predicted(_ loss: FixLoss) -> Fix? {
    guard let horizon, let filter = devices[loss.source.deviceID], filter.isSettled else {
      return nil
    }
    var fix = Fix(coordinate: filter.place, source: loss.source)
    (fix.timestamp, fix.receivedAt) = (loss.timestamp, loss.receivedAt)
    guard let seconds = filter.seconds(to: fix), seconds > 0,
      .seconds(seconds) <= horizon
    else { return nil }
    fix.predict(from: filter, after: seconds)
    counts.predicted += 1
    return fix
  }
}

/// A fix that cannot be true, and why.
public struct RefusedFix: Error, Hashable, Sendable {
  /// Why a fix is refused.
  public enum Reason: String, Hashable, Codable, Sendable, CaseIterable {
    /// The place is too far from where the receiver can be.
    case jump
    /// The receiver says that it moves, and its place stays the same.
    case stuck
  }

  /// The fix.
  public let fix: Fix
  /// The reason.
  public let reason: Reason

  /// Refuses a fix.
  public init(fix: Fix, reason: Reason) {
    self.fix = fix
    self.reason = reason
  }
}

/// One update from a source of locations.
///
/// The payloads are stored by reference, because an update is copied many times between its source
/// and its consumer, and a ``Fix`` has half a kilobyte.
public enum LocationUpdate: Hashable, Codable, Sendable {
  /// The receiver has a position.
  indirect case fix(Fix)
  /// The satellites that the receiver sees.
  indirect case sky(SkyView)
  /// The receiver has no position: it lost the position, or has none yet.
  indirect case fixLost(FixLoss)
  /// The authorization to use the source changed while it ran. After a refusal, nothing but another
  /// change of the authorization follows.
  case authorization(AuthorizationStatus)
}

extension LocationUpdate: CustomStringConvertible {
  /// One line: the kind of update, and its content.
  public var description: String {
    switch self {
    case .fix(let fix): "fix: \(fix)"
    case .sky(let sky): "sky: \(sky)"
    case .fixLost(let loss): "no fix: \(loss)"
    case .authorization(let status): "authorization: \(status)"
    }
  }
}

extension LocationUpdate {
  /// Where it comes from; `nil` for an authorization change.
  package var source: FixSource? {
    switch self {
    case .fix(let fix): fix.source
    case .sky(let sky): sky.source
    case .fixLost(let loss): loss.source
    case .authorization: nil
    }
  }

  /// Its instant, UTC by the receiver's clock; `nil` without one, and for an authorization change.
  package var timestamp: Date? {
    switch self {
    case .fix(let fix): fix.timestamp
    case .sky(let sky): sky.timestamp
    case .fixLost(let loss): loss.timestamp
    case .authorization: nil
    }
  }

  /// When this process received it; `nil` for an authorization change, which has no such time.
  package var receivedAt: Date? {
    switch self {
    case .fix(let fix): fix.receivedAt
    case .sky(let sky): sky.receivedAt
    case .fixLost(let loss): loss.receivedAt
    case .authorization: nil
    }
  }

  /// The receiver's own bytes; see ``Fix/sentences``. Satellites have theirs in the fix of their instant.
  package var sentences: [UInt8]? {
    switch self {
    case .fix(let fix): fix.sentences
    case .fixLost(let loss): loss.sentences
    case .sky, .authorization: nil
    }
  }

  /// The same update with the receiver's own bytes, or with none; `nil` for an update that has no place for them.
  package func carrying(_ sentences: [UInt8]?) -> LocationUpdate? {
    switch self {
    case .fix(var fix):
      fix.sentences = sentences
      return .fix(fix)
    case .fixLost(var loss):
      loss.sentences = sentences
      return .fixLost(loss)
    case .sky, .authorization: return nil
    }
  }

  /// The same update with a changed source.
  package func withSource(_ change: (inout FixSource) -> Void) -> LocationUpdate {
    switch self {
    case .fix(var fix):
      change(&fix.source)
      return .fix(fix)
    case .sky(var sky):
      change(&sky.source)
      return .sky(sky)
    case .fixLost(var loss):
      change(&loss.source)
      return .fixLost(loss)
    case .authorization:
      return self
    }
  }

  /// The same update with another time of receipt.
  package func received(at date: Date?) -> LocationUpdate { received(at: date) { $0 } }

  /// The same update with another time of receipt and a changed timestamp.
  package func received(at date: Date?, moving moved: (Date?) -> Date?) -> LocationUpdate {
    switch self {
    case .fix(var fix):
      fix.receivedAt = date
      fix.timestamp = moved(fix.timestamp)
      if fix.timestamp != nil { fix.timeOfDay = nil }
      return .fix(fix)
    case .sky(var sky):
      sky.receivedAt = date
      sky.timestamp = moved(sky.timestamp)
      return .sky(sky)
    case .fixLost(var loss):
      loss.receivedAt = date
      loss.timestamp = moved(loss.timestamp)
      if loss.timestamp != nil { loss.timeOfDay = nil }
      return .fixLost(loss)
    case .authorization:
      return self
    }
  }
}

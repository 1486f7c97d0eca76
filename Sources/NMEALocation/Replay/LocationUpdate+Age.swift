import LocationCore

extension LocationUpdate {
  /// The same update, called live if its own time is at most ten seconds from the time of its receipt.
  /// Without a time nothing shows that it is live.
  var labeledByAge: LocationUpdate {
    switch self {
    case .fix(var fix):
      fix.source.label(fix.timestamp, fix.receivedAt)
      return .fix(fix)
    case .sky(var sky):
      sky.source.label(sky.timestamp, sky.receivedAt)
      return .sky(sky)
    case .fixLost(var loss):
      loss.source.label(loss.timestamp, loss.receivedAt)
      return .fixLost(loss)
    case .authorization: return self
    }
  }
}

extension FixSource {
  fileprivate mutating func label(_ timestamp: Date?, _ receipt: Date?) {
    guard kind == .replayed, let timestamp, let receipt else { return }
    if abs(receipt.timeIntervalSince(timestamp)) <= 10 { kind = .live }
  }
}

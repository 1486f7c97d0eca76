import LocationCore

extension LocationUpdate {
  /// The same update, called live if its own time is at most ten seconds from the time of its receipt.
  /// Without a time nothing shows that it is live.
  var labeledByAge: LocationUpdate {
    guard source?.kind == .replayed, let timestamp, let receivedAt,
      abs(receivedAt.timeIntervalSince(timestamp)) <= 10
    else { return self }
    return withSource { $0.kind = .live }
  }
}

import LocationCore
import LocationSources

// A fallback uses one source after the other. The output says which.

extension [SourceDescription] {
  /// Whether each location names its source: there are several, or it is not a receiver of now.
  var areNamed: Bool { count > 1 || self == [.last] }
}

extension LocationUpdate {
  /// The same update, with a receiver in its source: the source itself, if it does not name one.
  var namingItsSource: LocationUpdate { withSource { $0.device = $0.device ?? $0.name } }
}

extension LocationOutput {
  /// Writes a change of the source as gpsd reports a receiver that goes and another one that comes.
  ///
  /// - Parameters:
  ///   - last: the source in use before; `nil` if there was none.
  ///   - fix: the first fix of the other source.
  mutating func write(change last: FixSource?, to fix: Fix) throws(OutputError) {
    if let last { append(.fixLost(FixLoss(reason: .deviceRemoved, source: last))) }
    var arrival = FixLoss(reason: .deviceAdded, source: fix.source)
    arrival.receivedAt = fix.receivedAt
    append(.fixLost(arrival))
    try flush()
  }
}

extension LocateEnvironment {
  /// Tells the user of a terminal that another source is in use.
  func tell(change source: FixSource) {
    guard terminal.showsStatus else { return }
    say("using \(source.name)")
  }
}

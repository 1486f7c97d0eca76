/// The receivers of a source that are gone or silent: what a subscription that begins now is told first.
struct AbsentReceivers {
  private var losses: [String?: LocationUpdate] = [:]

  /// A gpsd has fewer receivers. The limit keeps the devices of a broker from filling the memory.
  private static let limit = 64

  /// The losses, in the order of the devices.
  var updates: [LocationUpdate] {
    losses.sorted { ($0.key ?? "") < ($1.key ?? "") }.map(\.value)
  }

  /// Notes what an update says about its receiver.
  mutating func note(_ update: LocationUpdate) {
    if case .fixLost(let loss) = update, loss.reason.isOutage {
      if losses.count < Self.limit { losses[loss.source.device] = update }
    } else if !losses.isEmpty, let source = update.source {
      // What is told of a source without a receiver is true until any receiver sends something.
      losses.removeValue(forKey: source.device)
      losses.removeValue(forKey: nil)
    }
  }
}

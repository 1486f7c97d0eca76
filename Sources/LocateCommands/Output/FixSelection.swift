import LocationCore

/// Selects locations of a recording by time, distance and number.
struct FixSelection: Sendable {
  /// The first instant; `nil` for no limit.
  let from: Date?
  /// The instant after the last one; `nil` for no limit.
  let until: Date?
  /// Meters that a location must be away from the one before; `nil` for no limit.
  let distance: Double?
  /// The number of locations; `nil` for no limit.
  let count: Int?
  /// The number of locations so far.
  private(set) var chosen = 0
  private var lastPlace: Coordinate?
  /// The satellites of the next location.
  private var sky: SkyView?

  init(from: Date?, until: Date?, distance: Double?, count: Int?) {
    self.from = from
    self.until = until
    self.distance = distance
    self.count = count
  }

  /// Whether no further location can be selected.
  var isOver: Bool { count.map { chosen >= $0 } ?? false }

  /// Passes the update to `take` if it is selected. The satellites wait for their location. A lost fix
  /// is selected between two locations, because it divides a track.
  mutating func select(_ update: LocationUpdate, _ take: (LocationUpdate) -> Void) {
    if isOver { return }
    switch update {
    case .sky(let view): sky = view
    case .fix(let fix):
      let view = sky.take()
      guard isSelected(fix) else { return }
      chosen += 1
      lastPlace = fix.coordinate
      if let view { take(.sky(view)) }
      take(update)
    case .fixLost(let loss):
      let view = sky.take()
      guard chosen > 0, until == nil || contains(loss.timestamp) else { return }
      if let view { take(.sky(view)) }
      take(update)
    case .authorization: take(update)
    }
  }

  private func isSelected(_ fix: Fix) -> Bool {
    guard contains(fix.timestamp) else { return false }
    guard let distance, let lastPlace else { return true }
    return lastPlace.distance(to: fix.coordinate) >= distance
  }

  private func contains(_ time: Date?) -> Bool {
    if from == nil, until == nil { return true }
    guard let time else { return false }
    return from.map { time >= $0 } ?? true && until.map { time < $0 } ?? true
  }
}

import LocationCore

/// Selects the locations of a recording that a filter passes, up to a number, and their satellites.
struct RecordingSelection: Sendable {
  /// The number of locations; `nil` for no limit.
  let count: Int?
  /// The number of locations so far.
  private(set) var chosen = 0
  private var filter: UpdateSelection
  /// The satellites of the next location.
  private var sky: SkyView?

  /// Makes a selection; `nil` if everything is selected.
  init?(_ filter: LocationFilter, count: Int?) {
    if filter == LocationFilter(), count == nil { return nil }
    self.filter = UpdateSelection(filter)
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
    case .fix:
      let view = sky.take()
      guard filter.passes(update) else { return }
      chosen += 1
      if let view { take(.sky(view)) }
      take(update)
    case .fixLost:
      let view = sky.take()
      guard chosen > 0, filter.passes(update) else { return }
      if let view { take(.sky(view)) }
      take(update)
    case .authorization: take(update)
    }
  }
}

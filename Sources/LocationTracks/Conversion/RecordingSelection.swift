import LocationCore

/// A recording has locations, but none of them is selected. It is the cause of a `UserLocationError`.
struct NothingSelected: Error {}

extension Error {
  /// Whether it says that no location of a recording is selected.
  package var isNothingSelected: Bool { (self as? UserLocationError)?.cause is NothingSelected }
}

/// Selects the locations of a recording that a filter passes, up to a number, and their satellites.
struct RecordingSelection: Sendable {
  /// The number of locations; `nil` for no limit.
  let count: Int?
  /// The number of locations so far.
  private(set) var chosen = 0
  /// Whether a location was left out.
  private(set) var hasRefused = false
  private var filter: UpdateSelection
  /// Makes the filter from the time of the first location; `nil` when it is made.
  private var filterFromStart: (@Sendable (Date) -> LocationFilter)?
  /// The satellites of the next location.
  private var sky: SkyView?

  /// Makes a selection; `nil` if everything is selected.
  ///
  /// - Parameter filterFromStart: makes another filter from the time of the first location that has one; `nil` if
  ///   the filter is known.
  init?(
    _ filter: LocationFilter,
    fromStart filterFromStart: (@Sendable (Date) -> LocationFilter)? = nil,
    count: Int?
  ) {
    if filter == LocationFilter(), filterFromStart == nil, count == nil { return nil }
    self.filter = UpdateSelection(filter)
    self.filterFromStart = filterFromStart
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
      guard isReady(fix), filter.passes(update) else {
        hasRefused = true
        return
      }
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

  /// Whether the filter is known. The first location that has a time decides it.
  private mutating func isReady(_ fix: Fix) -> Bool {
    guard let makeFilter = filterFromStart else { return true }
    guard let start = fix.timestamp else { return false }
    filter = UpdateSelection(makeFilter(start))
    filterFromStart = nil
    return true
  }
}

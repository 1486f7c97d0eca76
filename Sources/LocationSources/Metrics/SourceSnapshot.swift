package import LocationCore

/// What a source is doing at a moment.
package struct SourceSnapshot: Sendable {
  /// The state of a source in one word.
  package enum State: String, Hashable, Sendable, CaseIterable {
    /// It has a location.
    case fix
    /// It works, and has no location.
    case waiting
    /// It may not be used.
    case denied
    /// It cannot be used.
    case failed
  }

  /// The source in the form in which a user writes it, without secrets.
  package var name: String
  package var state: State
  /// The last location; `nil` if there is none.
  package var fix: Fix?
  /// The last view of the sky; `nil` if there is none.
  package var sky: SkyView?

  package init(name: String, state: State, fix: Fix? = nil, sky: SkyView? = nil) {
    self.name = name
    self.state = state
    self.fix = fix
    self.sky = sky
  }

  /// The number of satellites that the fix uses, as far as the receiver tells it.
  package var satellitesUsed: Int? {
    if let used = fix?.satellitesUsed ?? sky?.satellitesUsed { return used }
    guard let sky, sky.satellites.contains(where: { $0.isUsed != nil }) else { return nil }
    return sky.satellites.count { $0.isUsed == true }
  }

  /// The number of satellites in view.
  package var satellitesVisible: Int? { sky.map(\.satellites.count) }

  /// The age of the fix in seconds by the host's clock; negative if the receiver's clock is ahead. `nil` for
  /// a fix without a time, and for recorded and simulated fixes, whose time need not be near the present.
  package func age(at now: Date) -> Double? {
    guard let fix, let timestamp = fix.timestamp else { return nil }
    switch fix.source.kind {
    case .live, .remembered: return fix.isSimulated ? nil : now.timeIntervalSince(timestamp)
    case .replayed, .simulated: return nil
    }
  }
}

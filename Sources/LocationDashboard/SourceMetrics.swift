package import LocationCore
package import LocationText

/// Metrics of what sources are doing. They contain no position, and a value that is not known has no sample.
package struct SourceMetrics {
  /// What a source is doing, in one word.
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

  /// Two clocks that are correct differ by less than so many seconds.
  private static let precision = 1.0

  /// The time of the host.
  private let now: Date
  private var names: Set<String> = []
  private var state = MetricFamily(
    "locate_source_state", .stateSet, help: "What the source is doing.")
  private var age = MetricFamily(
    "locate_fix_age_seconds", unit: "seconds",
    help: "The time since the last location, by the clock of this machine; none if it is ahead.")
  private var ahead = MetricFamily(
    "locate_fix_ahead_seconds", unit: "seconds",
    help: "How far the time of the last location is ahead of the clock of this machine.")
  private var timestamp = MetricFamily(
    "locate_fix_timestamp_seconds", unit: "seconds",
    help: "When the receiver had the last location, in seconds since 1970.")
  private var accuracy = MetricFamily(
    "locate_fix_horizontal_accuracy_meters", unit: "meters",
    help: "The estimated horizontal error of the last location.")
  private var used = MetricFamily(
    "locate_satellites_used", help: "The number of satellites that the last location uses.")
  private var visible = MetricFamily(
    "locate_satellites_visible", help: "The number of satellites in view.")

  package init(at now: Date) { self.now = now }

  package var families: [MetricFamily] { [state, age, ahead, timestamp, accuracy, used, visible] }

  /// Adds a device of a source. A location that was lost is not the present one.
  package mutating func add(_ device: DeviceState, named name: String) {
    add(
      name, device.hasFix ? .fix : .waiting, fix: device.hasFix ? device.fix : nil,
      sky: device.sky)
  }

  /// Adds a source. A second one with the same name is left out, because samples must differ.
  ///
  /// - Parameter name: the source in the form in which a user writes it, without secrets.
  package mutating func add(
    _ name: String, _ state: State, fix: Fix? = nil, sky: SkyView? = nil
  ) {
    // Other machines read the metrics.
    let name = FixSource.publicName(of: name)
    guard names.insert(name).inserted else { return }
    let labels = [MetricFamily.Label("source", name)]
    self.state.add(state: state.rawValue, of: State.allCases.map(\.rawValue), labels)
    let age = fix.flatMap(age(of:))
    self.age.add(rounded: age.flatMap { $0 < -Self.precision ? nil : max(0, $0) }, labels)
    ahead.add(rounded: age.flatMap { $0 < -Self.precision ? -$0 : nil }, labels)
    timestamp.add(fix?.timestamp?.timeIntervalSince1970, labels)
    accuracy.add(rounded: fix?.horizontalAccuracy, labels)
    let count = fix?.satellitesUsed ?? sky?.satellitesUsed ?? sky?.satellites.usedCount
    used.add(count.map(Double.init), labels)
    visible.add(sky.map { Double($0.satellites.count) }, labels)
  }

  /// The age of a fix in seconds by the host's clock; negative if the receiver's clock is ahead. `nil` for
  /// a fix without a time, and for recorded and simulated fixes, whose time need not be near the present.
  private func age(of fix: Fix) -> Double? {
    switch fix.source.kind {
    case .live, .remembered:
      fix.isSimulated ? nil : fix.timestamp.map { now.timeIntervalSince($0) }
    case .replayed, .simulated: nil
    }
  }
}

import LocationCore
import LocationDashboard
import LocationPlaces

/// Everything that `locate view` shows, as a value: what is known of all devices, and which one is shown.
struct ViewState: Sendable {
  /// A location of one device hides those of the others for this long, if the user has chosen none.
  private static let patience = 5.0

  /// The sources as their user writes them.
  var source: String
  /// The time for which the frame is drawn.
  var now: Date
  private(set) var dashboard: LocationDashboard
  private var shown: DeviceID?
  /// Whether the user has chosen the device.
  private var isChosen = false
  /// Why there was no location yet, in a few words.
  var waiting: String?
  /// `nil` for a source that is not played.
  var playback: DashboardPlayback?
  /// The counters of the source's decoder in a line; `nil` if it has none.
  var decoder: String?

  init(source: String, authorization: AuthorizationStatus, places: [Place] = [], now: Date) {
    self.source = source
    self.now = now
    dashboard = LocationDashboard(authorization: authorization, places: places)
  }

  /// The devices of the source that delivers, in the order in which they appeared.
  var devices: [DeviceState] { dashboard.devices.filter(\.isInUse) }

  /// The device that is shown; `nil` before there is one.
  var device: DeviceState? {
    shown.flatMap { dashboard[$0] } ?? dashboard.devices.first(where: \.isInUse)
  }

  /// The last location; `nil` before the first one.
  var fix: Fix? { device?.fix }

  /// Whether the last location is the present one.
  var hasFix: Bool { device?.hasFix ?? false }

  /// Why there is no location; `nil` while there is one.
  var loss: FixLoss.Reason? { device?.loss?.reason }

  /// The way to the last location.
  var trail: ViewTrail { ViewTrail(device?.track ?? DeviceTrack()) }

  /// Notes what the source delivered at ``now``.
  mutating func note(_ update: LocationUpdate) {
    if case .fix(let fix) = update, follows(fix.source) { shown = fix.source.deviceID }
    dashboard.note(update, at: now)
  }

  /// Notes something that the user should know.
  mutating func add(event: String) { dashboard.add(event: event, at: now) }

  /// Notes that the source came to its end.
  mutating func end() { dashboard.end(at: now) }

  /// Forgets the ways to the last locations, because the next ones are elsewhere.
  mutating func jump() { dashboard.jump() }

  /// Shows another device.
  ///
  /// - Parameter step: 1 for the next one, −1 for the one before.
  mutating func choose(by step: Int) {
    let devices = devices
    guard devices.count > 1, let index = devices.firstIndex(where: { $0.id == device?.id }) else {
      return
    }
    shown = devices[(index + step + devices.count) % devices.count].id
    isChosen = true
  }

  /// Whether a location makes its device the one that is shown. Without a choice of the user, a device is shown
  /// while it has a location. Another source of a fallback is shown in any case.
  private func follows(_ source: FixSource) -> Bool {
    guard let shown = shown.flatMap({ dashboard[$0] }), shown.source.name == source.name else {
      return true
    }
    if isChosen { return false }
    guard shown.hasFix, let arrival = shown.fixArrival else { return true }
    return now.timeIntervalSince(arrival) > Self.patience
  }
}

internal import LocationCore
internal import LocationPlaces
internal import LocationReplay

/// The ways in a recording from its start to its end, in bounded memory.
package struct WholeRecording: Sendable {
  /// The devices with their tracks. The time of a point is the seconds since the start of the recording.
  package let devices: LocationDashboard
  /// The position at the end.
  package let duration: Duration

  /// A longer recording has a wrong time: thirty years.
  private static let longest = Duration.seconds(1e9)
  /// How many items are read before other tasks have their turn.
  private static let patience = 256

  /// Reads a recording to its end, or as far as it can be read: what plays it says why not further.
  ///
  /// - Parameters:
  ///   - provider: plays the recording without a pace.
  ///   - gate: decides what is shown.
  /// - Returns: `nil` if it is no recording, has no location, no times or a wrong one, and if the task is
  ///   canceled.
  init?(reading provider: any LocationProvider, _ gate: UpdateGate = { $0 }) async {
    guard let provider = provider as? any TrackProvider else { return nil }
    let next = provider.startPlaying()
    var devices = LocationDashboard()
    var (end, count) = (Duration.zero, 0)
    while !Task.isCancelled, let item = try? await next() {
      count += 1
      if count % Self.patience == 0 { await Task.yield() }
      guard let position = item.position else { continue }
      end = position
      let time = Date(timeIntervalSince1970: position / .seconds(1))
      switch item.update.flatMap(gate) {
      case .fix(var fix):
        fix.timestamp = time
        devices.note(.fix(fix), at: time)
      case .fixLost(let loss): devices.note(.fixLost(loss), at: time)
      case .sky, .authorization, nil: break
      }
    }
    guard !Task.isCancelled, devices.fix != nil, end > .zero, end < Self.longest else { return nil }
    self.devices = devices
    duration = end
  }
}

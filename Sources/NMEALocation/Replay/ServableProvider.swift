import LocationCore

/// A provider whose receiver can be served to other programs: it gives what the receiver says in
/// its own bytes too.
package protocol ServableProvider: LocationProvider {
  /// Starts a subscription of its own. What is returned makes the next step, when its time has
  /// come; `nil` is the end.
  func startSpeaking() -> @Sendable () async throws(UserLocationError) -> ReceiverStep?
}

/// What a receiver says at one moment.
package struct ReceiverStep: Sendable {
  /// What it comes to; `nil` where the bytes come to nothing.
  package var update: LocationUpdate?
  /// NMEA as the receiver speaks it, damage included; empty where the step before said it all.
  package var bytes: [UInt8]

  package init(update: LocationUpdate?, bytes: [UInt8]) {
    self.update = update
    self.bytes = bytes
  }
}

extension NMEAReplayProvider: ServableProvider {
  package func startSpeaking()
    -> @Sendable () async throws(UserLocationError) -> ReceiverStep?
  {
    let next = startReplaying()
    return { () async throws(UserLocationError) in
      guard let step = try await next() else { return nil }
      return ReceiverStep(update: step.update, bytes: step.recorded)
    }
  }
}

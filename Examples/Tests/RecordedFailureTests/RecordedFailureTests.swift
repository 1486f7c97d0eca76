import LocationCore
import LocationTesting
import LocationTracks
import Testing

/// `locate record -o unplugged.updates` recorded the failure on the device. The test replays it, with its
/// pauses, in a moment.
@Test func theServiceReportsThatTheReceiverWasUnplugged() async throws {
  let clock = ManualClock(jumpsToDeadlines: true)
  let provider = TrackReplayProvider(path: TestFile.path("unplugged.updates"), clock: clock)
  let service = UserLocationService(provider: provider, clock: clock)
  var fixes: [Fix] = []
  await #expect(throws: UserLocationError.sourceUnavailable) {
    for try await fix in service.locationUpdates() { fixes.append(fix) }
  }
  #expect(fixes.map(\.satellitesUsed) == [8, 8])
}

import LocationCore
import LocationReplay
import LocationTesting
import TestSupport
import TestTurns
import Testing

@testable import LocationDashboard

@Suite(.inTurn) struct WholeRecordingTests {
  /// A recording with an item each second, of two devices by turns.
  private struct Reader: TrackReader {
    var number = 0
    let count: Int
    var isTimed = true
    var breaksAt: Int?

    mutating func next() throws(UserLocationError) -> TrackItem? {
      defer { number += 1 }
      if number == breaksAt {
        throw UserLocationError(.badData, source: "file:a", detail: "it is damaged")
      }
      guard number < count else { return nil }
      let source = FixSource(kind: .replayed, name: "file:a", device: number % 2 == 0 ? "a" : "b")
      let coordinate = Coordinate(unchecked: 10 + Double(number) * 1e-4, 20)
      return TrackItem(
        .update(.fix(Fix(coordinate: coordinate, source: source))),
        position: isTimed ? .seconds(number) : nil)
    }
  }

  private func provider(_ reader: Reader) -> TrackPlayer {
    TrackPlayer(pace: .unpaced) { _ in reader }
  }

  @Test func eachDeviceHasItsWholeWay() async throws {
    let whole = try #require(await WholeRecording(reading: provider(Reader(count: 40_000))))
    #expect(whole.duration == .seconds(39_999))
    #expect(whole.devices.devices.map(\.id.device) == ["a", "b"])
    for (number, device) in whole.devices.devices.enumerated() {
      let points = device.track.points
      #expect((4000...DeviceTrack.pointLimit).contains(points.count))
      // The times are those since the start of the recording.
      #expect((0.0...16).contains(points.first?.time ?? -1))
      #expect(points.last?.time == Double(39_998 + number))
    }
  }

  @Test func whatOthersMayNotKnowIsLeftOut() async throws {
    let reader = Reader(count: 100)
    let whole = try #require(
      await WholeRecording(reading: provider(reader)) { update in
        guard case .fix(let fix) = update, fix.coordinate.latitude < 10.005 else { return nil }
        return update
      })
    #expect(whole.duration == .seconds(99))
    #expect(whole.devices.devices.flatMap(\.track.points).allSatisfy { $0.time < 51 })
  }

  @Test func aDamagedRecordingIsReadAsFarAsItGoes() async throws {
    let whole = try #require(
      await WholeRecording(reading: provider(Reader(count: 100, breaksAt: 50))))
    #expect(whole.duration == .seconds(49))
  }

  @Test func nothingIsKnownOfARecordingWithoutTimesAndOfAReceiver() async {
    #expect(await WholeRecording(reading: provider(Reader(count: 100, isTimed: false))) == nil)
    #expect(await WholeRecording(reading: provider(Reader(count: 0))) == nil)
    #expect(await WholeRecording(reading: LocationProviderMock()) == nil)
  }

  @Test func aCanceledTaskReadsNothing() async {
    let provider = provider(Reader(count: 1000))
    let task = Task { () -> Bool in
      withUnsafeCurrentTask { $0?.cancel() }
      return await WholeRecording(reading: provider) == nil
    }
    #expect(await task.value)
  }

  @Test func thePlaybackHasTheDurationWhenTheRecordingIsRead() async {
    let source = PlayedSource(
      TestTrack.drive.provider(), playing: TestTrack.drive.provider(pace: .recorded), canSeek: true,
      recording: TestTrack.drive.provider(), clock: ManualClock())
    #expect(source.playback?.duration == nil && source.whole == nil)
    await source.readWhole()
    #expect(source.playback?.duration == source.whole?.duration)
    #expect(source.whole?.devices.counts.fixes == TestTrack.drive.fixes.count)
  }
}

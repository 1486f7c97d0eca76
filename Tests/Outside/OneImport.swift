// The usual program needs one import.
import SwiftLocation

func recordedDrive(_ path: String, as track: String) async throws -> Fix {
  let provider = TrackReplayProvider(
    FileByteSource(path: path), pace: .unpaced, maximumGap: .seconds(5))
  let service = UserLocationService(provider: provider)
  let log: NMEAReplayProvider = NMEAReplayProvider(path: path, pace: ReplayPace.times(10))
  try await LocationRecorder(path: track, format: .gpx).record(log)
  let talker: Talker = .gps
  print(talker)
  return try await service.userLocation()
}

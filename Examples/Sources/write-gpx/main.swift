// Writes the track of a recorded NMEA log as GPX:  write-gpx drive.nmea > drive.gpx
import Foundation
import LocationCore
import LocationTracks
import NMEALocation

let provider = NMEAReplayProvider(path: CommandLine.arguments[1], pace: .unpaced)
let updates = provider.startUpdatingLocation()
var track = TrackWriter(.gpx)
updates.interests = track.interests
for try await update in updates {
  track.write(update)
  try track.flush { try FileHandle.standardOutput.write(contentsOf: $0) }
}
track.end()
try track.flush { try FileHandle.standardOutput.write(contentsOf: $0) }

import LocationCore
import LocationPOSIX
import LocationTracks

/// Records fixes to a file, and writes a line with the number of each one when it is recorded. Tests run it,
/// and kill it. It ends after many fixes, because a test that was killed itself would leave it running.
///
///     track-recorder FORMAT FILE FIRST
@main
struct TrackRecorder {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let format = RecordingFormat(name: arguments[1]),
      let first = Int(arguments[3])
    else { exit(64) }
    let recorder = try LocationRecorder(path: arguments[2], format: format)
    for number in first..<first + 50_000 {
      // The latitude is the number, in millionths of a degree.
      let place = try Coordinate(latitude: Double(number) / 1e6, longitude: 1)
      var fix = Fix(coordinate: place, source: FixSource(kind: .live, name: "test"))
      fix.timestamp = Date(timeIntervalSince1970: 1_740_787_200 + Double(number))
      try recorder.record(.fix(fix))
      let line = Array("\(number)\n".utf8)
      // One write, so that a kill leaves no half of a line.
      guard write(1, line, line.count) == line.count else { exit(74) }
    }
  }
}

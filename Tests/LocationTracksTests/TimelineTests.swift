import LocationCore
import LocationReplay
import TestTurns
import Testing

@testable import LocationTracks

/// The three shapes of Google's Timeline.
@Suite(.inTurn) struct TimelineTests {
  private static func track(_ text: String, inPiecesOf size: Int = 1 << 20) throws -> ParsedTrack {
    #expect(FileFormat.recognize(text.utf8, isWhole: true) == .known(.timeline))
    return try ParsedTrack(text, as: .timeline, inPiecesOf: size)
  }

  private static let records = """
    {"locations": [{
      "latitudeE7": 481234567, "longitudeE7": 115678901, "accuracy": 12, "altitude": 520,
      "velocity": 3, "heading": 90, "activity": [{"activity": [{"type": "STILL"}]}],
      "deviceTag": -7, "timestamp": "2025-03-01T12:00:00.500Z"
    }, {
      "latitudeE7": 911234567, "longitudeE7": 1, "timestamp": "2025-03-01T12:00:01Z"
    }, {
      "latitudeE7": -10, "longitudeE7": 3094967296, "velocity": -1, "timestampMs": "1740830402000"
    }, {"timestampMs": "1740830403000"}]}
    """

  @Test(arguments: [1, 7, 1 << 20])
  func aRecordOfTakeoutIsAFix(size: Int) throws {
    let track = try Self.track(Self.records, inPiecesOf: size)
    #expect(track.error == nil && track.fixes.count == 2)
    let fix = try #require(track.fixes.first)
    #expect(try fix.coordinate == Coordinate(latitude: 48.1234567, longitude: 11.5678901))
    #expect(fix.timestamp == .march(12, 0, 0.5) && fix.altitude == 520)
    #expect(fix.errors.horizontal == 12 && fix.speed == 3 && fix.course == 90)
    #expect(fix.source.device == "-7")
    let last = try #require(track.fixes.last)
    // Old files have negative numbers without their sign.
    #expect(last.coordinate.longitude == -120 && last.speed == nil && last.source.device == nil)
    #expect(last.timestamp == .march(12, 0, 2))
    #expect(track.skipped.names == ["point without a possible position (2)"])
  }

  @Test func segmentsOfAMonthAreTracksAndVisitsAreWaypoints() throws {
    let track = try Self.track(
      """
      {"timelineObjects": [{"activitySegment": {
        "startLocation": {"latitudeE7": 480000000, "longitudeE7": 110000000},
        "endLocation": {"latitudeE7": 482000000, "longitudeE7": 110000000},
        "duration": {"startTimestamp": "2025-03-01T12:00:00Z", "endTimestamp": "2025-03-01T12:02:00Z"},
        "activityType": "IN_BUS", "waypointPath": {"waypoints": [{"latE7": 481000000, "lngE7": 110000000}]}
      }}, {"placeVisit": {
        "location": {"latitudeE7": 482000000, "longitudeE7": 110000000, "name": "Hut", "address": "Hill 1"},
        "duration": {"startTimestampMs": "1740830520000"}
      }}, {"activitySegment": {
        "startLocation": {}, "endLocation": {}, "duration": {}, "activityType": "UNKNOWN_ACTIVITY_TYPE",
        "waypointPath": {"waypoints": [{"latE7": 1, "lngE7": 1}]},
        "simplifiedRawPath": {"points": [
          {"latE7": 490000000, "lngE7": 110000000, "accuracyMeters": 8, "timestamp": "2025-03-01T12:05:00Z"}]}
      }}]}
      """)
    #expect(
      track.items.map(\.brief) == [
        "track", "fix 48.0 11.0 @1740830400.0", "fix 48.1 11.0", "fix 48.2 11.0 @1740830520.0",
        "waypoint 48.2 11.0 @1740830520.0 \"Hut\"", "track", "fix 49.0 11.0 @1740830700.0",
      ])
    #expect(track.items.first?.content == .trackStart(TrackTitle(type: "in_bus")))
    #expect(track.fixes.last?.errors.horizontal == 8)
    #expect(track.skipped.names == ["point without a possible position (2)"])
  }

  @Test func theExportOfAPhoneHasPathsVisitsAndSignals() throws {
    let track = try Self.track(
      """
      {"semanticSegments": [
        {"startTime": "2025-03-01T13:00:00.000+01:00", "endTime": "2025-03-01T14:00:00.000+01:00",
         "timelinePath": [{"point": "48.1°, 11.5°", "time": "2025-03-01T13:01:00.000+01:00"},
           {"point": "?", "time": "2025-03-01T13:02:00.000+01:00"},
           {"point": "-48.2°, -11.5°", "time": "2025-03-01T13:03:00.000+01:00"}]},
        {"startTime": "2025-03-01T13:10:00.000+01:00",
         "visit": {"topCandidate": {"semanticType": "HOME", "placeLocation": {"latLng": "48.3°, 11.5°"}}}}],
       "rawSignals": [
        {"position": {"LatLng": "48.4°, 11.5°", "accuracyMeters": 9, "altitudeMeters": 500.5,
          "speedMetersPerSecond": 1.5, "timestamp": "2025-03-01T13:20:00.000+01:00"}},
        {"wifiScan": {"deliveryTime": "2025-03-01T13:20:00.000+01:00"}}],
       "userLocationProfile": {"frequentPlaces": [{"placeLocation": "48.5°, 11.5°"}]}}
      """)
    #expect(
      track.items.map(\.brief) == [
        "track", "fix 48.1 11.5 @1740830460.0", "fix -48.2 -11.5 @1740830580.0",
        "waypoint 48.3 11.5 @1740831000.0 \"HOME\"", "track", "fix 48.4 11.5 500.5 @1740831600.0",
      ])
    #expect(track.fixes.last?.speed == 1.5 && track.fixes.last?.errors.horizontal == 9)
    #expect(track.skipped.names == ["point without a possible position", "wifiScan"])
  }

  @Test func theExportOfAnIPhoneIsAList() throws {
    let track = try Self.track(
      """
      [{"endTime": "2025-03-01T13:00:00.000Z", "startTime": "2025-03-01T12:00:00.000Z",
        "timelinePath": [{"point": "geo:48.1,11.5", "durationMinutesOffsetFromStartTime": "2"}]},
       {"endTime": "2025-03-01T13:00:00.000Z", "startTime": "2025-03-01T12:30:00.000Z",
        "activity": {"start": "geo:48.1,11.5", "end": "geo:48.2,11.5",
          "topCandidate": {"type": "walking"}}},
       {"startTime": "2025-03-01T13:00:00.000Z",
        "visit": {"topCandidate": {"semanticType": "Unknown", "placeLocation": "geo:48.2,11.5"}}}]
      """)
    #expect(
      track.items.map(\.brief) == [
        "track", "fix 48.1 11.5 @1740830520.0", "track", "fix 48.1 11.5 @1740832200.0",
        "fix 48.2 11.5 @1740834000.0", "waypoint 48.2 11.5 @1740834000.0",
      ])
  }

  @Test func aFileThatIsCutOffKeepsWhatIsWhole() throws {
    let track = try ParsedTrack(String(Self.records.dropLast(90)), as: .timeline)
    #expect(track.fixes.count == 1 && track.error?.isCutOff == true)
  }
}

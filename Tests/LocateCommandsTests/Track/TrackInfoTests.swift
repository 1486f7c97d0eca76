import TestTurns
import Testing

@testable import LocateCommands

@Suite(.inTurn) struct TrackInfoTests {
  private let test = TestEnvironment(log: TrackCommandTests.gpx)

  private func run(_ line: String) async -> Int32 {
    await test.run(line.split(separator: " ").map(String.init))
  }

  @Test func aSmallerClimbCountsOnRequest() async {
    #expect(await run("track info a.gpx --climb-threshold 100m") == 0)
    #expect(test.output.text.contains("Climb      up 0.0 m, down 0.0 m (threshold 100.0 m)"))
  }

  @Test func infoPrintsTheNumbers() async {
    #expect(await run("track info a.gpx") == 0)
    #expect(
      test.output.text == """
        File       file:a.gpx
        Points     6 in 1 track, 2 segments
        Beside     1 waypoint, 1 route
        Start      2025-06-01 08:00:00Z
        End        2025-06-01 09:02:00Z
        Duration   1:02:00, moving 4:00 (from 1.8 km/h)
        Distance   445.3 m
        Speed      average 6.7 km/h, moving 6.7 km/h, highest 6.7 km/h (from positions)
        Altitude   100.0 m to 130.0 m above mean sea level
        Climb      up 30.0 m, down 15.0 m (threshold 5.0 m)
        Box        0.0000000° N  0.0000000° E  to  0.0000000° N  0.0050000° E
        Sampling   every 1:00
        Gaps       1 longer than 1:00, the longest 58:00

        """)
    #expect(test.errors.text == "")
  }

  @Test func infoPrintsJSON() async {
    #expect(await run("track info a.gpx --json --gap 2h") == 0)
    #expect(
      test.output.text == #"""
        {"file":"file:a.gpx","tracks":1,"segments":2,"points":6,"waypoints":1,"routes":1,\#
        "start":"2025-06-01T08:00:00.000Z","end":"2025-06-01T09:02:00.000Z","duration":3720,\#
        "movingTime":240,"movingThreshold":0.5,"distance":445.278,"averageSpeed":1.855,\#
        "movingSpeed":1.855,"maximumSpeed":1.855,"maximumSpeedIsDerived":true,\#
        "minimumAltitude":100,"maximumAltitude":130,"ascent":30,"descent":15,\#
        "altitudeReference":"meanSeaLevel","altitudeThreshold":5,"bbox":[0,0,0.005,0],\#
        "samplingInterval":60,"gaps":0,"gapThreshold":7200}

        """#)
  }

  @Test func infoFollowsTheUnits() async {
    #expect(await run("track info a.gpx --units imperial --coordinates dm") == 0)
    #expect(test.output.text.contains("Distance   0.28 mi\n"))
    #expect(test.output.text.contains("up 98.4 ft"))
    #expect(await run("track info a.gpx --json --units imperial") == 64)
  }

  @Test func infoOfSeveralFilesPrintsEachAndATotal() async {
    #expect(await run("track info a.gpx b.gpx --json") == 0)
    #expect(test.output.lines.count == 3)
    #expect(test.output.lines[1].hasPrefix(#"{"file":"file:b.gpx""#))
    #expect(
      test.output.lines[2] == #"""
        {"files":2,"tracks":2,"points":12,"duration":7440,"movingTime":480,"distance":890.556,\#
        "ascent":60,"descent":30}
        """#)
  }

  @Test func theTotalForPeopleHasTheSums() async {
    #expect(await run("track info a.gpx b.gpx") == 0)
    #expect(
      test.output.text.hasSuffix(
        """

        Total      2 files, 12 points
        Distance   890.6 m
        Duration   2:04:00, moving 8:00
        Climb      up 60.0 m, down 30.0 m

        """))
  }

  /// A device without a date states 1970.
  @Test func aDurationOfManyYearsIsANumber() async {
    let track = ["1970-01-01T00:00:00Z", "2022-03-13T09:33:23Z"].map {
      "<trkpt lat='47' lon='8'><time>\($0)</time><extensions><power>200</power></extensions></trkpt>"
    }
    let test = TestEnvironment(
      log: "<gpx><trk><trkseg>\(track.joined())</trkseg></trk></gpx>")
    #expect(await test.run("track", "info", "a.gpx", "--json") == 0)
    #expect(test.output.text.contains(#""duration":1647164003,"#))
    #expect(test.output.text.contains(#""longestGap":1647164003,"#))
    #expect(test.output.text.contains(#""averagePower":200,"maximumPower":200,"#))
    #expect(await test.run("track", "info", "a.gpx") == 0)
    #expect(test.output.text.contains("Duration   457545:33:23, moving 0 s"))
    #expect(test.output.text.contains("the longest 457545:33:23\n"))
    #expect(test.output.text.contains("Power      average 200 W, highest 200 W\n"))
  }
}

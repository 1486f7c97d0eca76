import LocationCore
import TestTurns
import Testing

@Suite(.inTurn) struct FixSourceTests {
  @Test(arguments: [
    ("file:/home/jane/rides/drive.nmea", "file:drive.nmea"), ("file:drive.nmea", "file:drive.nmea"),
    ("file:../a b/c.gpx", "file:c.gpx"),
    ("sim:/home/jane/r.gpx?seed=7&x=a/b", "sim:r.gpx?seed=7&x=a/b"),
    ("sim:drive?to=a/b", "sim:drive?to=a/b"), ("last:file:/home/jane/a.nmea", "last:file:a.nmea"),
    ("gpsd://localhost:2947", "gpsd://localhost:2947"), ("mqtt://host/a/b", "mqtt://host/a/b"),
    ("serial:/dev/ttyACM0", "serial:/dev/ttyACM0"),
  ])
  func whatOthersReadNamesNoFolder(_ name: String, _ shown: String) {
    #expect(FixSource(kind: .replayed, name: name).publicName == shown)
  }
}

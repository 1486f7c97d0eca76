import TestTurns
import Testing

@testable import LocationTracks

@Suite(.inTurn) struct FileFormatTests {
  static let heads: [(FileFormat, [UInt8])] = [
    (.gpx, Array("<?xml version=\"1.0\"?>\n<!-- a walk -->\n<gpx version=\"1.1\">".utf8)),
    (.gpx, [0xEF, 0xBB, 0xBF] + Array("\r\n  <gpx>".utf8)),
    (.kml, Array("<?xml version=\"1.0\"?><kml xmlns=\"http://www.opengis.net/kml/2.2\">".utf8)),
    (.tcx, Array("<?xml version=\"1.0\"?>\n<TrainingCenterDatabase>".utf8)),
    (.html, Array("<html></html>".utf8)), (.xml, Array("<svg></svg>".utf8)),
    (.gpsdJSON, Array("{\"class\":\"VERSION\",\"release\":\"3.22\"}\n".utf8)),
    (.gpsdJSON, Array("[{\"lat\":48.1,\"class\":\"TPV\"},{\"class\":\"SKY\"}]\n".utf8)),
    // What writes a text before gpsd's objects: gpspipe -t, -Z, ts, syslog, systemd, mosquitto_sub -v.
    (.gpsdJSON, Array("2026-05-08 10:00:00: {\"class\":\"VERSION\"}\n".utf8)),
    (.gpsdJSON, Array("1778234400.123: {\"class\":\"TPV\",\"mode\":1}\n".utf8)),
    (.gpsdJSON, Array("May  8 10:00:00 hut gpspipe[7]: {\"class\":\"TPV\"}\n".utf8)),
    (.gpsdJSON, Array("[2026-05-08 10:00:00] {\"class\":\"TPV\"}\n".utf8)),
    (.gpsdJSON, Array("[1778234400] {\"class\":\"TPV\"}\n".utf8)),
    (.gpsdJSON, Array("<13>May  8 10:00:00 gps: {\"class\":\"TPV\"}\n".utf8)),
    (.gpsdJSON, Array("# started\ngps/hut {\"mode\":1,\"class\":\"TPV\"}\n".utf8)),
    (.geoJSON, Array("{\"type\": \"FeatureCollection\", \"features\": []}".utf8)),
    (.timeline, Array("{\"locations\": [{\n\"timestampMs\" : \"1\"}]}".utf8)),
    (.timeline, Array("[{\"startTime\":\"\",\"visit\":{\"hierarchyLevel\":\"0\"}}]".utf8)),
    (.srt, Array("\u{FEFF}1\r\n00:00:00,000 --> 00:00:00,033\r\n".utf8)),
    (.json, Array("[1, 2]".utf8)),
    (.fit, [14, 0x10, 0x43, 0x08, 0, 0, 0, 0] + Array(".FIT".utf8) + [0, 0]),
    (.igc, Array("AXCT0123456789\r\nHFDTE010625\r\n".utf8)),
    (.igc, Array("ALXNQKFFLIGHT:3\r\nHFDTE160722\r\n".utf8)),
    (.igc, Array("HFDTE090319\r\nHFPLTPILOT:A\r\n".utf8)),
    (.ownTracks, Array("2025-03-01T12:00:00Z\t* \t{}\n".utf8)),
    (.csv, Array("2025-03-01T12:00:00Z,1,2\n2025-03-01T12:00:01Z,1,2\n".utf8)),
    (.igc, Array("AXFMSFP Flymaster Live, V1.0, S/N 1\r\nHFFXA010\r\n".utf8)),
    (.csv, Array("Also,Lat,Lon\nHFFXA,1,2\n".utf8)),
    (.csv, Array("time_utc,latitude_deg,longitude_deg\r\n2025-03-01T12:00:00Z,1,2\r\n".utf8)),
    (.csv, Array("\"Altitude\";\"Lat\";\"Lon\"\n".utf8)),
    (.csv, Array("Altitude,Lat,Lon\n".utf8)),
    (.kmz, [0x50, 0x4B, 0x03, 0x04] + [UInt8](repeating: 0, count: 26) + Array("doc.kml".utf8)),
    (.zip, [0x50, 0x4B, 0x03, 0x04] + [UInt8](repeating: 0, count: 26) + Array("a.nmea".utf8)),
    (.gzip, [0x1F, 0x8B, 8, 0]), (.bzip2, Array("BZh9".utf8)),
    (.xz, [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]), (.zstandard, [0x28, 0xB5, 0x2F, 0xFD]),
    (.utf16, [0xFF, 0xFE, 0x24, 0x00, 0x47, 0x00]), (.utf16, [0xFE, 0xFF, 0x00, 0x3C]),
  ]

  @Test(arguments: heads)
  func aFormatIsRecognizedByItsFirstBytes(format: FileFormat, head: [UInt8]) {
    #expect(FileFormat.recognize(head, isWhole: true) == .known(format))
    let more = head + [UInt8](repeating: 0x20, count: 2000)
    #expect(FileFormat.recognize(more, isWhole: false) == .known(format))
    // A pipe may deliver the bytes one by one. The answer never changes.
    for count in 0..<head.count {
      let early = FileFormat.recognize(head.prefix(count), isWhole: false)
      #expect(early == .undecided || early == .known(format), "\(count) bytes")
    }
  }

  @Test(arguments: [
    "$GPGGA,1\r\n", "!AIVDM,1\r\n", "\\s:a*00\\$GPGGA\r\n", "hello\n", "# a log\n$GPGGA",
    "PUBX,00,\r\n$GPGGA,1\r\n", "BOB was here\n", "A first line\n$GPGGA,1\r\n",
    "1,2,3\r\n$GPGGA,1\r\n", "latitude of the walk\n", "one, two\nthree\n",
    "2026-05-08 10:00:00,078 INFO read\n2026-05-08 10:00:01,112 INFO read\n",
    "[2026-05-08 10:00:00] $GPGGA,1\r\n", "[1778234400] $GPGGA,1\r\n", "[INFO] $GPGGA,1\r\n",
    "<13>May  8 10:00:00 gps: $GPGGA,1\r\n", "{gps} $GPGGA,1\r\n", "(10:00:00) !AIVDM,1\r\n",
    // gpspipe -r writes three objects before the sentences.
    "{\"class\":\"VERSION\"}\r\n{\"class\":\"WATCH\"}\r\n$GPGGA,1\r\n",
    "# a log\n{\"class\":\"DEVICES\"}\n$GPGGA,1\n",
  ])
  func anythingElseMayBeALog(text: String) {
    #expect(FileFormat.recognize(text.utf8, isWhole: true) == .other)
  }

  @Test(arguments: [
    "1,2,3\n4,5,6\n", "time,speed\n1,2\n", "lat;latitude\n", "UTM E\tUTM N\n1\t2\n",
  ])
  func aTableIsCSVSoThatItsErrorSpeaksOfColumns(text: String) {
    #expect(FileFormat.recognize(text.utf8, isWhole: true) == .known(.csv))
    #expect(FileFormat.recognize(text.utf8, isWhole: false) == .undecided)
  }

  @Test func aSentenceIsNotHeldBack() {
    #expect(FileFormat.recognize("$".utf8, isWhole: false) == .other)
    #expect(FileFormat.recognize([], isWhole: false) == .undecided)
    #expect(FileFormat.recognize([], isWhole: true) == .other)
  }

  @Test func binaryDataMayComeBeforeSentences() {
    let head: [UInt8] = [0xB5, 0x62, 0x01, 0x07, 0, 0, 0x08, 0x19] + Array("$GPGGA,1\r\n".utf8)
    #expect(FileFormat.recognize(head, isWhole: true) == .other)
    #expect(FileFormat.recognize(head.prefix(4), isWhole: false) == .other)
  }

  @Test func theListsForPeopleComeFromTheRegistry() {
    #expect(
      TrackInputFormat.names == [
        "nmea", "gpx", "kml", "kmz", "tcx", "json", "geojson", "igc", "fit", "owntracks", "srt",
        "timeline", "csv",
        "updates",
      ])
    #expect(RecordingFormat.names == ["gpx", "nmea", "csv", "json", "updates"])
    #expect(
      UnreadableRecording(format: .xz, path: nil).advice
        == "NMEA 0183, GPX, KML, TCX, gpsd JSON, GeoJSON, IGC, FIT, OwnTracks, DJI SRT, Google Timeline and CSV are read"
    )
    #expect(Set(FileFormat.all).count == FileFormat.all.count)
    #expect(RecordingFormat.names.allSatisfy { TrackFormat(name: $0) != nil })
  }

  @Test func aCommandThatHelpsIsQuotedForAShell() {
    #expect(UnreadableRecording(format: .gzip, path: "a b.gz").conversion == "zcat 'a b.gz'")
    #expect(UnreadableRecording(format: .gzip, path: "it's.gz").conversion == #"zcat 'it'\''s.gz'"#)
    #expect(UnreadableRecording(format: .gzip, path: "logs/a.gz").conversion == "zcat logs/a.gz")
    #expect(UnreadableRecording(format: .gzip, path: nil).conversion == "zcat")
    #expect(
      UnreadableRecording(format: .kml, path: "a.kml").conversion
        == "gpsbabel -i kml -f a.kml -o gpx -F -")
  }
}

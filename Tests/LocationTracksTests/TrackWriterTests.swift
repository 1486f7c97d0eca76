import Foundation
import LocationCore
import LocationTesting
import LocationTracks
import TestTurns
import Testing

/// Calls the writer as a program outside this package does.
@Suite(.inTurn) struct TrackWriterTests {
  private let source = FixSource(kind: .live, name: "test")

  private func fix(_ latitude: Double) throws -> Fix {
    Fix(coordinate: try Coordinate(latitude: latitude, longitude: 13.4), source: source)
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func writesWhatAProviderDelivers() async throws {
    let provider = LocationProviderMock(script: [
      .update(.fix(try fix(1))), .update(.fix(try fix(2))), .end,
    ])
    var track = TrackWriter(.gpx)
    var file = Data()
    for try await update in provider.startUpdatingLocation() {
      track.write(update)
      file.append(contentsOf: track.takeBytes())
    }
    track.end()
    file.append(contentsOf: track.takeBytes())
    let document = String(decoding: file, as: UTF8.self)
    #expect(document.hasPrefix("<?xml"))
    #expect(document.components(separatedBy: "<trkpt").count == 3)
    #expect(document.hasSuffix("</gpx>\n"))
  }

  @Test func takenBytesDoNotComeAgain() throws {
    var writer = TrackWriter(.geoURI)
    #expect(writer.takeBytes() == [])
    writer.write(try fix(1))
    #expect(text(writer.takeBytes()) == "geo:1,13.4\n")
    writer.write(try fix(2))
    #expect(text(writer.takeBytes()) == "geo:2,13.4\n")
    #expect(writer.takeBytes() == [])
  }

  @Test func theBytesDoNotDependOnWhenTheyAreTaken() throws {
    for format in TrackFormat.names.compactMap(TrackFormat.init(name:)) {
      var often: [UInt8] = []
      var once = TrackWriter(format, now: { .distantPast })
      var writer = TrackWriter(format, now: { .distantPast })
      for latitude in [1.0, 2, 3] {
        let update = LocationUpdate.fix(try fix(latitude))
        writer.write(update)
        once.write(update)
        often += writer.takeBytes()
      }
      writer.end()
      once.end()
      #expect(often + writer.takeBytes() == once.takeBytes())
    }
  }

  @Test func aFixIsWrittenAsItsUpdate() throws {
    for format in TrackFormat.names.compactMap(TrackFormat.init(name:)) {
      var fixes = TrackWriter(format, now: { .distantPast })
      var updates = TrackWriter(format, now: { .distantPast })
      fixes.write(try fix(1))
      updates.write(.fix(try fix(1)))
      #expect(fixes.takeBytes() == updates.takeBytes())
    }
  }

  @Test func aSinkThatFailsLosesNothing() throws {
    struct DiskIsFull: Error {}
    var writer = TrackWriter(.geoURI)
    writer.write(try fix(1))
    #expect(throws: DiskIsFull.self) {
      try writer.flush { _ throws(DiskIsFull) in throw DiskIsFull() }
    }
    var received: [UInt8] = []
    writer.flush { received += $0 }
    #expect(text(received) == "geo:1,13.4\n")
    writer.flush { _ in Issue.record("There are no bytes left.") }
  }

  @Test func nothingFollowsTheEnd() throws {
    var writer = TrackWriter(.geoJSON)
    writer.end()
    let empty = writer.takeBytes()
    #expect(text(empty) == #"{"type":"FeatureCollection","features":["# + "\n]}\n")
    writer.write(try fix(1))
    writer.write(.fix(try fix(1)))
    writer.end()
    #expect(writer.takeBytes() == [])
  }

  @Test func findsFormatsByName() {
    #expect(
      TrackFormat.names == [
        "json", "csv", "gpx", "geojson", "geojson-points", "nmea", "geo", "kml", "tcx",
        "updates",
      ])
    #expect(TrackFormat(name: "GeoJSON") == .geoJSON)
    #expect(TrackFormat(name: "xml") == nil)
  }

  @Test func onlyGpsdsAndReceiversFormatsHaveSatellites() {
    func interests(_ format: TrackFormat) -> LocationInterests { TrackWriter(format).interests }
    for format in [TrackFormat.json, .nmea] { #expect(interests(format) == .satellites) }
    for format in [TrackFormat.gpx, .csv, .geoJSON, .geoJSONPoints, .geoURI] {
      #expect(interests(format) == [])
    }
  }
}

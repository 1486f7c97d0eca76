import Foundation
import GPSDProtocol
import LocationCore
import NMEALocation
import TestSupport
import TestTurns
import Testing

@testable import LocationTracks

/// Points of a track are fixes for a gpsd that reads them as NMEA, although no format says how many satellites
/// were used.
@Suite(
  .enabled(if: RealGPSD.isInstalled, "gpsd is not installed (apt install gpsd)"),
  .inTurn)
struct FixForGPSDTests {
  private static let count = 12

  /// A track with an altitude and a time in each point, and nothing about satellites.
  private static func track(_ format: FileFormat) throws -> [UInt8] {
    switch format {
    case .igc:
      let points = (0..<count).map { "B1200\($0 + 10)4800\($0 + 10)0N01130000EA0052000510" }
      return Array((["AXXX001", "HFDTE010325"] + points).joined(separator: "\r\n").utf8)
    case .fit:
      var builder = FITBuilder()
      builder.define(0, as: 0, [(0, 0x00, 1)])
      builder.add(0, (4, 1))
      builder.define(
        3, as: 20,
        [FITBuilder.timestamp, FITBuilder.latitude, FITBuilder.longitude, FITBuilder.altitude])
      for index in 0..<count {
        // Seconds since 1989-12-31, and fifths of a meter above -500 m.
        builder.add(
          3, (1_740_830_410 - 631_065_600 + index, 4),
          FITBuilder.semicircles(48 + Double(index) / 1024), FITBuilder.semicircles(11.5),
          (5050, 2))
      }
      return builder.file
    default:
      var writer = TrackWriter(try #require(TrackFormat(name: format.name ?? "")))
      return Array(
        writer.document(
          try (0..<count).map { index in
            var fix = Fix(
              coordinate: try Coordinate(latitude: 48 + Double(index) / 1024, longitude: 11.5),
              mode: .threeD, source: .replayed)
            fix.timestamp = Date(timeIntervalSince1970: 1_740_830_410 + Double(index))
            fix.altitude = 510
            return .fix(fix)
          }
        ).utf8)
    }
  }

  @Test(arguments: [
    FileFormat.gpx, .kml, .tcx, .geoJSON, .csv, .gpsdJSON, .updates, .igc, .fit,
  ])
  func everyFormatIsAFix(_ format: FileFormat) async throws {
    let track = try ParsedTrack(Self.track(format), as: format)
    #expect(track.fixes.count == Self.count)
    #expect(track.fixes.allSatisfy { $0.satellitesUsed == nil && $0.dilution.position == nil })
    var writer = TrackWriter(.nmea)
    let sentences = writer.document(track.fixes.map { .fix($0) })
    let feed = try TextFeed()
    let gpsd = try await RealGPSD.start(servedAt: feed.port)
    let client = try LoopbackClient(port: gpsd.port)
    client.send(GPSDRequest.watch(GPSDWatch(json: true, nmea: true)).line + "\n")
    #expect(try await onThread { client.readLine(with: #""class":"WATCH""#) } != nil)
    #expect(await eventually { feed.clientCount == 1 })
    // gpsd repeats the receiver's sentences, so the last one ends the test.
    feed.send(sentences + sentence("GPTXT,01,01,02,THE END"))
    let reports = try await onThread { () -> [String] in
      var reports: [String] = []
      while let line = client.readLine(), !line.hasPrefix("$GPTXT,01,01,02,THE END") {
        if line.hasPrefix(#"{"class":"TPV""#) { reports.append(line) }
      }
      return reports
    }
    // gpsd needs a few sentences to know the receiver.
    let known = reports.drop { !$0.contains("12:00:14") }
    #expect(known.count >= 7)
    for report in known {
      #expect(report.contains(#""mode":3"#) && report.contains(#""altMSL":510.0000"#), "\(report)")
    }
  }
}

import Foundation
import LocationCore
import LocationIO
import LocationReplay
import TestTurns
import Testing

@testable import LocationTracks

@Suite(.inTurn) struct TrackFileReaderTests {
  private static func reader(_ bytes: some Sequence<UInt8>) throws -> TrackFileReader {
    try TrackFileReader(DataByteSource(bytes: bytes, name: "file:track"))
  }

  private static func fixes(_ bytes: some Sequence<UInt8>) async throws -> [Fix] {
    let reader = try reader(bytes)
    var fixes: [Fix] = []
    while let item = try await reader.next() {
      if case .fix(let fix) = item.update { fixes.append(fix) }
    }
    return fixes
  }

  /// The same place and time in each format; `nil` is NMEA 0183.
  static let texts: [(FileFormat?, String)] = [
    (nil, "$GPRMC,120000,A,4800.000,N,01130.000,E,,,010325,,*14\r\n"),
    (
      .gpx,
      """
      <gpx><trk><trkseg><trkpt lat="48" lon="11.5"><time>2025-03-01T12:00:00Z</time></trkpt>
      </trkseg></trk></gpx>
      """
    ),
    (.gpsdJSON, #"{"class":"TPV","mode":2,"time":"2025-03-01T12:00:00Z","lat":48,"lon":11.5}"#),
    (
      .geoJSON,
      """
      {"type":"Feature","properties":{"coordTimes":["2025-03-01T12:00:00Z"]},
      "geometry":{"type":"LineString","coordinates":[[11.5,48]]}}
      """
    ),
    (.igc, "AXXX001\nHFDTE010325\nB1200004800000N01130000EV0000000000\n"),
    (.csv, "time,lat,lon\n2025-03-01T12:00:00Z,48,11.5\n"),
  ]

  private static let compressed = """
    H4sIAAAAAAACA7NJL6iwsykpygYTxanpYLqgRCEnscRWyVBJISc/z1bJSEnfzkYfpkAfrF\
    wfpBMAFsikkD8AAAA=
    """

  static var fit: [UInt8] {
    var builder = FITBuilder(isBigEndian: true)
    builder.define(0, as: 20, [FITBuilder.timestamp, FITBuilder.latitude, FITBuilder.longitude])
    builder.add(
      0, (1_740_830_400 - 631_065_600, 4), FITBuilder.semicircles(48),
      FITBuilder.semicircles(11.5))
    return builder.file
  }

  @Test(arguments: texts.map { ($0.0, Array($0.1.utf8)) } + [(FileFormat.fit, fit)])
  func theContentDecidesTheFormat(format: FileFormat?, bytes: [UInt8]) async throws {
    let fixes = try await Self.fixes(bytes)
    let fix = try #require(fixes.first)
    #expect(fixes.count == 1)
    #expect(abs(fix.coordinate.latitude - 48) < 1e-7)
    #expect(abs(fix.coordinate.longitude - 11.5) < 1e-7)
    #expect(fix.timestamp == .march(12, 0, 0))
    #expect(fix.source == FixSource(kind: .replayed, name: "file:track"))
    #expect(fix.speed == nil && fix.altitude == nil)
    let reader = try Self.reader(bytes)
    _ = try await reader.next()
    #expect(reader.format == format)
  }

  @Test func aFormatThatIsNamedIsNotRecognized() async throws {
    // A table without a header of places is not recognized.
    let table = "hello\nlat,lon\n1,2\n"
    let reader = try TrackFileReader(DataByteSource(bytes: table.utf8, name: "a"), as: .csv)
    #expect(try await reader.next()?.brief == "fix 1.0 2.0")
    #expect(reader.format == .csv)
    let log = try TrackFileReader(DataByteSource(bytes: table.utf8, name: "a"), as: .nmea)
    _ = try? await log.next()
    #expect(log.format == nil)
  }

  @Test(arguments: [TrackInputFormat.gpx, nil])
  func aFormatThatIsNamedMayBeCompressed(format: TrackInputFormat?) async throws {
    // gzip of <gpx><trk><trkseg><trkpt lat="1" lon="2"/></trkseg></trk></gpx>
    let bytes = try #require(Data(base64Encoded: Self.compressed))
    let reader = try TrackFileReader(DataByteSource(bytes: bytes, name: "a"), as: format)
    var latitudes: [Double] = []
    while let item = try await reader.next() {
      if case .fix(let fix) = item.update { latitudes.append(fix.coordinate.latitude) }
    }
    #expect(latitudes == [1])
    #expect(reader.format == .gpx)
  }

  @Test func anErrorComesAfterAllItemsAndStays() async throws {
    let reader = try Self.reader("<gpx>\n<wpt lat='1' lon='2'/>\n</trk></gpx>".utf8)
    #expect(try await reader.next() != nil)
    for _ in 0..<2 {
      let error = await #expect(throws: UserLocationError.self) { try await reader.next() }
      #expect(error?.code == .badData)
      #expect(error?.source == "file:track")
      let cause = try #require(error?.cause as? TrackFileError)
      #expect(cause.line == 3)
      #expect(error?.detail == cause.description)
    }
  }

  @Test func itemsInMemoryAreTakenAtOnce() async throws {
    let reader = try Self.reader("lat,lon\n1,2\n3,4\n5,6\n".utf8)
    #expect(reader.takeBuffered(upTo: 9).isEmpty)
    _ = try await reader.next()
    #expect(reader.takeBuffered(upTo: -1).isEmpty)
    #expect(reader.takeBuffered(upTo: 9).count == 2)
    #expect(try await reader.next() == nil)
  }

  @Test func aFormatThatIsNotReadIsNamed() async throws {
    let reader = try Self.reader("BZh91AY&SY..".utf8)
    let error = await #expect(throws: UserLocationError.self) { try await reader.next() }
    #expect(error?.code == .badData)
    #expect(error?.detail.contains("it is bzip2") == true)
  }

  @Test func aPlayerPlaysAFile() async throws {
    let player = TrackPlayer(pace: .unpaced) { request throws(UserLocationError) in
      try TrackFileReader(DataByteSource(bytes: "lat,lon\n1,2\n3,4\n".utf8), request)
    }
    var latitudes: [Double] = []
    for try await case .fix(let fix) in player.startUpdatingLocation() {
      latitudes.append(fix.coordinate.latitude)
    }
    #expect(latitudes == [1, 3])
  }
}

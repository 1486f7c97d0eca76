import LocationCore
import LocationReplay
import Testing

@testable import LocationTracks

/// What each format that is written and read has a place for.
@Suite struct FormatContentTests {
  static let formats = ["gpx", "kml", "geojson", "geojson-points", "tcx", "csv", "json", "nmea", "updates"]

  /// What survives in another way than the samples look for: GPX names the track after its receiver.
  private static let exceptions: [String: TrackContents] = ["gpx": [.device]]

  @Test(arguments: formats)
  func whatAFormatDeclaresSurvivesAndEverythingElseIsCounted(name: String) async throws {
    let format = try #require(TrackFormat(name: name))
    let holds = TrackWriter(format).holds
    for content in TrackContent.allCases {
      if Self.exceptions[name]?.contains(content) == true { continue }
      let sample = try ContentSample(content)
      let (items, losses) = try await sample.converted(to: format)
      let survives = sample.words(of: items) == sample.words(of: sample.items)
      #expect(
        survives == holds.contains(content),
        "\(name), \(content): \(sample.words(of: items)), not \(sample.words(of: sample.items))")
      #expect(survives != sample.isCounted(in: losses), "\(name), \(content): \(losses.words)")
    }
  }
}

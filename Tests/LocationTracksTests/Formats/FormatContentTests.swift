import Foundation
import LocationCore
import LocationReplay
import TestSupport
import TestTurns
import Testing

@testable import LocationTracks

/// What each format that is written and read has a place for.
@Suite(.inTurn) struct FormatContentTests {
  static let formats = [
    "gpx", "kml", "geojson", "geojson-points", "tcx", "csv", "json", "nmea", "updates",
  ]

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

  @Test func theTableOfTheDocumentationIsTrue() throws {
    let lines = try Self.text("docs/formats.md").split(separator: "\n")
      .filter { $0.hasPrefix("|") }.map(String.init)
    let writers = try Self.formats.map { TrackWriter(try #require(TrackFormat(name: $0))).holds }
    var table = [
      "| | " + Self.formats.joined(separator: " | ") + " |",
      "|---|" + Self.formats.map { _ in ":-:|" }.joined(),
    ]
    for content in TrackContent.allCases {
      let words = content.words
      let name = words.many + (words.owner.map { " of \($0.many)" } ?? "")
      let cells = writers.map { $0.contains(content) ? "✓" : " " }
      table.append("| \(name) | " + cells.joined(separator: " | ") + " |")
    }
    #expect(lines == table, "\(table.joined(separator: "\n"))")
  }

  /// The text of a file of this repository.
  private static func text(_ path: String) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  @Test func theDocumentationOfTemplatesNamesEveryField() throws {
    let text = try Self.text("Sources/LocationTracks/Formats/Template/Template.swift")
    let comment = text.components(separatedBy: "public struct Template:")[0]
    for field in FixField.all { #expect(comment.contains("`\(field.name)`")) }
  }

  /// The names of the properties. That of a wrapped value begins with an underscore.
  private static func properties(of value: Any) -> [String] {
    Mirror(reflecting: value).children.compactMap {
      $0.label.map { String($0.trimmingPrefix("_")) }
    }
  }

  /// The names of recorded updates are those of the properties.
  @Test func everyStatedValueIsNamedAfterItsProperty() throws {
    let fix = try Fix.full(source: .live)
    let properties = Self.properties(of: fix)
    let names = Fix.dates.map(\.name) + Fix.numbers.map(\.name) + Fix.integers.map(\.name)
    #expect(names.allSatisfy(properties.contains))
    #expect(
      Self.properties(of: fix.errors)
        == ErrorEstimates.numbers.map(\.name))
    #expect(
      Self.properties(of: fix.dilution)
        == DilutionOfPrecision.numbers.map(\.name))
  }

  /// A file that goes through another format and back keeps what both formats have a place for, and no more.
  @Test(arguments: ["kml", "geojson", "tcx", "csv"])
  func aRoundTripKeepsWhatBothFormatsHold(name: String) async throws {
    let (gpx, other) = (TrackFormat.gpx, try #require(TrackFormat(name: name)))
    // GPX makes a waypoint of a lap.
    for content in TrackContent.allCases where content != .device && content != .lap {
      let sample = try ContentSample(content)
      let items = try await sample.converted(through: [gpx, other, gpx])
      let isKept = [gpx, other].allSatisfy { TrackWriter($0).holds.contains(content) }
      #expect((sample.words(of: items) == sample.words(of: sample.items)) == isKept, "\(content)")
    }
  }
}

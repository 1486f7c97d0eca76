import Foundation
import LocationCore
import LocationText
import TestSupport
import TestTurns
import Testing

@testable import LocationDashboard

@Suite(.inTurn) struct SourceMetricsTests {
  private let now = Date(timeIntervalSince1970: 1_735_689_600)

  private func lines(_ add: (inout SourceMetrics) -> Void) -> [String] {
    var metrics = SourceMetrics(at: now)
    add(&metrics)
    var text = ByteText()
    text.write(openMetrics: metrics.families)
    return text.string.split(separator: "\n").filter { !$0.hasPrefix("# ") }.map(String.init)
  }

  private func fix(_ kind: FixSource.Kind, age: Double?) throws -> Fix {
    var fix = try Fix.bare(48, 11, source: FixSource(kind: kind, name: "a"))
    fix.timestamp = age.map { now - $0 }
    return fix
  }

  private let state = [
    #"locate_source_state{source="a",locate_source_state="fix"} 1"#,
    #"locate_source_state{source="a",locate_source_state="waiting"} 0"#,
    #"locate_source_state{source="a",locate_source_state="denied"} 0"#,
    #"locate_source_state{source="a",locate_source_state="failed"} 0"#,
  ]

  @Test func allThatIsKnownHasASample() throws {
    var fix = try fix(.live, age: 2.5)
    fix.errors.horizontal = 3.25
    fix.satellitesUsed = 8
    let sky = SkyView(satellites: (1...11).map { Satellite(prn: $0) }, source: .live)
    #expect(
      lines { $0.add("a", .fix, fix: fix, sky: sky) }
        == state + [
          #"locate_fix_age_seconds{source="a"} 2.5"#,
          #"locate_fix_timestamp_seconds{source="a"} 1735689597.5"#,
          #"locate_fix_horizontal_accuracy_meters{source="a"} 3.25"#,
          #"locate_satellites_used{source="a"} 8"#,
          #"locate_satellites_visible{source="a"} 11"#,
        ])
  }

  @Test func whatIsNotKnownHasNoSample() throws {
    let timeless = try fix(.live, age: nil)
    #expect(lines { $0.add("a", .fix, fix: timeless) } == state)
    let waiting = lines { $0.add("b", .waiting) }
    #expect(waiting.count == 4)
    #expect(waiting[1] == #"locate_source_state{source="b",locate_source_state="waiting"} 1"#)
  }

  @Test(
    arguments: [(.live, "2"), (.remembered, "2"), (.simulated, nil), (.replayed, nil)]
      as [(FixSource.Kind, String?)])
  func onlyAPresentLocationHasAnAge(kind: FixSource.Kind, age: String?) throws {
    let fix = try fix(kind, age: 2)
    let line = lines { $0.add("a", .fix, fix: fix) }.first { $0.contains("_age_") }
    #expect(line == age.map { #"locate_fix_age_seconds{source="a"} \#($0)"# })
  }

  @Test(arguments: [(-0.4, "age_seconds", "0"), (-31_536_000, "ahead_seconds", "31536000")])
  func aClockThatIsAheadIsNoAge(age: Double, name: String, value: String) throws {
    let fix = try fix(.live, age: age)
    let found = lines { $0.add("a", .fix, fix: fix) }.filter {
      $0.contains("_age_seconds{") || $0.contains("_ahead_seconds{")
    }
    #expect(found == [#"locate_fix_\#(name){source="a"} \#(value)"#])
  }

  @Test func satellitesInUseAreCountedInTheSky() {
    var satellites = (1...5).map { Satellite(prn: $0) }
    for index in satellites.indices { satellites[index].isUsed = index < 3 }
    let sky = SkyView(satellites: satellites, source: .live)
    #expect(
      lines { $0.add("a", .waiting, sky: sky) }.contains(#"locate_satellites_used{source="a"} 3"#))
  }

  /// Samples with the same labels would be an error.
  @Test func aSourceIsThereOnce() throws {
    let fix = try fix(.live, age: 2)
    let once = lines { $0.add("a", .fix, fix: fix) }
    #expect(
      lines {
        $0.add("a", .fix, fix: fix)
        $0.add("a", .waiting)
      } == once)
  }

  @Test func aLostLocationIsNotThePresentOne() throws {
    var dashboard = LocationDashboard()
    dashboard.note(.fix(try fix(.live, age: 2)), at: now)
    let found = try #require(dashboard.devices.first)
    #expect(lines { $0.add(found, named: "a") }.contains { $0.contains("_age_") })
    dashboard.note(.fixLost(FixLoss(reason: .noFix, source: found.source)), at: now)
    let lost = try #require(dashboard.devices.first)
    #expect(lines { $0.add(lost, named: "a") } == lines { $0.add("a", .waiting) })
  }

  /// Other machines read the metrics.
  @Test func noLocalFolderIsNamed() {
    let lines = lines { $0.add("file:/home/jane/a.nmea", .waiting) }
    #expect(!lines.contains { $0.contains("jane") })
    #expect(lines.contains { $0.contains(#"source="file:a.nmea""#) })
  }
}

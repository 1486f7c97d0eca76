import Foundation
import LocationCore
import LocationPublishing
import LocationSources
import LocationText
import TestSupport
import TestTurns
import Testing

@Suite(.inTurn) struct LocationMetricsTests {
  private let now = Date(timeIntervalSince1970: 1_735_689_600)

  private func lines(
    of sources: [SourceSnapshot], queues: [QueueSnapshot] = []
  ) -> [Substring] {
    var text = ByteText()
    text.write(openMetrics: LocationMetrics.families(of: sources, queues: queues, at: now))
    return text.string.split(separator: "\n").filter { !$0.hasPrefix("# ") }
  }

  private func snapshot(_ kind: FixSource.Kind, age: Double?) throws -> SourceSnapshot {
    var fix = try Fix.bare(48, 11, source: FixSource(kind: kind, name: "a"))
    fix.timestamp = age.map { now - $0 }
    return SourceSnapshot(name: "a", state: .fix, fix: fix)
  }

  private let state = [
    #"locate_source_state{source="a",locate_source_state="fix"} 1"#,
    #"locate_source_state{source="a",locate_source_state="waiting"} 0"#,
    #"locate_source_state{source="a",locate_source_state="denied"} 0"#,
    #"locate_source_state{source="a",locate_source_state="failed"} 0"#,
  ]

  @Test func allThatIsKnownHasASample() throws {
    var snapshot = try snapshot(.live, age: 2.5)
    snapshot.fix?.errors.horizontal = 3.25
    snapshot.fix?.satellitesUsed = 8
    snapshot.sky = SkyView(satellites: (1...11).map { Satellite(prn: $0) }, source: .live)
    #expect(
      lines(of: [snapshot]).map(String.init)
        == state + [
          #"locate_fix_age_seconds{source="a"} 2.5"#,
          #"locate_fix_timestamp_seconds{source="a"} 1735689597.5"#,
          #"locate_fix_horizontal_accuracy_meters{source="a"} 3.25"#,
          #"locate_satellites_used{source="a"} 8"#,
          #"locate_satellites_visible{source="a"} 11"#,
        ])
  }

  @Test func whatIsNotKnownHasNoSample() throws {
    #expect(lines(of: [try snapshot(.live, age: nil)]).map(String.init) == state)
    let waiting = lines(of: [SourceSnapshot(name: "b", state: .waiting)])
    #expect(waiting.count == 4)
    #expect(waiting[1] == #"locate_source_state{source="b",locate_source_state="waiting"} 1"#)
  }

  @Test(
    arguments: [(.live, "2"), (.remembered, "2"), (.simulated, nil), (.replayed, nil)]
      as [(FixSource.Kind, String?)])
  func onlyAPresentLocationHasAnAge(kind: FixSource.Kind, age: String?) throws {
    let line = lines(of: [try snapshot(kind, age: 2)]).first { $0.contains("_age_") }
    #expect(line.map(String.init) == age.map { #"locate_fix_age_seconds{source="a"} \#($0)"# })
  }

  @Test func satellitesInUseAreCountedInTheSky() {
    var satellites = (1...5).map { Satellite(prn: $0) }
    for index in satellites.indices { satellites[index].isUsed = index < 3 }
    let sky = SkyView(satellites: satellites, source: .live)
    let snapshot = SourceSnapshot(name: "a", state: .waiting, sky: sky)
    #expect(lines(of: [snapshot]).contains(#"locate_satellites_used{source="a"} 3"#))
  }

  /// Samples with the same labels would be an error.
  @Test func aSourceIsThereOnce() throws {
    let snapshot = try snapshot(.live, age: 2)
    #expect(lines(of: [snapshot, snapshot]) == lines(of: [snapshot]))
  }

  /// Other machines read the metrics.
  @Test func noLocalFolderIsNamed() {
    let source = SourceSnapshot(name: "file:/home/jane/a.nmea", state: .waiting)
    let queue = QueueSnapshot(
      name: "1f", target: "/home/jane/positions", messages: 0, bytes: 0, dropped: 0)
    let lines = lines(of: [source], queues: [queue])
    #expect(!lines.contains { $0.contains("jane") })
    #expect(lines.contains { $0.contains(#"source="file:a.nmea""#) })
    #expect(lines.contains { $0.contains(#"target="positions""#) })
  }

  @Test func aQueueHasItsTargetAndNumbers() {
    let full = QueueSnapshot(
      name: "1f", target: "mqtt://h:1883/a", messages: 2, bytes: 300, dropped: 7,
      oldest: now - 60)
    let empty = QueueSnapshot(name: "2e", messages: 0, bytes: 0, dropped: 0)
    #expect(
      lines(of: [], queues: [full, empty]) == [
        #"locate_publish_queue_messages{queue="1f",target="mqtt://h:1883/a"} 2"#,
        #"locate_publish_queue_messages{queue="2e"} 0"#,
        #"locate_publish_queue_size_bytes{queue="1f",target="mqtt://h:1883/a"} 300"#,
        #"locate_publish_queue_size_bytes{queue="2e"} 0"#,
        #"locate_publish_queue_oldest_age_seconds{queue="1f",target="mqtt://h:1883/a"} 60"#,
        #"locate_publish_queue_dropped_total{queue="1f",target="mqtt://h:1883/a"} 7"#,
        #"locate_publish_queue_dropped_total{queue="2e"} 0"#,
      ])
  }
}

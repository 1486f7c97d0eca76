import Foundation
import GPSDProtocol
import LocationCore
import LocationSimulation
import TestSupport
import TestTurns
import Testing

@testable import GPSDLocation

#if GPSD
  /// GPSDProtocol decodes TPV and SKY to the same values as libgps.
  @Suite(.serialized, .inTurn)
  struct GPSDProtocolEqualityTests {
    /// gpsd's output for a recorded receiver, from the shared folder beside the package, or from
    /// `LOCATE_SHARED`.
    struct RecordedOutput: Sendable, CustomTestStringConvertible {
      let url: URL
      var testDescription: String { url.lastPathComponent }

      /// All recordings; empty if the folder is absent.
      static let all: [RecordedOutput] = {
        let shared =
          ProcessInfo.processInfo.environment["LOCATE_SHARED"].map { URL(fileURLWithPath: $0) }
          ?? Package.folder.deletingLastPathComponent().appendingPathComponent("shared")
        let files =
          (try? FileManager.default.contentsOfDirectory(
            at: shared.appendingPathComponent("conformance/gpsd-logs"),
            includingPropertiesForKeys: nil)) ?? []
        return files.filter { $0.pathExtension == "chk" }
          .sorted { $0.lastPathComponent < $1.lastPathComponent }.map(RecordedOutput.init)
      }()
    }

    private enum Package {
      static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

      static func fixture(_ name: String) throws -> String {
        try String(
          contentsOf: folder.appendingPathComponent("Fixtures/\(name).nmea"), encoding: .utf8)
      }
    }

    @Test(
      .enabled(if: !RecordedOutput.all.isEmpty, "../shared/conformance/gpsd-logs is absent"),
      arguments: RecordedOutput.all)
    func theRecordedOutputOfGPSDMeansTheSame(_ output: RecordedOutput) async throws {
      let differences = try await onThread {
        Result {
          var comparison = Comparison()
          for line in try Data(contentsOf: output.url).split(separator: 10) {
            let line = line.last == 13 ? line.dropLast() : line
            try comparison.compare(Array(line))
          }
          return comparison.differences
        }
      }
      #expect(try differences.get() == [])
    }

    @Test(
      .enabled(if: RealGPSD.isInstalled, "gpsd is not installed (apt install gpsd)"),
      arguments: [
        "antimeridian", "drive", "midnight", "no-date", "no-fix", "old-receiver", "poles",
        "simulated-city", "ten-hertz",
      ])
    func theOutputOfARunningGPSDMeansTheSame(_ fixture: String) async throws {
      let feed = try TextFeed()
      let gpsd = try await RealGPSD.start(servedAt: feed.port)
      let client = try LoopbackClient(port: gpsd.port)
      client.send(GPSDRequest.watch(GPSDWatch(json: true, nmea: true)).line + "\n")
      let isWatching = try await onThread { () -> Bool in
        while let line = client.readLine() {
          if line.hasPrefix(#"{"class":"WATCH""#) { return true }
        }
        return false
      }
      #expect(isWatching)
      #expect(await eventually { feed.clientCount == 1 })
      // gpsd repeats the receiver's sentences, so the last one ends the test.
      let end = sentence("GPTXT,01,01,02,THE END")
      feed.send(try Package.fixture(fixture) + end)
      let lines = try await onThread { () -> [String] in
        var lines: [String] = []
        while let line = client.readLine(), !line.hasPrefix("$GPTXT,01,01,02,THE END") {
          lines.append(line)
        }
        return lines
      }
      var comparison = Comparison()
      for line in lines { try comparison.compare(Array(line.utf8)) }
      #expect(comparison.differences == [])
      #expect(comparison.equal >= 20)
    }

    /// Lines at the limits of the protocol. Both decode the same values, or both decode nothing.
    @Test(arguments: [
      #"{"class":"TPV"}"#, #"{"class":"TPV","mode":0}"#, #"{"class":"TPV","mode":1,"ept":0.005}"#,
      #"{"class":"TPV","mode":2,"lat":90,"lon":-180}"#, #"{"class":"TPV","mode":3,"lat":1.5}"#,
      #"{"class":"TPV","mode":2,"lat":90.1,"lon":0}"#, #"{"class":"TPV","mode":4,"lat":1,"lon":2}"#,
      #"{"class":"TPV","mode":-1}"#, #"{"class":"TPV","mode":"3","lat":1.5,"lon":2.5}"#,
      #"{"class":"TPV","mode":3,"lat":"1.5","lon":2.5}"#, #"{"class":"TPV","mode":99999999999}"#,
      #"{"class":"TPV","mode":3,"lat":1e1,"lon":-2.5E-3,"track":360.0,"magvar":999.9,"speed":-1}"#,
      #"{"class":"TPV","mode":3,"lat":-0.0,"lon":0,"dgpsAge":-1,"dgpsSta":-1,"status":42}"#,
      #"{"class":"TPV","mode":3,"lat":1.5,"lon":2.5,"lat":3.5}"#,
      #"{"class":"TPV","mode":3,"lat":null,"lon":2.5}"#, #"{"class":"TPV","device":7}"#,
      #"{"class":"TPV","mode":3,"lat":[1.5],"lon":2.5}"#, #"{"class":"TPV","device":"\u0041"}"#,
      #"{"class":"TPV","mode":3,"lat":1.5,"lon":2.5,"speed":1e999}"#,
      #"{"class":"TPV" , "mode" : 3 , "lat" : 1.5 , "lon" : 2.5 }"#,
      #"{"class":"TPV","time":"2016-12-31T23:59:60.000Z","mode":1}"#,
      #"{"class":"TPV","time":"2024-07-04T12:00:00Z","mode":1}"#,
      #"{"class":"TPV","time":"2024-07-04T12:00:00.999Z","mode":1}"#,
      #"{"class":"TPV","device":"","mode":1}"#, #"{"class":"TPV","device":"/dev/größe","mode":1}"#,
      #"{"class":"TPV","device":"a\"b\\c\/d","mode":1}"#, #"{"class":"SKY"}"#,
      #"{"class":"SKY","hdop":99.99}"#, #"{"class":"SKY","satellites":[]}"#,
      #"{"class":"SKY","hdop":-1,"satellites":[{"PRN":1,"el":-91,"az":360,"ss":0,"used":true}]}"#,
      #"{"class":"SKY","satellites":[{"PRN":5,"gnssid":0,"svid":0,"used":false},{"PRN":6}]}"#,
      #"{"class":"SKY","satellites":[{"PRN":301,"gnssid":9,"svid":7,"health":2,"unheard":1}]}"#,
      #"{"class":"SKY","satellites":[{"PRN":"x"}]}"#, #"{"class":"SKY","satellites":{}}"#,
      #"{"class":"SKY","satellites":[1]}"#, #"{"class":"SKY","satellites":null}"#,
      #"{"class":"SKY","hdop":"1"}"#, #"{"class":"SKY","nSat":0,"uSat":0}"#,
    ])
    func linesAtTheLimitsMeanTheSame(_ line: String) throws {
      var comparison = Comparison()
      try comparison.compare(Array(line.utf8))
      #expect(comparison.differences == [])
      #expect(comparison.equal == 1)
    }

    /// libgps is wrong about these lines; no gpsd writes them. libgps reads only a part of some
    /// numbers, and reads a word as 0. It turns a character beyond ASCII into one byte, and stores a
    /// satellite's number in eight bits. Its dates before 1970 are a day late. An unknown object or a
    /// name of 32 bytes makes it reject the whole line. It does not round the last digit of a long
    /// decimal to the nearest value.
    @Test(arguments: [
      #"{"class":"TPV","mode":3.7,"lat":1.5,"lon":2.5}"#, #"{"class":"TPV","mode":true}"#,
      #"{"class":"TPV","mode":null}"#, #"{"class":"TPV","mode":1,"device":"\u00e9"}"#,
      #"{"class":"SKY","satellites":[{"PRN":5,"gnssid":0,"svid":321}]}"#,
      #"{"class":"TPV","time":"1582-07-04T12:00:00.000Z","mode":1}"#,
      #"{"class":"TPV","mode":1,"unheard":{"of":[1]}}"#,
      #"{"class":"TPV","mode":1,"a member with a name of 32 bytes":1}"#,
      #"{"class":"TPV","mode":3,"lat":48.11731234567890123456,"lon":0.5}"#,
    ])
    func libgpsIsWrongAbout(_ line: String) throws {
      var comparison = Comparison()
      try comparison.compare(Array(line.utf8))
      #expect(comparison.differences.count == 1)
    }

    /// If both decoders accept a damaged line, they decode the same values.
    @Test(arguments: 1...8)
    func damagedLinesMeanTheSame(seed: UInt64) throws {
      var chance = RandomStream(test: seed)
      var comparison = Comparison(ignoresLinesThatOneRejects: true)
      let lines = [GPSDText.fix(1), GPSDText.lost(2), GPSDText.sky(6)].map {
        Array($0.utf8.dropLast(2))
      }
      for _ in 0..<2500 {
        var line = lines.randomElement(using: &chance) ?? []
        let place = Int.random(in: 0..<line.count, using: &chance)
        let end = min(place + Int.random(in: 1...4, using: &chance), line.count)
        switch Int.random(in: 0..<4, using: &chance) {
        case 0: line[place] ^= 1 << UInt8.random(in: 0..<8, using: &chance)
        case 1: line.removeSubrange(place..<end)
        case 2: line.insert(contentsOf: line[place..<end], at: place)
        default:
          line[place] = Array("\"{}[],:.0123456789eE-".utf8).randomElement(using: &chance) ?? 0
        }
        try comparison.compare(line)
      }
      #expect(comparison.equal >= 200)
      #expect(comparison.differences == [])
    }
  }

  /// Counts the lines that both decoders agree about.
  private struct Comparison: ~Copyable {
    private(set) var equal = 0
    private(set) var differences: [String] = []
    private var libgps = ReportDecoder(source: "test:")
    private let ignoresLinesThatOneRejects: Bool

    init(ignoresLinesThatOneRejects: Bool = false) {
      self.ignoresLinesThatOneRejects = ignoresLinesThatOneRejects
    }

    /// Compares a line, unless it is not a TPV or SKY that libgps may decode.
    mutating func compare(_ line: [UInt8]) throws {
      guard line.starts(with: #"{"class":"TPV""#.utf8) || line.starts(with: #"{"class":"SKY""#.utf8)
      else { return }
      let text = String(decoding: line, as: UTF8.self)
      let theirs: LocationUpdate?
      let passed = line.withUnsafeBytes { try? ReportGate.examine($0) }
      if let passed {
        guard passed.isFitForLibgps else { return }
        theirs = line.withUnsafeBytes { try? libgps.decode($0, listed: passed.innerObjects) }
      } else {
        theirs = nil
      }
      let source = FixSource(kind: .live, name: "test:")
      var ours: LocationUpdate?
      if case .update(let update)? = try? GPSDReport(utf8: line, source: source) { ours = update }
      if ignoresLinesThatOneRejects, theirs == nil || ours == nil { return }
      if theirs == ours?.asLibgpsSaysIt {
        equal += 1
      } else {
        differences.append("\(text)\n libgps \(theirs as Any)\n ours \(ours as Any)")
      }
    }
  }

  extension LocationUpdate {
    /// The update without the values that libgps's structs cannot hold: `nSat` 0, `uSat`, and the difference
    /// between an unused satellite and a satellite without the member `used`.
    fileprivate var asLibgpsSaysIt: LocationUpdate {
      guard case .sky(var sky) = self else { return self }
      (sky.satellitesInView, sky.satellitesUsed) = (nil, nil)
      for index in sky.satellites.indices where sky.satellites[index].isUsed == nil {
        sky.satellites[index].isUsed = false
      }
      return .sky(sky)
    }
  }
#endif

import Foundation
import GPSDProtocol
import LocationCore
import Testing

@testable import GPSDLocation

#if GPSD
  /// GPSDProtocol decodes TPV and SKY to the same values as libgps.
  @Suite(.serialized, .timeLimit(.minutes(2)))
  struct GPSDProtocolEqualityTests {
    /// gpsd's output for a recorded receiver, from the shared folder beside the package, or from
    /// `LOCATE_SHARED`.
    struct RecordedOutput: Sendable, CustomTestStringConvertible {
      let url: URL
      var testDescription: String { url.lastPathComponent }

      /// All of them; none where the folder is absent.
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
    }

    @Test(
      .enabled(if: !RecordedOutput.all.isEmpty, "../shared/conformance/gpsd-logs is absent"),
      arguments: RecordedOutput.all)
    func theRecordedOutputOfGPSDMeansTheSame(_ output: RecordedOutput) throws {
      var comparison = Comparison()
      for line in try Data(contentsOf: output.url).split(separator: 10) {
        let line = line.last == 13 ? line.dropLast() : line
        try comparison.compare(Array(line))
      }
      #expect(comparison.differences == [])
    }
  }

  /// Counts the lines that both decoders agree about.
  private struct Comparison: ~Copyable {
    private(set) var equal = 0
    private(set) var differences: [String] = []
    private var libgps = ReportDecoder(source: "test:")

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
      if theirs == ours?.asLibgpsSaysIt {
        equal += 1
      } else {
        differences.append("\(text)\n libgps \(theirs as Any)\n ours \(ours as Any)")
      }
    }
  }

  extension LocationUpdate {
    /// The update without what libgps's structs cannot hold: `uSat`, and that nothing is said about
    /// whether a satellite is used.
    fileprivate var asLibgpsSaysIt: LocationUpdate {
      guard case .sky(var sky) = self else { return self }
      sky.satellitesUsed = nil
      for index in sky.satellites.indices where sky.satellites[index].isUsed == nil {
        sky.satellites[index].isUsed = false
      }
      return .sky(sky)
    }
  }
#endif

import Foundation
import Testing

/// A recording of a real receiver from the shared folder beside the package, or `LOCATE_SHARED`.
struct EncodingLog: Sendable, CustomTestStringConvertible {
  let url: URL

  var bytes: [UInt8] { get throws { Array(try Data(contentsOf: url)) } }
  var testDescription: String { url.lastPathComponent }

  /// All of them; none where the folder is not at hand.
  static let all: [EncodingLog] = {
    let package = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let shared =
      ProcessInfo.processInfo.environment["LOCATE_SHARED"].map { URL(fileURLWithPath: $0) }
      ?? package.deletingLastPathComponent().appendingPathComponent("shared")
    let folder = shared.appendingPathComponent("conformance/gpsd-logs")
    let files =
      (try? FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: nil)) ?? []
    return files.filter { $0.pathExtension == "log" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }.map(EncodingLog.init)
  }()
}

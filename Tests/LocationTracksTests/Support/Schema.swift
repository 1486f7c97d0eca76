import Foundation
import Testing

/// A schema in `Tests/Schemas`, which xmllint checks.
struct Schema {
  private static let xmllint = "/usr/bin/xmllint"

  static let gpx = Schema(name: "gpx-1.1.rng")
  static let kml = Schema(name: "kml-2.2.rng")
  static let tcx = Schema(name: "tcx-2.rng")

  /// Whether xmllint is installed.
  static var isAvailable: Bool { FileManager.default.isExecutableFile(atPath: xmllint) }

  let name: String

  /// Expects that a document is valid.
  func check(_ document: String) throws {
    let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Schemas/\(name)").path()
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).xml")
    try document.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(filePath: Self.xmllint)
    process.arguments = ["--noout", "--nonet", "--relaxng", path, file.path()]
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let complaint = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(String(decoding: complaint, as: UTF8.self))")
  }
}

import Foundation
import TestSupport

/// What programs of gpsd's say of a fix, and what a recording holds.
struct Position: Decodable, Equatable {
  var `class`: String?
  var device: String?
  var mode: Int?
  var status: Int?
  var time: String?
  var lat: Double?
  var lon: Double?
  var altMSL: Double?
  var speed: Double?
  var track: Double?

  /// The fixes among lines of JSON.
  static func all(in lines: some Sequence<String>) -> [Position] {
    lines.compactMap { try? JSONDecoder().decode(Position.self, from: Data($0.utf8)) }
      .filter { $0.class == "TPV" }
  }

  /// What a fixture's receiver said, by its time.
  static func truth(of fixture: URL) throws -> [String: Position] {
    let text = try String(contentsOf: fixture, encoding: .utf8)
    return Dictionary(
      all(in: text.split(whereSeparator: \.isNewline).map(String.init)).map { ($0.time ?? "", $0) }
    ) { $1 }
  }

  /// Whether it says the same as another, as far as both say it and NMEA carries it.
  func agrees(with other: Position) -> Bool {
    func isNear(_ one: Double?, _ two: Double?, within tolerance: Double) -> Bool {
      guard let one, let two else { return true }
      return abs(one - two) <= tolerance
    }
    return isNear(lat, other.lat, within: 1e-7) && isNear(lon, other.lon, within: 1e-7)
      && isNear(altMSL, other.altMSL, within: 0.01) && isNear(speed, other.speed, within: 0.01)
      && isNear(track, other.track, within: 0.01)
  }
}

/// Waits for something that another program does, for twenty seconds at most; whether it did.
func waits(until condition: () throws -> Bool) rethrows -> Bool {
  let deadline = ContinuousClock.now + .seconds(20)
  while try !condition() {
    if ContinuousClock.now > deadline { return false }
    poll(nil, 0, 5)
  }
  return true
}

/// A program that writes to a file until it ends, or a test ends it.
struct Recorder {
  let process: ChildProcess
  private let directory: TemporaryDirectory

  /// Starts it; `nil` when it is not installed.
  init?(_ program: String, _ arguments: [String]) throws {
    guard let path = ChildProcess.path(of: program) else { return nil }
    directory = try TemporaryDirectory()
    process = try ChildProcess(path, arguments, output: directory.path("output"))
  }

  /// What it has written so far, in whole lines.
  var lines: [String] {
    let text = (try? String(contentsOfFile: directory.path("output"), encoding: .utf8)) ?? ""
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .dropLast().map(String.init)
  }

  /// Everything it writes until it ends by itself.
  func finish() -> [String] {
    _ = waits { !process.isRunning }
    process.stop()
    return lines
  }
}

extension LocateProcess {
  /// The command with `--serve`, when it is ready, and what it says it serves.
  static func serving(
    _ arguments: [String], _ endpoints: [String]
  ) throws -> (process: LocateProcess, served: [String]) {
    let process = try LocateProcess(arguments + endpoints.flatMap { ["--serve", $0] })
    let served = endpoints.map { _ in String(process.readErrorLine().dropFirst("serving ".count)) }
    return (process, served)
  }

  /// Interrupts it and waits for its end.
  func stop() {
    process.interrupt()
    process.waitUntilExit()
  }
}

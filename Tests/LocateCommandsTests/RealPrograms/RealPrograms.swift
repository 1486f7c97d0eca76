import Foundation
import TestSupport

/// A fix from gpsd's clients or from a recording, for comparison.
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

  /// The fixes in lines of JSON.
  static func all(in lines: some Sequence<String>) -> [Position] {
    lines.compactMap { try? JSONDecoder().decode(Position.self, from: Data($0.utf8)) }
      .filter { $0.class == "TPV" }
  }

  /// The fixes of a fixture, by time.
  static func truth(of fixture: URL) throws -> [String: Position] {
    let text = try String(contentsOf: fixture, encoding: .utf8)
    return Dictionary(
      all(in: text.split(whereSeparator: \.isNewline).map(String.init)).map { ($0.time ?? "", $0) }
    ) { $1 }
  }

  /// Whether two fixes are equal in the values that both contain, with NMEA's precision.
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

/// Waits at most twenty seconds for another program, and returns whether the condition became true.
func waits(until condition: () throws -> Bool) rethrows -> Bool {
  let deadline = ContinuousClock.now + .seconds(20)
  while try !condition() {
    if ContinuousClock.now > deadline { return false }
    poll(nil, 0, 5)
  }
  return true
}

/// A program whose output goes to a file. It ends by itself or by the test.
struct Recorder {
  let process: ChildProcess
  private let directory: TemporaryDirectory

  /// Starts a program; `nil` if it is not installed.
  init?(_ program: String, _ arguments: [String]) throws {
    guard let path = ChildProcess.path(of: program) else { return nil }
    directory = try TemporaryDirectory()
    process = try ChildProcess(path, arguments, output: directory.path("output"))
  }

  /// The complete lines that it has written.
  var lines: [String] {
    let text = (try? String(contentsOfFile: directory.path("output"), encoding: .utf8)) ?? ""
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .dropLast().map(String.init)
  }

  /// Waits for the program to end, and returns all of its output.
  func finish() -> [String] {
    _ = waits { !process.isRunning }
    process.stop()
    return lines
  }
}

extension LocateProcess {
  /// Starts the command with `--serve`, waits until it is ready, and returns the announced endpoints.
  static func serving(
    _ arguments: [String], _ endpoints: [String]
  ) throws -> (process: LocateProcess, served: [String]) {
    let process = try LocateProcess(arguments + endpoints.flatMap { ["--serve", $0] })
    let served = endpoints.map { _ in String(process.readErrorLine().dropFirst("serving ".count)) }
    return (process, served)
  }

  /// Interrupts the command and waits for its end.
  func stop() {
    process.interrupt()
    process.waitUntilExit()
  }
}

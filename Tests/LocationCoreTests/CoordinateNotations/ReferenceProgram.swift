import Foundation
import LocationCore
import TestSupport

/// A program that converts many coordinates, to compare its results with ours.
enum ReferenceProgram {
  /// Coordinates with no more than twelve decimals, so that their text is exact for every program.
  static func coordinates(_ places: [(Double, Double)]) -> [Coordinate] {
    places.compactMap { latitude, longitude in
      try? Coordinate(
        latitude: (latitude * 1e12).rounded() / 1e12,
        longitude: (longitude * 1e12).rounded() / 1e12)
    }
  }

  /// Latitude and longitude without exponents, because an E may mean east.
  static func line(_ place: Coordinate) -> String {
    String(format: "%.12f %.12f", place.latitude, place.longitude)
  }

  /// Runs a program on a file of lines, and returns the lines that it prints.
  ///
  /// - Parameter arguments: makes the arguments from the path of the file.
  static func run(
    _ path: String?, _ lines: [String], variables: [String: String] = [:],
    arguments: (String) -> [String]
  ) async throws -> [String] {
    let folder = try TemporaryDirectory()
    let arguments = arguments(try folder.file("input", lines.joined(separator: "\n") + "\n"))
    let output = try await onThread {
      let file = folder.path("output")
      let process = try? ChildProcess(
        path ?? "", arguments, variables: variables, output: file)
      while process?.isRunning == true { poll(nil, 0, 1) }
      return (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    }
    return output.split(separator: "\n").map(String.init)
  }
}

/// Why a track file cannot be read any further.
///
/// A reader throws it as the `cause` of a `UserLocationError`.
public struct TrackFileError: Error, Hashable, Sendable {
  /// The line of the file, from 1.
  public var line: Int
  /// The innermost element at that place, such as `trkpt`. Empty if no element known to the reader is
  /// open there.
  public var element: String
  /// What is wrong, and what was expected.
  public var problem: String

  /// Makes an error.
  public init(line: Int, element: String = "", problem: String) {
    self.line = line
    self.element = element
    self.problem = problem
  }
}

extension TrackFileError: CustomStringConvertible {
  /// One line: `line 12: trkpt: expected lat and lon in degrees, not lat "91", lon "0"`.
  public var description: String {
    element.isEmpty ? "line \(line): \(problem)" : "line \(line): \(element): \(problem)"
  }
}

/// Why a track file cannot be read any further.
///
/// A reader throws it as the `cause` of a `UserLocationError`.
public struct TrackFileError: Error, Hashable, Sendable {
  /// The line of a text file, from 1; `nil` for a binary file.
  public var line: Int?
  /// The offset of the wrong byte in a binary file, from 0; `nil` for a text file.
  public var offset: Int?
  /// The innermost element at that place, such as `trkpt`. Empty if the format has no elements, and if no
  /// element known to the reader is open there.
  public var element: String
  /// What is wrong, and what was expected.
  public var problem: String

  /// Makes an error of a text file.
  public init(line: Int, element: String = "", problem: String) {
    self.line = line
    self.element = element
    self.problem = problem
  }

  /// Makes an error of a binary file.
  public init(offset: Int, problem: String) {
    self.offset = offset
    element = ""
    self.problem = problem
  }
}

extension TrackFileError: CustomStringConvertible {
  /// One line: `line 12: trkpt: expected lat and lon in degrees, not lat "91", lon "0"`.
  public var description: String {
    let place = line.map { "line \($0)" } ?? offset.map { "byte \($0)" }
    return [place, element.isEmpty ? nil : element, problem].compactMap { $0 }
      .joined(separator: ": ")
  }
}

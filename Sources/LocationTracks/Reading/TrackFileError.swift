import LocationCore
import LocationIO

/// Why a reader has to stop at a part of a file. Another one knows where that is.
struct FormatProblem: Error {
  let text: String

  init(_ text: String) { self.text = text }
}

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
  /// Whether the file ends here before it is complete, as that of a logger without power. Everything before was
  /// read.
  public var isCutOff: Bool

  /// Makes an error of a text file.
  public init(line: Int, element: String = "", problem: String, isCutOff: Bool = false) {
    self.line = line
    self.element = element
    self.problem = problem
    self.isCutOff = isCutOff
  }

  /// Makes an error of a binary file.
  public init(offset: Int, problem: String, isCutOff: Bool = false) {
    self.offset = offset
    element = ""
    self.problem = problem
    self.isCutOff = isCutOff
  }
}

extension TrackFileError {
  /// What every error of a file that is cut off says.
  static let cutOff = "the file is cut off here; everything before was read"
}

extension Error {
  /// Whether it says that a recording ends before it is complete. Everything before was read.
  package var isCutOff: Bool {
    guard let cause = (self as? UserLocationError)?.cause else { return false }
    return (cause as? TrackFileError)?.isCutOff ?? (cause is CompressedDataEnd)
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

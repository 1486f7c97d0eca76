/// Why a line is not a report of gpsd.
public enum GPSDReportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line does not begin with `{"class":` and a string.
  case notAReport
  /// The line is not one complete JSON object; the offset of the byte that is wrong.
  case malformed(offset: Int)
  /// A member is missing, or its value is of another type than gpsd_json(5) says.
  case invalid(member: String)
  /// The value of a member is outside its range, for example a latitude of 91 degrees.
  case outOfRange(member: String)

  /// What is wrong with the line.
  public var description: String {
    switch self {
    case .notAReport: "the line does not begin with {\"class\":\"…\""
    case .malformed(let offset): "the line is not a JSON object: see byte \(offset)"
    case .invalid(let member): "'\(member)' is missing, or of another type"
    case .outOfRange(let member): "'\(member)' is out of range"
    }
  }
}

import LocationCore
import LocationText

/// A report of gpsd: one JSON object on a line (gpsd_json(5)).
///
/// ```swift
/// let report = try GPSDReport(line, source: FixSource(kind: .live, name: "gpsd://localhost"))
/// if case .update(.fix(let fix)) = report { print(fix.coordinate) }
/// ```
///
/// Units are those of `Fix` and `SkyView`: meters, m/s, degrees true, WGS 84. A member that gpsd
/// left out, or whose value is not a measurement (a negative speed, a magnetic variation of 999.9),
/// is `nil`.
public enum GPSDReport: Hashable, Sendable {
  /// `VERSION`: gpsd's greeting.
  case version(GPSDVersion)
  /// `DEVICES`: all of gpsd's devices.
  case devices([GPSDDevice])
  /// `DEVICE`: a device was added, changed or given up; `nil` if gpsd has none.
  case device(GPSDDevice?)
  /// `WATCH`: what this client receives from now on.
  case watch(GPSDWatch)
  /// `POLL`: the answer to a poll.
  case poll(GPSDPoll)
  /// `ERROR`: gpsd's message about a request.
  case error(String)
  /// `TPV` as a fix or a lost fix, or `SKY` as a view of the sky.
  case update(LocationUpdate)
  /// Another class of report, such as `PPS` or `AIS`.
  case other(className: String)
}

extension GPSDReport {
  /// Decodes a line.
  ///
  /// - Parameters:
  ///   - line: the object. White space around it is allowed.
  ///   - source: the source of the fixes. The report's device is added to it.
  ///   - date: when the line was received, for `Fix.receivedAt`.
  public init(
    _ line: String, source: FixSource, receivedAt date: Date? = nil
  ) throws(GPSDReportError) {
    try self.init(utf8: Array(line.utf8), source: source, receivedAt: date)
  }

  /// Decodes a line of UTF-8.
  ///
  /// - Parameters:
  ///   - line: the object. White space around it is allowed.
  ///   - source: the source of the fixes. The report's device is added to it.
  ///   - date: when the line was received, for `Fix.receivedAt`.
  public init(
    utf8 line: [UInt8], source: FixSource, receivedAt date: Date? = nil
  ) throws(GPSDReportError) {
    self = try line.withBytes { bytes throws(GPSDReportError) in
      try GPSDReport(bytes, source: source, receivedAt: date)
    }
  }

  /// Decodes a line of UTF-8 without a copy.
  ///
  /// - Parameters:
  ///   - line: the object. White space around it is allowed.
  ///   - source: the source of the fixes. The report's device is added to it.
  ///   - date: when the line was received, for `Fix.receivedAt`.
  public init(
    _ line: UnsafeRawBufferPointer, source: FixSource, receivedAt date: Date? = nil
  ) throws(GPSDReportError) {
    var start = ReportReader(line)
    var members = try start.beginReport()
    self = try Self.decoded(start, &members, source, date)
    try members.end()
  }

  /// - Parameter start: a reader whose last text is the class.
  private static func decoded(
    _ start: ReportReader, _ reader: inout ReportReader, _ source: FixSource, _ date: Date?
  ) throws(GPSDReportError) -> GPSDReport {
    if start.textEquals("TPV") {
      return .update(try TPVMembers(&reader).update(source: source, receivedAt: date))
    }
    if start.textEquals("SKY") {
      return .update(.sky(try SKYMembers(&reader).view(source: source, receivedAt: date)))
    }
    let className = start.text
    switch className {
    case "VERSION": return .version(try GPSDVersion(&reader))
    case "DEVICES":
      var devices: [GPSDDevice]?
      while try reader.nextMember() {
        if reader.textEquals("devices") {
          devices = try GPSDDevice.list(&reader)
        } else {
          try reader.skipValue()
        }
      }
      guard let devices else { throw .invalid(member: "devices") }
      return .devices(devices)
    case "DEVICE": return .device(try GPSDDevice.device(&reader))
    case "WATCH": return .watch(try GPSDWatch(&reader))
    case "POLL": return .poll(try GPSDPoll(&reader, source: source, receivedAt: date))
    case "ERROR":
      var message: String?
      while try reader.nextMember() {
        if reader.textEquals("message") {
          message = try reader.string("message")
        } else {
          try reader.skipValue()
        }
      }
      guard let message else { throw .invalid(member: "message") }
      return .error(message)
    default:
      while try reader.nextMember() { try reader.skipValue() }
      return .other(className: className)
    }
  }
}

/// Why a line is not a report of gpsd.
public enum GPSDReportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line is no object with a member `class` that is a string.
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
    case .notAReport: "the line is no object with a \"class\""
    case .malformed(let offset): "the line is not a JSON object: see byte \(offset)"
    case .invalid(let member): "'\(member)' is missing, or of another type"
    case .outOfRange(let member): "'\(member)' is out of range"
    }
  }
}

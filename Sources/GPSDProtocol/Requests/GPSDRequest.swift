import LocationCore
import LocationText

/// A request that a client sends to gpsd (gpsd_json(5), "Core Protocol Commands").
public enum GPSDRequest: Hashable, Sendable {
  /// `?VERSION;`
  case version
  /// `?DEVICES;`
  case devices
  /// `?DEVICE;` with the path of the device if one is named. Settings of the device are not read.
  case device(path: String?)
  /// `?WATCH;` asks what the client receives; `?WATCH={…};` changes it.
  case watch(GPSDWatch?)
  /// `?POLL;`
  case poll

  /// The request as a client sends it, such as `?WATCH={"enable":true,"json":true};`, without the
  /// end of the line.
  public var line: String {
    switch self {
    case .version: return "?VERSION;"
    case .devices: return "?DEVICES;"
    case .poll: return "?POLL;"
    case .device(nil): return "?DEVICE;"
    case .device(let path?):
      var text = ByteText()
      text.member(#"?DEVICE={"path":"#, string: path)
      text.write("};")
      return text.string
    case .watch(nil): return "?WATCH;"
    case .watch(let watch?):
      var text = ByteText()
      text.write(membersOf: watch)
      // Each member has a comma before it.
      return "?WATCH={\(text.string.dropFirst())};"
    }
  }
}

/// Why a request is not answered, in gpsd's words.
public struct GPSDRequestError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The message of gpsd's `ERROR` object.
  public let description: String
}

extension GPSDRequest {
  /// Reads a request.
  ///
  /// - Parameters:
  ///   - name: the text between `?` and `;` or `=`.
  ///   - argument: the JSON object after `=`, if there is one.
  init(name: String, argument: UnsafeRawBufferPointer?) throws(GPSDRequestError) {
    switch (name, argument) {
    case ("VERSION", nil): self = .version
    case ("DEVICES", nil): self = .devices
    case ("POLL", nil): self = .poll
    case ("DEVICE", nil): self = .device(path: nil)
    case ("WATCH", nil): self = .watch(nil)
    case ("DEVICE", let argument?):
      self = .device(
        path: try Self.argument(argument, of: name) { reader throws(GPSDReportError) in
          try GPSDDevice.device(&reader)?.path
        })
    case ("WATCH", let argument?):
      self = .watch(
        try Self.argument(argument, of: name) { reader throws(GPSDReportError) in
          try GPSDWatch(&reader)
        })
    default:
      throw GPSDRequestError(description: "Unrecognized request '?\(name.prefix(40))'")
    }
  }

  private static func argument<Value>(
    _ json: UnsafeRawBufferPointer, of name: String,
    _ read: (inout ReportReader) throws(GPSDReportError) -> Value
  ) throws(GPSDRequestError) -> Value {
    do throws(GPSDReportError) {
      var reader = ReportReader(json)
      try reader.beginObject("argument")
      let value = try read(&reader)
      try reader.end()
      return value
    } catch {
      throw GPSDRequestError(name, error)
    }
  }
}

extension GPSDRequestError {
  fileprivate init(_ name: String, _ error: GPSDReportError) {
    switch error {
    case .invalid(let member), .outOfRange(let member):
      description =
        "Invalid \(name): the value of '\(member)' is of another type than it should be"
    case .malformed, .notAReport: description = "Invalid \(name): it is not a JSON object"
    }
  }
}

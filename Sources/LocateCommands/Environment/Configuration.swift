import LocationCore
import LocationIO
import LocationPOSIX
import LocationSources
import LocationText
import LocationTracks

/// The defaults of options that the user keeps in `$XDG_CONFIG_HOME/locate/config.json`. The keys are the
/// names of the options.
///
/// ```json
/// { "source": ["gpsd://localhost", "last:"], "units": "nautical", "local-time": true }
/// ```
struct Configuration {
  var sources: [String] = []
  var format: OutputFormat?
  var units: UnitSystem?
  var coordinates: CoordinateNotation?
  var usesLocalTime = false
  var onEnter: HookCommand?
  var onLeave: HookCommand?
  var onDwell: HookCommand?
  var dwell: Duration?
  /// The line of the key `source`.
  private(set) var sourceLine: Int?

  /// Makes a configuration without defaults.
  init() {}

  /// Reads the content of the file.
  init(_ bytes: [UInt8]) throws(JSONMistake) {
    let root = try JSONValue(handwritten: bytes)
    guard let object = root.object else {
      throw JSONMistake(
        line: root.line, problem: "the file is not an object, as {\"units\": \"metric\"}")
    }
    for member in object.members { try read(member) }
  }

  private mutating func read(_ member: JSONObject.Member) throws(JSONMistake) {
    let (name, value) = (member.name, member.value)
    func wrong(_ problem: String) -> JSONMistake {
      JSONMistake(line: value.line, problem: "\(name): \(problem)")
    }
    func text(_ value: JSONValue) throws(JSONMistake) -> String {
      guard let text = value.string else { throw wrong("\(value.summary) is not text") }
      return text
    }
    do {
      switch name {
      case "source":
        sourceLine = value.line
        if let elements = value.array {
          for element in elements { sources.append(try text(element)) }
        } else {
          sources = [try text(value)]
        }
      case "format": format = try OutputFormat(argument: text(value))
      case "units": units = try UnitSystem(argument: text(value))
      case "coordinates": coordinates = try CoordinateNotation(argument: text(value))
      case "on-enter": onEnter = try HookCommand(argument: text(value))
      case "on-leave": onLeave = try HookCommand(argument: text(value))
      case "on-dwell": onDwell = try HookCommand(argument: text(value))
      case "dwell": dwell = try Duration(argument: text(value))
      case "local-time":
        guard let isLocal = value.bool else {
          throw wrong("\(value.summary) is not true or false")
        }
        usesLocalTime = isLocal
      default:
        throw JSONMistake(
          line: member.line,
          problem: "there is no key '\(name)'; the keys are source, format, units, coordinates, "
            + "local-time, on-enter, on-leave, on-dwell and dwell")
      }
    } catch let mistake as JSONMistake {
      throw mistake
    } catch {
      throw wrong("\(error)")
    }
  }
}

extension LocateEnvironment {
  /// The user's configuration; empty without a file.
  ///
  /// - Throws: `CommandFailure` 78 with the file, the line and the mistake.
  func configuration() throws(CommandFailure) -> Configuration {
    guard let path = configurationPath else { return Configuration() }
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileContents.read(path, limit: 1_000_000)
    } catch {
      if error.code == .sourceNotFound { return Configuration() }
      throw CommandFailure(.configuration, "\(path.printablePath): \(error.clause)")
    }
    do throws(JSONMistake) {
      return try Configuration(bytes)
    } catch {
      throw mistake(error.problem, line: error.line)
    }
  }

  /// The failure for a mistake in a line of the configuration.
  func mistake(_ problem: String, line: Int) -> CommandFailure {
    CommandFailure(
      .configuration, "\((configurationPath ?? "").printablePath): line \(line): \(problem)")
  }

  private var configurationPath: String? {
    UserFolder.configuration.path(of: "locate/config.json") { variables[$0] }
  }
}

import LocationCore
import LocationPublishing
import LocationSources
import LocationTracks

/// The argument of `publish --format`.
enum PublishFormat: Hashable, Sendable {
  case ownTracks
  case json
  case osmAnd
  /// A template, and its text.
  case template(Template, String)

  /// The names, for the help and for errors.
  static let names = ["owntracks", "json", "osmand"]
  static let list =
    names.joined(separator: ", ") + ", or a template such as '{latitude},{longitude}'"

  /// Parses the name of a format, or a template.
  init(argument: String) throws(InvalidOptionValue) {
    switch argument.lowercased() {
    case "owntracks": self = .ownTracks
    case "json": self = .json
    case "osmand": self = .osmAnd
    default:
      guard argument.contains(where: { $0 == "{" || $0 == "}" }) else {
        throw InvalidOptionValue("the formats are \(Self.list)")
      }
      do {
        self = .template(try Template(argument), argument)
      } catch {
        throw InvalidOptionValue(error.description)
      }
    }
  }

  /// The format as the user writes it.
  var text: String {
    switch self {
    case .ownTracks: "owntracks"
    case .json: "json"
    case .osmAnd: "osmand"
    case .template(_, let text): text
    }
  }

  /// Whether lines of this format can follow in a file that begins with these bytes.
  func continues(_ head: [UInt8]) -> Bool {
    switch self {
    case .ownTracks: return head.starts(with: Array(#"{"_type":"#.utf8))
    case .json: return head.starts(with: Array(#"{"class":"#.utf8))
    case .osmAnd: return false
    case .template(let template, _):
      if case .literal(let start)? = template.segments.first { return head.starts(with: start) }
      // Any text may come before, such as a header of CSV, but no document in a format.
      let found = RecordedFormat.recognize(head, isWhole: true)
      let isSentence = head.first == UInt8(ascii: "$") || head.first == UInt8(ascii: "!")
      return !isSentence && (found == .other || found == .known(.csv))
    }
  }

  /// Where an HTTP request has a message of this format.
  var style: HTTPPublisher.Style {
    switch self {
    case .ownTracks, .json: .body(type: "application/json")
    case .osmAnd: .query
    case .template: .body(type: "text/plain; charset=utf-8")
    }
  }

  /// The format of the messages.
  ///
  /// - Parameters:
  ///   - trackerID: two letters that name the device on a map of OwnTracks.
  ///   - device: the identifier of the device in OsmAnd's protocol.
  ///   - now: the time of the host, for the age of a location.
  func payloads(
    trackerID: String?, device: String?, now: @escaping @Sendable () -> Date
  ) -> any PayloadFormat {
    switch self {
    case .ownTracks: OwnTracksFormat(trackerID: trackerID)
    case .json: GPSDFormat()
    case .osmAnd: OsmAndFormat(identifier: device ?? "")
    case .template(let template, _):
      ClosureFormat { fix in
        var writer = TrackWriter(.template(template), as: .stream, now: now)
        writer.write(.fix(fix))
        return Array(writer.takeBytes().dropLast())
      }
    }
  }
}

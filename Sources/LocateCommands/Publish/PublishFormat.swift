import LocationCore
import LocationPublishing
import LocationSources
import LocationTracks

/// A format of messages: the argument of `publish --format`.
struct PublishFormat: Hashable, Sendable {
  /// The format as the user writes it: a name, or a template.
  let text: String
  /// The template; `nil` for a format with a name.
  let template: Template?
  /// How a file of such messages begins; `nil` if there are no such files.
  private let beginning: String?
  /// Where an HTTP request has a message of this format.
  let style: HTTPPublisher.Style

  /// Makes the format of the messages.
  let payloads: @Sendable (PayloadSettings) -> any PayloadFormat

  private init(
    _ text: String, beginning: String? = nil, _ style: HTTPPublisher.Style,
    template: Template? = nil,
    _ payloads: @escaping @Sendable (PayloadSettings) -> any PayloadFormat
  ) {
    self.text = text
    self.beginning = beginning
    self.style = style
    self.template = template
    self.payloads = payloads
  }

  static let ownTracks = PublishFormat(
    "owntracks", beginning: #"{"_type":"#, .body(type: "application/json")
  ) { OwnTracksFormat(trackerID: $0.trackerID) }

  static let json = PublishFormat(
    TrackFormat.json.name, beginning: #"{"class":"#, .body(type: "application/json")
  ) { _ in GPSDFormat() }

  static let osmAnd = PublishFormat("osmand", .query) {
    OsmAndFormat(identifier: $0.device ?? "")
  }

  /// The formats with a name, in the order in which the help lists them.
  private static let all = [ownTracks, json, osmAnd]

  /// The names, for the help and for errors.
  static let names = all.map(\.text)
  static let list = OutputFormat.listed(names)

  /// Parses the name of a format, or a template.
  init(argument: String) throws(InvalidOptionValue) {
    let name = argument.lowercased()
    if let format = Self.all.first(where: { $0.text == name }) {
      self = format
      return
    }
    guard let template = try OutputFormat.template(argument) else {
      throw InvalidOptionValue("the formats are \(Self.list)")
    }
    self.init(argument, .body(type: "text/plain; charset=utf-8"), template: template) { settings in
      ClosureFormat { fix in
        var writer = TrackWriter(.template(template), as: .stream, now: settings.now)
        writer.write(.fix(fix))
        return Array(writer.takeBytes().dropLast())
      }
    }
  }

  static func == (one: PublishFormat, other: PublishFormat) -> Bool { one.text == other.text }

  func hash(into hasher: inout Hasher) { hasher.combine(text) }

  /// Whether lines of this format can follow in a file that begins with these bytes.
  func continues(_ head: [UInt8]) -> Bool {
    guard let template else { return beginning.map { head.starts(with: Array($0.utf8)) } ?? false }
    if case .literal(let start)? = template.segments.first { return head.starts(with: start) }
    // Any text may come before, such as a header of CSV, but no document in a format.
    let found = FileFormat.recognize(head, isWhole: true)
    let isSentence = head.first == UInt8(ascii: "$") || head.first == UInt8(ascii: "!")
    return !isSentence && (found == .other || found == .known(.csv))
  }
}

/// What the formats of messages have to know.
struct PayloadSettings {
  /// Two letters that name the device on a map of OwnTracks.
  let trackerID: String?
  /// The identifier of the device in OsmAnd's protocol.
  let device: String?
  /// The time of the host, for the age of a location.
  let now: @Sendable () -> Date
}

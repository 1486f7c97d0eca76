import LocationCore
import LocationIO
import LocationPOSIX
import LocationPublishing
import LocationSources
import LocationTracks

/// The argument of `publish --to`.
enum PublishTarget: Hashable, Sendable {
  case standardOutput
  case file(path: String)
  case mqtt(MQTTAddress, MQTTTopic)
  /// A web server. The URL is without its user.
  case http(url: String, user: String?)

  init(argument: String) throws(InvalidOptionValue) {
    if argument == "-" {
      self = .standardOutput
      return
    }
    let scheme = argument.prefix { $0 != ":" }.lowercased()
    switch scheme {
    case "file": self = .file(path: String(argument.dropFirst("file:".count)))
    case "mqtt", "mqtts":
      self = try Self.mqtt(argument)
    case "http", "https": self = try Self.http(argument, scheme)
    default:
      guard !argument.drop(while: { $0 != ":" }).hasPrefix("://") else {
        throw InvalidOptionValue(
          "the targets are mqtt://, mqtts://, http://, https://, a file, a named pipe, and - for "
            + "standard output")
      }
      self = .file(path: argument)
    }
    if case .file("") = self { throw InvalidOptionValue("a file has a name") }
  }

  /// The target in messages.
  var name: String {
    switch self {
    case .standardOutput: "standard output"
    case .file(let path): path.printablePath
    case .mqtt(let broker, _): broker.description
    // A query may have a key.
    case .http(let url, _): String(url.prefix { $0 != "?" })
    }
  }

  /// The two letters by which OwnTracks names the device if the user chooses none: the end of the topic or
  /// of the user's name.
  var trackerID: String? {
    switch self {
    case .mqtt(_, let topic) where !topic.namesDevice: String(topic.text.suffix(2))
    case .http(_, let user) where !namesDevice: user.map { String($0.suffix(2)) }
    default: nil
    }
  }

  /// Whether the topic or the URL names the device.
  var namesDevice: Bool {
    switch self {
    case .mqtt(_, let topic): topic.namesDevice
    case .http(let url, _): DeviceTemplate(url)?.namesDevice == true
    case .standardOutput, .file: false
    }
  }

  /// Whether it is a broker or a web server.
  var isServer: Bool {
    switch self {
    case .mqtt, .http: true
    case .standardOutput, .file: false
    }
  }

  /// Whether it is a broker.
  var isBroker: Bool { if case .mqtt = self { true } else { false } }

  /// Whether it is a web server.
  var isHTTP: Bool { if case .http = self { true } else { false } }

  /// The name of the journal's file, without its folder: different for each target and format. `nil` for a
  /// target that needs no journal, because nothing reads it later.
  func journalName(_ format: PublishFormat) -> String? {
    let target: String
    switch self {
    case .standardOutput: return nil
    case .file(let path): target = "file:\(realpath(path) ?? path)"
    case .mqtt(let broker, _): target = broker.description
    case .http(let url, let user): target = "\(user ?? "")@\(url)"
    }
    return StableHash.text("\(target)\n\(format.text)") + QueueSnapshot.suffix
  }

  func publisher(
    _ format: PublishFormat, _ payloads: any PayloadFormat, _ access: MQTTAccess,
    _ transport: any HTTPTransport, quality: MQTTPublisher.Quality, retains: Bool,
    _ discovery: HomeAssistantDiscovery?, in environment: LocateEnvironment
  ) throws(CommandFailure) -> any LocationPublisher {
    switch self {
    case .standardOutput: SinkPublisher(sink: environment.output)
    case .file(let path): try Self.linesPublisher(path, format)
    case .mqtt(let broker, let topic):
      MQTTPublisher(
        MQTTSettings(broker, access), topic: topic,
        quality: quality, retainsLocation: retains, format: payloads, discovery: discovery,
        now: environment.now)
    case .http(let url, let user):
      HTTPPublisher(
        url: url, style: format.style, user: user,
        password: user == nil ? nil : access.password, transport: transport, now: environment.now)
    }
  }
}

extension PublishTarget {
  /// Makes the publisher of a file.
  ///
  /// - Throws: `.cannotCreate` if there is a file with other content.
  private static func linesPublisher(
    _ path: String, _ format: PublishFormat
  ) throws(CommandFailure) -> LinesPublisher {
    if let found = stat(path: path), found.st_mode & S_IFMT == S_IFREG,
      let head = try? OwnedDescriptor(reading: path).read(FileFormat.headSize, at: 0),
      !head.isEmpty,
      !format.continues(head)
    {
      throw CommandFailure(
        .cannotCreate,
        "\(path.printablePath): it has other content than lines of \(format.text), and is not changed; "
          + "name another file")
    }
    return LinesPublisher(path: path)
  }

  /// Parses `mqtt://[USER@]HOST[:PORT]/TOPIC`.
  private static func mqtt(_ text: String) throws(InvalidOptionValue) -> PublishTarget {
    let broker: MQTTAddress
    do throws(UserLocationError) {
      broker = try MQTTAddress(text)
    } catch {
      throw InvalidOptionValue(error.detail)
    }
    do throws(PublishError) {
      return .mqtt(broker, try MQTTTopic(broker.topic))
    } catch {
      throw InvalidOptionValue(error.detail)
    }
  }

  /// Parses `//[USER@]HOST[:PORT]/PATH?QUERY` after the scheme.
  private static func http(
    _ text: String, _ scheme: String
  ) throws(InvalidOptionValue) -> PublishTarget {
    let form = "\(scheme)://[USER@]HOST[:PORT]/PATH"
    let rest = text.dropFirst(scheme.count + 1)
    guard rest.hasPrefix("//") else { throw InvalidOptionValue("it looks like \(form)") }
    let authority = rest.dropFirst(2).prefix { $0 != "/" && $0 != "?" }
    let words = authority.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    if words.count == 2, words[0].contains(":") {
      throw InvalidOptionValue(SourceOptions.noPassword)
    }
    guard let host = words.last, !host.isEmpty else {
      throw InvalidOptionValue("it looks like \(form)")
    }
    guard DeviceTemplate(text) != nil else {
      throw InvalidOptionValue("only {device}, {device.1} and {device.-1} are in braces")
    }
    return .http(
      url: "\(scheme)://\(host)\(rest.dropFirst(2 + authority.count))",
      user: words.count == 2 ? String(words[0]) : nil)
  }
}

/// Writes each message to standard output, as a line.
private struct SinkPublisher: LocationPublisher {
  let sink: any OutputSink

  func publish(_ message: PublishedMessage) async throws(PublishError) {
    do throws(OutputError) {
      try sink.write(message.payload + [UInt8(ascii: "\n")])
    } catch {
      guard case .failed(_, let reason) = error else { throw PublishError(.closed) }
      throw PublishError(.notWritable, detail: "cannot be written: \(reason)")
    }
  }
}

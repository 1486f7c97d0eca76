import LocationCore
import LocationReplay
import LocationSources
import LocationTracks

/// Where `convert` writes: one output for all recordings, or one for each of them.
struct ConversionOutputs {
  private let format: OutputFormat
  private let environment: LocateEnvironment
  /// The file of all recordings; `nil` for standard output.
  private let path: String?
  /// The file of each recording; `nil` if all have the same output.
  private let paths: [String]?
  /// Whether several recordings have the same output.
  private let areJoined: Bool
  /// Whether the output has its first lines.
  private var hasBegun = false
  /// Whether a recording was converted since the file was created.
  private var isComplete = false
  private var file: (any OutputFile)?

  /// Chooses the outputs. Nothing is created yet.
  ///
  /// - Throws: `CommandFailure` if recordings would have the same file, or a document has no place for several.
  init(
    _ path: String?, for sources: [SourceDescription], as format: OutputFormat,
    in environment: LocateEnvironment
  ) throws {
    self.path = path
    self.format = format
    self.environment = environment
    paths = try path.flatMap { try Self.paths(of: sources, pattern: $0) }
    areJoined = paths == nil && sources.count > 1
    if areJoined, format.isDocument {
      throw CommandFailure(
        .usage,
        "a document holds one recording; name a file for each, as -o 'FOLDER/{name}.gpx', or make one track of "
          + "all with '\(RootCommand.name) track join'")
    }
  }

  /// The sink for a recording, which could be opened.
  mutating func begin(_ index: Int) throws -> any OutputSink {
    if let paths {
      discard()
      file = try environment.createFile(paths[index])
    } else if file == nil, let path {
      file = try environment.createFile(path)
    }
    let sink = environment.output(for: format, in: file)
    if areJoined, !hasBegun {
      var head = writer(.document, naming: "")
      head.end()
      try head.flush { try sink.write($0) }
      hasBegun = true
    }
    return sink
  }

  /// Makes a writer for a shape of a recording, and for a document whose elements are copied.
  func makeWriter(
    for source: SourceDescription
  ) -> @Sendable (TrackWriter.Shape, OriginalDocument?) -> TrackWriter {
    guard areJoined else { return { [self] in writer($0, copying: $1) } }
    return { [self] in
      var next = writer($0, copying: $1, naming: source.recordingName)
      next.continueLines()
      return next
    }
  }

  private func writer(
    _ shape: TrackWriter.Shape, copying original: OriginalDocument? = nil,
    naming recording: String? = nil
  ) -> TrackWriter {
    format.writer(
      shape, copying: original, naming: recording, terminalWidth: { nil }, now: environment.now)
  }

  /// Notes that a recording is converted. A file of its own gets its name.
  mutating func end() throws(OutputError) {
    isComplete = true
    if paths != nil { try commit() }
  }

  /// Gives the file its name, if any recording was converted into it.
  mutating func commit() throws(OutputError) {
    guard isComplete else { return }
    try file?.commit()
    file = nil
  }

  /// Deletes a file that has no name yet.
  mutating func discard() {
    file?.discard()
    (file, isComplete) = (nil, false)
  }

  /// The file of each recording by a pattern with `{name}`; `nil` for another path.
  private static func paths(
    of sources: [SourceDescription], pattern: String
  ) throws(CommandFailure) -> [String]? {
    guard pattern.contains("{name}") else { return nil }
    var recordings: [String: String] = [:]
    for source in sources {
      if case .file(let path) = source { recordings[path] = path }
    }
    var paths: [String] = []
    for source in sources {
      guard case .file(let recording) = source else {
        throw CommandFailure(.usage, "\(source.name): {name} in -o is for files")
      }
      let path = pattern.replacing("{name}", with: baseName(of: recording))
      if let other = recordings.updateValue(recording, forKey: path) {
        throw CommandFailure(
          .usage,
          other == path
            ? "\(path): -o would replace this recording"
            : "\(path): both \(other) and \(recording) would be written there")
      }
      paths.append(path)
    }
    return paths
  }

  /// The name of a file without its folder, `.gz` and its extension.
  private static func baseName(of path: String) -> Substring {
    var name = path[...]
    if let slash = name.utf8.lastIndex(of: UInt8(ascii: "/")) {
      name = name[name.utf8.index(after: slash)...]
    }
    if name.hasSuffix(".gz") { name = name.dropLast(3) }
    // A name may begin with a dot.
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else {
      return name
    }
    return name[..<dot]
  }
}

extension SourceDescription {
  /// The recording in the column `file`: the path as the user named it.
  fileprivate var recordingName: String {
    if case .file(let path) = self { path.printablePath } else { name }
  }
}

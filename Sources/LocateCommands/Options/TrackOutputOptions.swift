import ArgumentParser

/// The options that say where a track is written, and in which format.
struct TrackOutputOptions: ParsableArguments {
  @Option(
    name: [.customLong("to"), .customLong("format"), .customShort("f")],
    help: ArgumentHelp(
      "\(OutputFormat.list).", discussion: "Default: by the extension of the output file.",
      valueName: "format"),
    completion: .list(OutputFormat.names), transform: OutputFormat.init(argument:))
  var format: OutputFormat?

  @Flag(help: "Short for --to json.") var json = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write; standard output if not given, or -.", valueName: "file"),
    completion: .file())
  var output: String?

  @OptionGroup var presentation: PresentationOptions

  func validate() throws {
    try ReportFormat.check(json, isOther: format != nil && format != .json, option: "--to")
    _ = try chosenFormat
  }

  /// The path of the file to write; `nil` for standard output.
  var path: String? { output == "-" ? nil : output }

  /// The format from an option, or from the extension of the output file, with the units that the user chose.
  var chosenFormat: OutputFormat {
    get throws { try presentation.apply(to: namedFormat, hasTimes: true) }
  }

  private var namedFormat: OutputFormat {
    get throws {
      if json { return .json }
      if let format { return format }
      guard let path else {
        throw ValidationError("--to FORMAT is missing; formats are \(OutputFormat.list)")
      }
      return try OutputFormat(ofFile: path, orElse: ", or give --to FORMAT")
    }
  }
}

extension OutputFormat {
  /// The format of a file by its extension.
  ///
  /// - Parameter advice: what else to do if there is none.
  /// - Throws: `ValidationError` if it has no extension, or an unknown one.
  init(ofFile path: String, orElse advice: String = "") throws {
    guard let format = OutputFormat(path: path) else {
      throw ValidationError(
        "\(path): its extension names no format; the extensions are "
          + "\(OutputFormat.extensionList)\(advice)")
    }
    self = format
  }
}

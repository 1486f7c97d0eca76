import ArgumentParser
import LocationCore
import LocationSources
import LocationText
import NMEALocation

/// `locate decode` shows a log sentence by sentence.
struct DecodeCommand: LocateSubcommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "decode",
      abstract: "Print what each sentence of an NMEA log says.",
      discussion: """
        Prints one JSON object for each NMEA sentence: line, talker, type, valid, checksum \
        (verified or missing) and fields by name, in the sentence's own units. The name of a field \
        ends with its unit, e.g. speedKnots; angles in degrees, counts and dilutions have none. \
        Empty fields are left out. A proprietary sentence has no talker, and its type is its whole \
        name, as PGRME or PUBX,00. tag has what the TAG block in front of the sentence states: source, \
        time, group and lineNumber; valid is false in it if a block has a wrong checksum. leftOut has the \
        wrong fields: reason, field and value of each. For a sentence of an unknown type, fields is an array of strings. A bad \
        sentence has no fields; it has its text and the reason, with the expected and the found \
        value. The exit code is 65 only if the log has no good sentence.

        \(HelpText.examples([
          "decode drive.nmea --format text",
          "decode drive.nmea --summary",
          "decode drive.nmea | jq -c 'select(.valid | not)'",
          "decode a.nmea | jq -c 'select(.type == \"GSV\").fields.satellites[]'",
        ]))
        """)
  }

  @Argument(
    help: "The log: a file, - for standard input, or any other value of --source.",
    completion: .sources)
  var log: String?

  @OptionGroup(title: "Where from") var source: RecordingOptions
  @OptionGroup(title: "Where from") var input: InputOption

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "json or text.", discussion: "Default: json; with --summary text.", valueName: "format"),
    completion: .list(ReportFormat.names),
    transform: ReportFormat.init(argument:))
  var format: ReportFormat?

  @Flag(help: "Short for --format json.") var json = false

  @Flag(help: "Only count: bytes, sentences by type, bad ones by reason, epochs, fixes.")
  var summary = false

  @OptionGroup var common: CommonOptions

  func validate() throws { try ReportFormat.check(json, isOther: format == .text) }

  func run(in environment: LocateEnvironment) async throws {
    let wanted = try source.named(log, in: environment)
    let inputFormat = try [wanted].format(input.input)
    let bytes = try environment.sources.byteSource(for: wanted)
    if let refusal = bytes.refusal { throw refusal }
    let stream = try bytes.open()
    defer { stream.close() }
    let format = json ? .json : format ?? (summary ? .text : .json)
    var decoding = Decoding(
      of: bytes, as: inputFormat, writer: summary ? nil : format.writer,
      sink: format == .text ? environment.textOutput : environment.output)
    defer {
      if common.verbose, !summary { environment.report(decoding.counters) }
    }
    try await decoding.run(stream)
    if summary { try write(decoding.counters, as: format, to: environment.output) }
    if let failure = decoding.counters.absence(in: bytes.name) { throw failure }
  }

  private func write(
    _ counters: NMEACounters, as format: ReportFormat, to sink: any OutputSink
  ) throws {
    var text = ByteText()
    switch format {
    case .text: text.write(table: counters)
    case .json: text.write(json: counters)
    }
    try sink.write(text.bytes)
  }
}

import ArgumentParser
import LocationIO
import LocationSources
import LocationText

/// `locate doctor` examines each source, step by step, up to its fix.
struct DoctorCommand: LocateSubcommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "doctor",
      abstract: "Is there a source, may I use it, does it have a fix; if not, why not.",
      discussion: """
        Examines each link of the chain from the source's address to a fix and prints the result. \
        It stops at the first broken link and says how to repair it. It changes nothing.

          address      the host has an address, or the file or device exists
          permission   this user may open it
          connection   it answers
          gpsd         the server is gpsd; its release
          devices      gpsd has receivers, and could open them
          geoclue      the desktop's location service allows this program
          data         reports or sentences arrive
          satellites   the numbers in view, heard and used, and the strongest signal
          scan         access points or cells are in sight for a geolocation server
          fix          the position, its accuracy and its age

        Nothing is sent to a geolocation server, so its examination ends before the fix.

        The exit code is 0 only if there is a fix, or if a geolocation server may be asked. \
        Otherwise it tells the broken link: 64 or 66 no such source, 65 no NMEA, 68 no such host, \
        69 no connection, no data or no scan, 75 no satellites, no fix in time or too few access \
        points, 76 not gpsd, 77 not authorized.

        Each source of a fallback is examined. The exit code is 0 if one of them has a fix; otherwise it \
        tells the broken link of the first source.

        With --json there is one object for each source: name, status, detail and remedy of each link.

        Finding the rate of a serial line can take half a minute in addition to --timeout.

        \(HelpText.examples([
          "doctor",
          "doctor --source gpsd://192.168.1.20 --timeout 1m",
          "doctor /dev/ttyUSB0",
          "doctor --json | jq -r '.checks[] | select(.status == \"failed\").remedy'",
        ]))
        """)
  }

  @Argument(help: "The source, in the same form as --source.", completion: .sources)
  var named: String?

  @OptionGroup(title: "Where from") var source: SourceOptions

  @Option(
    help: ArgumentHelp(
      "How long to wait for an answer, and for a fix, as 5s, 2m.", discussion: "Default: 10s.",
      valueName: "duration"),
    transform: Duration.init(argument:))
  var timeout: Duration?

  @OptionGroup var format: ReportFormatOptions
  @OptionGroup var common: CommonOptions

  func run(in environment: LocateEnvironment) async throws {
    let sources = try source.descriptions(named, in: environment)
    var broken: [(source: SourceDescription, link: BrokenLink)] = []
    for (index, source) in sources.enumerated() {
      if sources.count > 1, format.chosen != .json {
        var heading = ByteText()
        if index > 0 { heading.write("\n") }
        heading.write(printable: source.name)
        heading.write("\n")
        try environment.textOutput.write(heading.bytes)
      }
      if let link = try await examine(source, in: environment) { broken.append((source, link)) }
    }
    guard broken.count == sources.count else { return }
    let reasons = broken.map { "\($0.source.name): \($0.link.detail)" }
    throw CommandFailure(broken[0].link.status, reasons.joined(separator: "; "))
  }

  /// Examines a source and prints the result.
  ///
  /// - Returns: the broken link; `nil` if the source has a fix.
  private func examine(
    _ wanted: SourceDescription, in environment: LocateEnvironment
  ) async throws -> BrokenLink? {
    let json = format.chosen == .json
    let examination = examination(of: wanted, in: environment)
    let text = DiagnosisTextWriter(isPlain: environment.terminal.encoding == .ascii)
    let status = ExaminationStatus(of: wanted, clock: environment.clock)
    var diagnosis = Diagnosis { check in
      status.note(check)
      guard !json else { return }
      var line = ByteText()
      text.write(check, into: &line)
      try environment.textOutput.write(line.bytes)
    }
    var broken: BrokenLink?
    do {
      try await environment.showing(status: { status.text }) {
        try await examination.run(&diagnosis)
      }
    } catch let link as BrokenLink {
      broken = link
      try diagnosis.fail(link)
    }
    for name in type(of: examination).chain.dropFirst(diagnosis.checks.count) {
      try diagnosis.skip(name)
    }
    if json {
      var object = ByteText()
      object.write(
        json: diagnosis.checks, of: wanted.name, status: broken?.status ?? .done)
      try environment.output.write(object.bytes)
    }
    return broken
  }

  private func examination(
    of source: SourceDescription, in environment: LocateEnvironment
  ) -> any Examination {
    let timeout = timeout ?? .seconds(10)
    if case .gpsd(let host, let port, let device) = source {
      return GPSDExamination(
        host: host, port: port, device: device, source: source, timeout: timeout,
        isVerbose: common.verbose, environment: environment)
    }
    switch source {
    case .geoClue: return GeoClueExamination(timeout: timeout, environment: environment)
    case .last, .fixed, .mqtt:
      return FixExamination(source: source, timeout: timeout, environment: environment)
    case .network(let server):
      return NetworkExamination(
        server: server, isVerbose: common.verbose, environment: environment)
    default: break
    }
    return ReceiverExamination(
      source: source, timeout: timeout, isVerbose: common.verbose, environment: environment)
  }
}

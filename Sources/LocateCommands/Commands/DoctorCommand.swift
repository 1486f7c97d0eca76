import ArgumentParser
import LocationIO
import LocationSources
import LocationText

/// `locate doctor` examines each source, step by step, up to its fix.
struct DoctorCommand: LocateSubcommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "doctor",
      abstract: "Find out why there is no location, and what to do.",
      discussion: """
        Examines each link of the chain from the source's address to a fix and prints the result. \
        It stops at the first broken link and says how to repair it. It changes nothing.

          address      the host has an address, or the file or device exists
          permission   this user may open it
          connection   it answers
          gpsd         the server is gpsd; its release
          devices      gpsd has receivers, and could open them
          geoclue      the desktop's location service allows this program
          format       the format of a file
          data         reports or sentences arrive; what a file contains
          span         the first and the last time of a file, and the length of the way
          values       what the locations of a file lack, and what is not read of it
          satellites   the numbers in view, heard and used, and the strongest signal
          scan         access points or cells are in sight for a geolocation server
          fix          the position, its accuracy and its age; the last one of a file
          end          the file is complete

        Nothing is sent to a geolocation server, so its examination ends before the fix.

        The exit code is 0 only if there is a fix, or if a geolocation server may be asked. \
        Otherwise it is that of the broken link: 64 or 66 no such source, 65 no NMEA, a file that is not \
        read or not complete, 68 no such host, \
        69 no connection, no data or no scan, 75 no satellites, no fix in time or too few access \
        points, 76 not gpsd, 77 not authorized.

        Each source of a fallback is examined. The exit code is 0 if one of them has a fix; otherwise it \
        is that of the broken link of the first source.

        --to examines a server of 'publish'. It sends no location:

          address      the host has an address
          connection   the port answers
          tls          the certificate is trusted and for this name
          answer       a web server answers a request without a location
          login        it takes the user and the password
          permission   a broker lets this user publish to the topic

        For the permission, a broker with MQTT 5 gets the message {"_type":"probe"} at the topic. It is no \
        location, and the broker does not keep it. With MQTT 3.1.1 no broker reports whether you may publish. What a \
        web server permits is not known before a location is sent. A certificate that is not trusted \
        ends with 77, as a wrong password and a missing permission do.

        With --json there is one object for each source or target: name, status, detail and remedy of each \
        link.

        Finding the rate of a serial line can take half a minute in addition to --timeout.

        \(HelpText.examples([
          "doctor",
          "doctor --source gpsd://192.168.1.20 --timeout 1m",
          "doctor /dev/ttyUSB0",
          "doctor --to mqtts://jane@example.org/a/b --password-file ~/.mqtt",
          "doctor --json | jq -r '.checks[] | select(.status == \"failed\").remedy'",
        ]))
        """)
  }

  @Argument(help: "The source, in the same form as --source.", completion: .sources)
  var named: String?

  @OptionGroup(title: "Where from") var source: SourceOptions

  @Option(
    help: ArgumentHelp(
      "How long to wait for an answer, and for a fix, e.g. 5s, 2m.", discussion: "Default: 10s.",
      valueName: "duration"),
    transform: Duration.init(argument:))
  var timeout: Duration?

  @Option(
    help: ArgumentHelp(
      "Examine a server of 'publish' instead of a source; may be given several times.",
      valueName: "target"),
    transform: PublishTarget.init(argument:))
  var to: [PublishTarget] = []

  @OptionGroup var format: ReportFormatOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    guard to.allSatisfy(\.isServer) else {
      throw ValidationError("--to of doctor is for mqtt://, mqtts://, http:// and https://")
    }
  }

  func run(in environment: LocateEnvironment) async throws {
    var broken: [(name: String, link: BrokenLink)] = []
    // With --to, a source is examined only if the user names it.
    let sources =
      to.isEmpty || named != nil || !source.source.isEmpty
      ? try source.descriptions(named, in: environment) : []
    let access = try source.access(to: sources, to, in: environment)
    let isTitled = sources.count + to.count > 1 && format.chosen != .json
    for (index, source) in sources.enumerated() {
      if isTitled { try title(source.name, isFirst: index == 0, in: environment) }
      let link = try await examine(
        examination(of: source, access, in: environment), of: source.name, source, in: environment)
      if let link { broken.append((source.name, link)) }
    }
    // One source of a fallback is enough.
    if broken.count < sources.count { broken = [] }
    for (index, target) in to.enumerated() {
      if isTitled {
        try title(target.name, isFirst: sources.isEmpty && index == 0, in: environment)
      }
      let link = try await examine(
        examination(of: target, access, in: environment), of: target.name, nil, in: environment)
      if let link { broken.append((target.name, link)) }
    }
    guard let first = broken.first else { return }
    let reasons = broken.map { "\($0.name): \($0.link.detail)" }
    throw CommandFailure(first.link.status, reasons.joined(separator: "; "))
  }

  private func title(
    _ name: String, isFirst: Bool, in environment: LocateEnvironment
  ) throws(OutputError) {
    var heading = ByteText()
    if !isFirst { heading.write("\n") }
    heading.write(printable: name)
    heading.write("\n")
    try environment.textOutput.write(heading.bytes)
  }

  /// Examines a source or a server and prints the result.
  ///
  /// - Parameter source: `nil` for a server of `--to`.
  /// - Returns: the broken link; `nil` if the chain is whole.
  private func examine(
    _ examination: any Examination, of name: String, _ source: SourceDescription?,
    in environment: LocateEnvironment
  ) async throws -> BrokenLink? {
    let json = format.chosen == .json
    let text = DiagnosisTextWriter(isPlain: environment.terminal.encoding == .ascii)
    let status = ExaminationStatus(of: examination, clock: environment.clock)
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
        json: diagnosis.checks, of: name, as: source == nil ? "target" : "source",
        status: broken?.status ?? .done)
      try environment.output.write(object.bytes)
    }
    return broken
  }

  private func examination(
    of target: PublishTarget, _ access: MQTTAccess, in environment: LocateEnvironment
  ) throws(CommandFailure) -> any Examination {
    let timeout = timeout ?? .seconds(10)
    switch target {
    case .mqtt(let broker, let topic):
      return BrokerExamination(
        settings: MQTTSettings(broker, access), topic: topic,
        version: source.mqttVersion, timeout: timeout, environment: environment)
    case .http(let url, let user):
      return WebServerExamination(
        url: url, user: user, password: user == nil ? nil : access.password,
        transport: source.transport(in: environment), timeout: timeout, environment: environment)
    case .standardOutput, .file:
      throw CommandFailure(.usage, "\(target.name): not a server")
    }
  }

  private func examination(
    of source: SourceDescription, _ access: MQTTAccess, in environment: LocateEnvironment
  ) -> any Examination {
    let timeout = timeout ?? .seconds(10)
    switch source {
    case .gpsd(let host, let port, let device):
      return GPSDExamination(
        host: host, port: port, device: device, source: source, timeout: timeout,
        isVerbose: common.verbose, environment: environment)
    case .geoClue: return GeoClueExamination(timeout: timeout, environment: environment)
    case .last, .fixed, .mqtt, .custom:
      return FixExamination(
        source: source, access: access, timeout: timeout, environment: environment)
    case .file:
      return RecordingExamination(
        source: source, isVerbose: common.verbose, environment: environment)
    case .network(let server):
      return NetworkExamination(
        server: server, isVerbose: common.verbose, environment: environment)
    case .tcp, .udp: return receiver(source, isOnNetwork: true, in: environment)
    // Several devices have no bytes in common.
    case .simulated where source.hasDevices:
      return FixExamination(
        source: source, access: access, timeout: timeout, environment: environment)
    case .standardInput, .serial, .simulated:
      return receiver(source, isOnNetwork: false, in: environment)
    }
  }

  private func receiver(
    _ source: SourceDescription, isOnNetwork: Bool, in environment: LocateEnvironment
  ) -> ReceiverExamination {
    ReceiverExamination(
      source: source, isOnNetwork: isOnNetwork, timeout: timeout ?? .seconds(10),
      isVerbose: common.verbose, environment: environment)
  }
}

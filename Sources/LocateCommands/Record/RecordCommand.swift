import ArgumentParser
import LocationCore
import LocationPOSIX
import LocationSources
import LocationText
import LocationTracks
import Synchronization

/// `locate record` writes locations to a file that survives a crash.
struct RecordCommand: LocateSubcommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "record",
      abstract: "Record locations into a file that survives a crash.",
      discussion: """
        Records until the source ends, or until Ctrl-C, --count or --for ends it. Other programs may \
        read the file while it grows. If the process is killed, the file lacks at most the last \
        location: gpx is complete at any time, and the other formats may end with a part of a line. If \
        the file exists, it is continued after the last whole location; in GPX with a new segment. A \
        file with other content is refused and stays as it is.

        If the disk is full, a message says so, the file stays valid, and recording continues when \
        there is space again; the end says how many updates were lost, and the exit code is 74. \
        --sync bounds what a power failure loses.

        In the format nmea a source that sends NMEA is recorded in its own bytes, with wind, depth and other ships. A \
        location that is left out takes its sentences along. With --smooth, and with a file for each device, new \
        sentences are made from the locations, and the end says which others are left out.

        With --split each part of the recording is a file in the folder of -o. With {device} in the name of \
        these files, which is the default of --split device, each device has its own files. If one of \
        them cannot be written, a message says so, and the other devices are recorded. In a \
        GPX file of several devices each of them has one track when the recording ends.

        \(HelpText.examples([
          "record -o today.gpx",
          "record -o walk.gpx --source /dev/ttyACM0 --retry --sync 5s",
          "record -o tracks --split day --local-time",
          "record -o tracks --split gap=30min --name 'trip-{date}-{time}.gpx'",
          "record -o fleet --split device --source 'mqtt://broker/owntracks/+/+'",
          "record -o fleet --split day --name '{device}/{date}.gpx'",
          "record -o car.gpx --every 5s --stationary 20m --drop-outliers",
        ]))
        """)
  }

  @Argument(help: "The source, in the same form as --source.", completion: .sources)
  var named: String?

  @OptionGroup(title: "Where to") var file: RecordedFileOptions
  @OptionGroup(title: "Where from") var source: SourceOptions
  @OptionGroup(title: "Where from") var reading: ReadingOptions
  @OptionGroup(title: "Which ones and how long") var wait: WaitOptions
  @OptionGroup(title: "Which ones and how long") var stream: StreamOptions
  @OptionGroup(title: "Which ones and how long") var filter: FilterOptions
  @OptionGroup var common: CommonOptions

  func run(in environment: LocateEnvironment) async throws {
    let wanted = try source.descriptions(named, in: environment)
    let access = try source.access(to: wanted, in: environment)
    var settings = try reading.settings(for: wanted, access)
    settings.keepsSentences =
      file.isNMEA && !file.isForEachDevice && !filter.smoothing.smooth
    var run = try SourceRun(
      of: wanted, settings: settings, wait: wait, isVerbose: common.verbose, in: environment)
    defer { run.finish() }
    run.limit(stream, filter)
    run.replacesSentences = file.isNMEA && !settings.keepsSentences
    // A person at the terminal sees the start, and a summary at the end.
    let saysAll = common.verbose || environment.terminal.showsStatus
    let paths = Mutex<[String]>([])
    let clock = ErasedClock(environment.clock)
    let start = clock.now
    let recorder = try file.recorder(in: environment) { event in
      if case .opened(let path) = event { paths.withLock { $0.append(path) } }
      if let message = event.message(saysAll: saysAll) {
        environment.say(message)
      }
    }
    defer {
      if saysAll {
        let summary = Self.summary(
          of: run.observation.locationCount, in: paths.withLock { $0 }, after: clock.now - start)
        environment.say(summary)
      }
    }
    let ending: SourceRun.Ending
    do {
      ending = try await run.run { [run] in
        try await run.read {
          try await recorder.record(run.provider, filter: run.filter) { !run.accept($0) }
        }
      }
    } catch {
      if let loss = recorder.loss {
        environment.say(loss.message)
      }
      throw error
    }
    if let loss = recorder.loss { throw loss }
    try run.checkLocation(after: ending)
  }

  /// "recorded 120 locations in 2:00; 1 file, 18 kB".
  private static func summary(
    of count: Int, in paths: [String], after duration: Duration
  ) -> String {
    let files = Set(paths)
    let bytes = files.reduce(0) { $0 + Int(stat(path: $1)?.st_size ?? 0) }
    var text = ByteText()
    text.write(text: "recorded \(HelpText.count(count, "location")) in ")
    text.write(seconds: (duration / .seconds(1)).rounded())
    let size = bytes < 10_000 ? HelpText.count(bytes, "byte") : "\((bytes + 500) / 1_000) kB"
    text.write(text: "; \(HelpText.count(files.count, "file")), \(size)")
    return text.string
  }
}

extension LocationRecorder {
  /// What a full disk or a file that cannot be written lost; `nil` if nothing.
  fileprivate var loss: CommandFailure? {
    let (lost, failed) = (lostUpdates, failedUpdates)
    guard lost + failed > 0 else { return nil }
    let reason = lost == 0 ? "some files could not be written" : "the disk was full"
    return CommandFailure(
      .inputOutput, "\(reason); not recorded: \(HelpText.count(lost + failed, "update"))")
  }
}

extension LocationRecorder.Event {
  /// The event in a line; `nil` if it is only for somebody who looks at it.
  fileprivate func message(saysAll: Bool) -> String? {
    switch self {
    case .opened(let path): saysAll ? "recording to \(path)" : nil
    case .diskFull(let path):
      "\(path): the disk is full; locations are lost until there is space"
    case .resumed(let path, let missing):
      "\(path): there is space again; lost: \(HelpText.count(missing, "update"))"
    case .cutEndRemoved(let path, let bytes):
      "\(path): it was cut off in the middle of a location; removed: \(HelpText.count(bytes, "byte"))"
    case .notJoined(let path, let reason):
      "\(path): the tracks of several devices stay in the order of time: \(reason)"
    case .notSynced(let path, let reason):
      "\(path): is not stored on the disk: \(reason)"
    case .failed(let error): "\(error); other devices are recorded"
    }
  }
}

import LocateCommands
import LocationPOSIX

#if Web
  import LocationWeb
#endif

// This blocks the signals for all threads that start later, so it must come first.
let interrupts = SignalInterrupts()
let words = UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
  .compactMap { $0.map { String(path: $0) } }
var environment = LocateEnvironment.process(arguments: words, interrupts: interrupts)
// Messages and examples name the command that the user started.
environment.commandName = WebProgram.commandName(of: environment.commandName)
#if Web
  environment.servePage = { job in try await serve(job) }
#endif
let arguments = ["web"] + words.dropFirst()
Task.detached { [environment, arguments] in
  exit(await LocateCommand.run(arguments: arguments, in: environment))
}
interrupts.waitForever()

#if Web
  @Sendable func serve(_ job: WebJob) async throws {
    var settings = WebSettings()
    settings.host = job.host
    settings.port = Int(job.port)
    settings.token = job.token
    settings.publicURL = job.publicURL
    settings.tiles = job.tiles.map { tiles in
      switch tiles {
      case .server(let server):
        WebTiles(url: server.url, attribution: server.attribution, origin: server.origin)
      case .archive(let archive, let attribution): WebTiles(archive, attribution: attribution)
      }
    }
    var session = WebSession(
      job.provider, sources: job.sources, playing: job.playing, canSeek: job.canSeek,
      recording: job.recording, places: job.places, gate: job.gate, settings: settings,
      clock: job.clock)
    session.waiting = job.waiting
    session.counters = job.counters
    try await session.run(isReady: job.isReady)
  }
#endif

import GPSDProtocol
import LocationCore
import LocationIO
import LocationReplay
import LocationServing
import LocationSources
import LocationText
import LocationTracks
import NMEALocation

/// A receiver on its way to other programs, and to standard output if that was asked for: what
/// `replay` and `simulate` do with `--serve`.
struct ServedStream {
  let provider: any TrackProvider
  let source: SourceDescription
  /// What gpsd's clients read as the sort of receiver.
  let driver: String
  let endpoints: [ServeEndpoint]
  let environment: LocateEnvironment

  /// Serves until the source or `stream` ends; then everybody who is connected gets the rest.
  ///
  /// - Parameter stream: prints, or only counts, what the provider says.
  func run(
    _ stream: (any LocationProvider) -> LocationStream
  ) async throws {
    // Nobody is told of a service that has nothing to say.
    if provider.authorizationStatus.isRefused {
      throw UserLocationError(
        .notAuthorized, source: source.description, detail: provider.authorizationRefusal ?? "")
    }
    let device = ServedDevice(path: source.description, driver: driver)
    let server = try LocationServer(
      endpoints, device: device, name: "swift-location", version: RootCommand.version,
      now: environment.now)
    for name in server.names { environment.announce("serving \(name)") }
    do {
      try await stream(ServedProvider(base: provider, device: device, server: server)).run()
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }
}

extension LocateEnvironment {
  /// Says a line on standard error for programs to read: without the command's name.
  fileprivate func announce(_ line: String) {
    var text = ByteText()
    text.write(printable: line)
    text.write("\n")
    // Whoever does not want to know has closed it.
    try? errorOutput.write(text.bytes)
  }
}

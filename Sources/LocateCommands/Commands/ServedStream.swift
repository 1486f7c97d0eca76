import LocationCore
import LocationReplay
import LocationServing
import LocationSources
import LocationText
import NMEALocation

/// Serves a provider to other programs, and prints it if the user asked for output. `replay` and
/// `simulate` use it for `--serve`.
struct ServedStream {
  let provider: any TrackProvider
  let source: SourceDescription
  /// The name of the receiver's driver, for gpsd's clients.
  let driver: String
  let endpoints: [ServeEndpoint]
  let environment: LocateEnvironment

  /// Serves until the source or `stream` ends. Connected clients still get everything up to the end.
  ///
  /// - Parameter stream: makes the stream that prints or only counts the locations of a provider.
  func run(
    _ stream: (any LocationProvider) -> LocationStream
  ) async throws {
    // A refused source is reported before the service is announced.
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
  /// Writes a line to standard error without the command's name, because programs read it.
  fileprivate func announce(_ line: String) {
    var text = ByteText()
    text.write(printable: line)
    text.write("\n")
    // Standard error can be closed.
    try? errorOutput.write(text.bytes)
  }
}

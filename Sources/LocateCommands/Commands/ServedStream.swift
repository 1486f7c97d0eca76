import LocationCore
import LocationPOSIX
import LocationServing
import LocationSources
import LocationText

/// Serves a provider for `replay` and `simulate` with `--serve`. Its locations are printed only if the
/// user chose a format.
struct ServedStream {
  let provider: any LocationProvider
  let source: SourceDescription
  /// The name of the receiver's driver that clients of gpsd's protocol see.
  let driver: String
  let endpoints: [ServeEndpoint]
  let environment: LocateEnvironment

  /// Serves until the source or `stream` ends. Clients that are connected then get the rest.
  ///
  /// - Parameter stream: makes a stream that prints or counts the locations of a provider.
  func run(
    _ stream: (any LocationProvider) -> LocationStream
  ) async throws {
    // Checked before the server opens, so that no client waits for a source that is refused.
    if provider.authorizationStatus.isRefused {
      throw UserLocationError(
        .notAuthorized, source: source.name, detail: provider.authorizationRefusal ?? "")
    }
    let server = try LocationServer(
      endpoints: endpoints,
      device: ServedDevice(path: FixSource.publicName(of: source.name), driver: driver),
      name: "swift-location", version: RootCommand.version, now: environment.now)
    for endpoint in server.endpoints { environment.announce("serving \(endpoint)") }
    do {
      try await stream(server.serving(provider)).run()
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }
}

extension LocateEnvironment {
  /// Writes a line to standard error, without the command's name, because programs read it.
  func announce(_ line: String) {
    var text = ByteText()
    text.write(printable: line.printablePath)
    text.write("\n")
    // A closed standard error is not a failure of the service.
    try? errorOutput.write(text.bytes)
  }
}

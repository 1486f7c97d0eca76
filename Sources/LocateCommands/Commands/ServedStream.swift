import LocationCore
import LocationServing
import LocationSources
import LocationText

/// What `replay` and `simulate` do with `--serve`: they serve a provider, and print its locations only if
/// a format was asked for.
struct ServedStream {
  let provider: any LocationProvider
  let source: SourceDescription
  /// The kind of receiver that gpsd's clients see.
  let driver: String
  let endpoints: [ServeEndpoint]
  let environment: LocateEnvironment

  /// Serves until the source or `stream` ends. Connected clients get the rest.
  ///
  /// - Parameter stream: prints or counts the locations of the provider that it gets.
  func run(
    _ stream: (any LocationProvider) -> LocationStream
  ) async throws {
    // Before the server opens: a client must not wait for a source that is refused.
    if provider.authorizationStatus.isRefused {
      throw UserLocationError(
        .notAuthorized, source: source.description, detail: provider.authorizationRefusal ?? "")
    }
    let server = try LocationServer(
      endpoints: endpoints, device: ServedDevice(path: source.description, driver: driver),
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
  /// Writes a line for programs to standard error: without the command's name.
  fileprivate func announce(_ line: String) {
    var text = ByteText()
    text.write(printable: line)
    text.write("\n")
    // A closed standard error is not a failure of the service.
    try? errorOutput.write(text.bytes)
  }
}

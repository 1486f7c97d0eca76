import ArgumentParser
import LocationSources

/// The option that shows a request to a server instead of sending it.
struct PreviewOption: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Print what the source net:URL would send, and send nothing.",
      discussion: "This scans for access points. It needs no consent."))
  var showRequest = false

  /// Prints the requests that the sources would send.
  func show(_ sources: [SourceDescription], in environment: LocateEnvironment) async throws {
    for source in sources {
      guard case .network(let server) = source else {
        throw CommandFailure(
          .usage, "\(source.name): --show-request is for net:URL; this source sends no request")
      }
      let provider = try environment.sources.networkProvider(
        server: server, settings: SourceSettings())
      let preview = try await provider.requestPreview()
      try environment.textOutput.write(Array(preview.description.utf8))
    }
  }
}

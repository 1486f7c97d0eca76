import LocationCore
import LocationSources

extension LocateEnvironment {
  /// Asks the user for the consent that a source needs, before anything else happens. So no status line
  /// covers the question, and no time limit counts the time to answer.
  ///
  /// - Throws: `.notAuthorized` if nobody agreed, `CancellationError`.
  func askForConsent(
    of provider: any LocationProvider, _ sources: [SourceDescription]
  ) async throws {
    guard sources.contains(where: \.isNetwork), provider.authorizationStatus == .notDetermined
    else { return }
    let status = await provider.requestWhenInUseAuthorization()
    try Task.checkCancellation()
    guard !status.isAuthorized else { return }
    // The service would ask a second time if there was no answer.
    throw UserLocationError(
      .notAuthorized, source: sources.count == 1 ? sources[0].name : nil,
      detail: provider.authorizationRefusal ?? "")
  }

  /// Runs `body`. Meanwhile the terminal's status line shows `status`, from the first second on.
  ///
  /// - Parameter status: called each second; `nil` for no line.
  func showing<Value>(
    status: @escaping @Sendable () -> String?, during body: () async throws -> Value
  ) async throws -> Value {
    guard terminal.showsStatus else { return try await body() }
    let ticker = Task { [terminal, clock] in
      while (try? await clock.sleep(for: .seconds(1))) != nil {
        terminal.update(status: status)
      }
    }
    func stop() async {
      ticker.cancel()
      await ticker.value
      terminal.clearStatus()
    }
    do {
      let value = try await body()
      await stop()
      return value
    } catch {
      await stop()
      throw error
    }
  }
}

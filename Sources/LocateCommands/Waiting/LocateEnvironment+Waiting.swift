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

  /// Runs `body`. Meanwhile the terminal's status line shows `status`, from the first second on, and a service
  /// manager learns that the program is ready and alive.
  ///
  /// - Parameter status: called each second; `nil` for no line.
  func showing<Value>(
    status: @escaping @Sendable () -> String?, during body: () async throws -> Value
  ) async throws -> Value {
    serviceManager?.ready()
    let tickers = [lineTicker(status), watchdogTicker(status)].compactMap(\.self)
    func stop() async {
      for ticker in tickers {
        ticker.cancel()
        await ticker.value
      }
      if terminal.showsStatus { terminal.clearStatus() }
      serviceManager?.stopping()
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

  private func lineTicker(_ status: @escaping @Sendable () -> String?) -> Task<Void, Never>? {
    guard terminal.showsStatus else { return nil }
    return every(.seconds(1)) { [terminal] in terminal.update(status: status) }
  }

  /// Tells the manager twice in the time that it allows, as sd_watchdog_enabled(3) recommends.
  private func watchdogTicker(_ status: @escaping @Sendable () -> String?) -> Task<Void, Never>? {
    guard let serviceManager, let watchdog = serviceManager.watchdog else { return nil }
    return every(watchdog / 2) { serviceManager.alive(status()) }
  }

  private func every(
    _ interval: Duration, _ action: @escaping @Sendable () -> Void
  ) -> Task<Void, Never> {
    Task { [clock] in
      while (try? await clock.sleep(for: interval)) != nil { action() }
    }
  }
}

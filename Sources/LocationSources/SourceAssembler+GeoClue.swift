import GeoClueLocation
import LocationCore
import LocationIO

extension SourceAssembler {
  /// A `GeoClueProvider` for the desktop file `gps-locate`, with the assembler's clock and time of day.
  ///
  /// It waits 4 s for GeoClue's first answer.
  public func geoClueProvider(settings: SourceSettings) -> any LocationProvider {
    let clock = self.clock()
    return GeoClueProvider(
      desktopID: "gps-locate", agentTimeout: SourceSettings.agentTimeout,
      retry: settings.retries ? RetryPolicy() : nil, willRetry: retryNotice(settings),
      logger: settings.logger, clock: clock, now: { now() })
  }
}

extension SourceSettings {
  /// The time limit of GeoClue's first answer.
  ///
  /// It is shorter than the time limit of `locate status`, which therefore reports a missing agent.
  package static let agentTimeout = Duration.seconds(4)
}

import GeoClueLocation
import LocationCore
import LocationIO

extension SourceAssembler {
  /// A `GeoClueProvider` for the desktop file `gps-locate`, with the assembler's clock and time of day.
  public func geoClueProvider(settings: SourceSettings) -> any LocationProvider {
    let clock = self.clock()
    return GeoClueProvider(
      desktopID: "gps-locate", retry: settings.retries ? RetryPolicy() : nil,
      willRetry: retryNotice(settings), logger: settings.logger, clock: clock, now: { now() })
  }
}

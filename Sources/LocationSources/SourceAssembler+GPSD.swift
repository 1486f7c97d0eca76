import LocationCore
import LocationIO
import LocationReplay

#if GPSD
  import GPSDLocation
#endif

extension SourceAssembler {
  /// A `GPSDProvider` with the assembler's clock.
  public func gpsdProvider(
    host: String, port: UInt16, device: String?, settings: SourceSettings
  ) throws(UserLocationError) -> any LocationProvider {
    #if GPSD
      return GPSDProvider(
        host: host, port: port, device: device, retry: settings.retries ? RetryPolicy() : nil,
        willRetry: retryNotice(settings), advice: adviceWithoutGPSD(), logger: settings.logger,
        clock: clock())
    #else
      let advice = adviceWithoutGPSD().map { "; \($0)" } ?? ""
      throw UserLocationError(
        .sourceUnavailable,
        source: SourceDescription.gpsd(host: host, port: port, device: device).description,
        detail: "this build cannot read gpsd: it was made without the package trait GPSD\(advice)")
    #endif
  }
}

import LocationCore
import LocationIO
import Logging

#if GPSD
  import GPSDLocation
#endif

extension StandardSourceFactory {
  /// The receivers behind a gpsd.
  ///
  /// - Throws: `.sourceUnavailable` in a build without gpsd.
  package func gpsd(
    host: String, port: UInt16, device: String?, _ playback: Playback, _ logger: Logger?
  ) throws(UserLocationError) -> any LocationProvider {
    let advice = "to try it without a receiver: \(commandName) --source sim:drive"
    #if GPSD
      return GPSDProvider(
        host: host, port: port, device: device, retry: playback.retries ? RetryPolicy() : nil,
        willRetry: notice(ofRetriesBeside: logger), advice: advice, logger: logger, clock: clock,
        now: now)
    #else
      throw UserLocationError(
        .sourceUnavailable,
        source: SourceDescription.gpsd(host: host, port: port, device: device).description,
        detail: "this build reads no gpsd: it was made without the package trait GPSD; \(advice)")
    #endif
  }
}

import LocationCore
public import LocationIO
internal import LocationPublishing

extension SourceAssembler {
  /// An `MQTTProvider` with the assembler's clock and time of day.
  public func mqttProvider(
    _ address: MQTTAddress, settings: SourceSettings
  ) -> any LocationProvider {
    MQTTProvider(
      MQTTSettings(address, settings.access), topic: address.topic,
      retry: settings.retries ? RetryPolicy() : nil,
      willRetry: retryNotice(settings), clock: clock(), now: { now() })
  }
}

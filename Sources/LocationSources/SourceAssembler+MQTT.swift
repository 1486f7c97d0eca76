import LocationCore
public import LocationIO
internal import LocationPublishing

extension SourceAssembler {
  /// An `MQTTProvider` with the assembler's clock, time of day and password.
  public func mqttProvider(
    _ address: MQTTAddress, settings: SourceSettings
  ) -> any LocationProvider {
    var connection = MQTTSettings(
      host: address.host, port: address.port,
      security: address.isSecure ? MQTTSettings.Security() : nil)
    connection.user = address.user
    if address.user != nil { connection.password = password() }
    return MQTTProvider(
      connection, topic: address.topic, retry: settings.retries ? RetryPolicy() : nil,
      willRetry: retryNotice(settings), clock: clock(), now: { now() })
  }

  /// `nil`: there is no password.
  public func password() -> String? { nil }
}

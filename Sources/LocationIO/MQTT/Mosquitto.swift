/// The functions of libmosquitto (https://mosquitto.org/api/), an MQTT client, that ``MQTTSession`` needs.
///
/// The signatures and the numbers are those of mosquitto.h 1.6 and later.
struct Mosquitto: Sendable {
  typealias Client = OpaquePointer
  /// `mosquitto_property`, a list.
  typealias Properties = OpaquePointer
  typealias Text = UnsafePointer<CChar>
  typealias Context = UnsafeMutableRawPointer

  /// `struct mosquitto_message`.
  struct Message {
    var id: CInt
    var topic: UnsafeMutablePointer<CChar>?
    var payload: UnsafeMutableRawPointer?
    var payloadSize: CInt
    var quality: CInt
    var isRetained: Bool
  }

  typealias OnConnect = @convention(c) (Client?, Context?, CInt) -> Void
  typealias OnPublish = @convention(c) (Client?, Context?, CInt, CInt, OpaquePointer?) -> Void
  /// The third parameter points to a ``Message``.
  typealias OnMessage = @convention(c) (Client?, Context?, UnsafeRawPointer?) -> Void
  typealias OnSubscribe =
    @convention(c) (Client?, Context?, CInt, CInt, UnsafePointer<CInt>?) -> Void
  typealias OnLog = @convention(c) (Client?, Context?, CInt, Text?) -> Void

  /// The installed library. The first use loads it.
  static let shared = Result { () throws(SystemLibraryError) in try Mosquitto() }

  let new: @Sendable @convention(c) (Text?, Bool, Context?) -> Client?
  let destroy: @Sendable @convention(c) (Client) -> Void
  let setContext: @Sendable @convention(c) (Client, Context?) -> Void
  let setNumber: @Sendable @convention(c) (Client, CInt, CInt) -> CInt
  let setPassword: @Sendable @convention(c) (Client, Text?, Text?) -> CInt
  let setWill: @Sendable @convention(c) (Client, Text, CInt, UnsafeRawPointer?, CInt, Bool) -> CInt
  /// The last parameter is a function that asks for the password of the key.
  let setSecurity:
    @Sendable @convention(c) (Client, Text?, Text?, Text?, Text?, OpaquePointer?) -> CInt

  /// The last parameters are a local address, and properties, which only MQTT 5 has.
  let connect: @Sendable @convention(c) (Client, Text, CInt, CInt, Text?, Properties?) -> CInt
  let addProperty:
    @Sendable @convention(c) (UnsafeMutablePointer<Properties?>, CInt, UInt32) -> CInt
  let freeProperties: @Sendable @convention(c) (UnsafeMutablePointer<Properties?>) -> Void
  let disconnect: @Sendable @convention(c) (Client) -> CInt
  let socket: @Sendable @convention(c) (Client) -> CInt
  let wantsToWrite: @Sendable @convention(c) (Client) -> Bool
  let read: @Sendable @convention(c) (Client, CInt) -> CInt
  let write: @Sendable @convention(c) (Client, CInt) -> CInt
  let keepUp: @Sendable @convention(c) (Client) -> CInt

  let publish:
    @Sendable @convention(c) (
      Client, UnsafeMutablePointer<CInt>?, Text, CInt, UnsafeRawPointer?, CInt, Bool
    ) -> CInt
  let subscribe: @Sendable @convention(c) (Client, UnsafeMutablePointer<CInt>?, Text, CInt) -> CInt

  let onConnect: @Sendable @convention(c) (Client, OnConnect) -> Void
  let onPublish: @Sendable @convention(c) (Client, OnPublish) -> Void
  let onMessage: @Sendable @convention(c) (Client, OnMessage) -> Void
  let onSubscribe: @Sendable @convention(c) (Client, OnSubscribe) -> Void
  let onLog: @Sendable @convention(c) (Client, OnLog) -> Void

  private let errorText: @Sendable @convention(c) (CInt) -> Text?
  private let answerText: @Sendable @convention(c) (CInt) -> Text?
  private let reasonText: @Sendable @convention(c) (CInt) -> Text?

  private init() throws(SystemLibraryError) {
    let library = try SystemLibrary(
      "libmosquitto", sonames: ["libmosquitto.so.1"], package: "libmosquitto1")
    new = try library.function("mosquitto_new")
    destroy = try library.function("mosquitto_destroy")
    setContext = try library.function("mosquitto_user_data_set")
    setNumber = try library.function("mosquitto_int_option")
    setPassword = try library.function("mosquitto_username_pw_set")
    setWill = try library.function("mosquitto_will_set")
    setSecurity = try library.function("mosquitto_tls_set")
    connect = try library.function("mosquitto_connect_bind_v5")
    addProperty = try library.function("mosquitto_property_add_int32")
    freeProperties = try library.function("mosquitto_property_free_all")
    disconnect = try library.function("mosquitto_disconnect")
    socket = try library.function("mosquitto_socket")
    wantsToWrite = try library.function("mosquitto_want_write")
    read = try library.function("mosquitto_loop_read")
    write = try library.function("mosquitto_loop_write")
    keepUp = try library.function("mosquitto_loop_misc")
    publish = try library.function("mosquitto_publish")
    subscribe = try library.function("mosquitto_subscribe")
    onConnect = try library.function("mosquitto_connect_callback_set")
    onPublish = try library.function("mosquitto_publish_v5_callback_set")
    onMessage = try library.function("mosquitto_message_callback_set")
    onSubscribe = try library.function("mosquitto_subscribe_callback_set")
    onLog = try library.function("mosquitto_log_callback_set")
    errorText = try library.function("mosquitto_strerror")
    answerText = try library.function("mosquitto_connack_string")
    reasonText = try library.function("mosquitto_reason_string")
    let initialize: @convention(c) () -> CInt = try library.function("mosquitto_lib_init")
    _ = initialize()
  }

  /// MOSQ_OPT_PROTOCOL_VERSION.
  static let protocolVersion: CInt = 1
  /// MQTT_PROP_SESSION_EXPIRY_INTERVAL.
  static let sessionExpiry: CInt = 17
  /// MQTT_PROP_MAXIMUM_PACKET_SIZE.
  static let largestPacket: CInt = 39
  /// MOSQ_LOG_ERR.
  static let errorLevel: CInt = 8

  /// The error for a result of a function of the library.
  ///
  /// - Parameters:
  ///   - number: the `errno` after the call.
  ///   - log: what the library logged about a secure connection.
  func error(_ result: CInt, _ number: Int32, log: [String] = []) -> MQTTError {
    let text = errorText(result).map { String(cString: $0) } ?? "libmosquitto error \(result)"
    let detail = text.last == "." ? String(text.dropLast()) : text
    return switch result {
    // The library forgets that it did not understand the answer, as that of a web server.
    case 14 where number == 0:
      MQTTError(.unreachable, detail: "it does not speak MQTT, or it ended the connection")
    case 14: MQTTError(.unreachable, detail: SystemError("connect", number).clause)
    case 15, 20: MQTTError(.hostNotFound, detail: "no such host")
    case 8, 23, 26:
      MQTTError(.untrusted, detail: "no secure connection: " + (Self.tlsFailure(in: log) ?? detail))
    case 9, 24, 25, 28: MQTTError(.rejected, detail: detail)
    case 1, 3, 10: MQTTError(.invalid, detail: detail)
    // With TLS 1.3 a server refuses a client's certificate after the connection is made.
    case _ where log.contains { $0.contains(" alert ") }:
      MQTTError(.untrusted, detail: "no secure connection: " + (Self.tlsFailure(in: log) ?? detail))
    default: MQTTError(.unreachable, detail: detail)
    }
  }

  /// The words of OpenSSL, and of libmosquitto for the name, in a user's words; `nil` for others.
  private static func tlsFailure(in log: [String]) -> String? {
    let words = log.joined(separator: "\n")
    if words.contains("host name verification failed") {
      return "the certificate of the server is not for this name"
    }
    if words.contains("certificate verify failed") {
      return "an unknown authority signed the certificate of the server, or its time is over"
    }
    if words.contains("wrong version number") {
      return "the server does not speak TLS at this port"
    }
    guard let alert = log.last(where: { $0.contains(" alert ") }) else { return nil }
    return "the server refuses: " + (alert.split(separator: ":").last.map(String.init) ?? alert)
  }

  /// The error for a broker's answer to a connection; `nil` if it accepts.
  func refusal(_ code: CInt, _ version: MQTTSettings.Version) -> MQTTError? {
    if code == 0 { return nil }
    let words = version == .v5 ? reasonText(code) : answerText(code)
    let text = words.map { String(cString: $0) } ?? "the broker refuses the connection (\(code))"
    let detail = text.last == "." ? String(text.dropLast()) : text
    return switch code {
    case 4, 5, 134, 135, 138: MQTTError(.notAuthorized, detail: detail)
    case 1, 2, 132, 133: MQTTError(.invalid, detail: detail)
    default: MQTTError(.unreachable, detail: detail)
    }
  }

  /// The error for a broker's answer to a message; `nil` if it took the message. Only MQTT 5 has such answers.
  func rejection(_ reason: CInt) -> MQTTError? {
    guard reason >= 128 else { return nil }
    let text = reasonText(reason).map { String(cString: $0) } ?? "reason \(reason)"
    return switch reason {
    case 135: MQTTError(.notAuthorized, detail: "not allowed to publish to this topic")
    case 144, 149, 153: MQTTError(.rejected, detail: text)
    default: MQTTError(.unreachable, detail: text)
    }
  }
}

import LocationPOSIX

/// libmosquitto's client of one connection. Only the thread of the connection uses it.
///
/// libmosquitto's own loop ends only at its time limit and fails with descriptors above 1023, so this is
/// another one. Each connection has a new client: an old one would send again what the caller sends again.
final class MQTTSession {
  /// How long the broker may take to accept the connection and the subscriptions.
  private static let answerTimeout = Duration.seconds(20)
  /// How long the broker may take to receive the rest and the end.
  private static let closingTimeout = Duration.seconds(5)
  /// How long a broker with MQTT 5 keeps what comes while the client is away, in seconds: a week. With MQTT 3.1.1 the
  /// broker decides.
  private static let keptTime: UInt32 = 7 * 86_400

  /// The largest message that is taken, in bytes. A location has less than a thousand.
  private static let messageLimit: UInt32 = 256 * 1024

  private let library: Mosquitto
  private let client: Mosquitto.Client
  private let settings: MQTTSettings
  private let topics: [String]
  private let isKept: Bool
  private let wake: WakeChannel
  private let connection: MQTTConnection
  private let onReady: () -> Void
  private let receive: (MQTTMessage) -> Void

  /// The numbers of the calls that wait, by the numbers of their messages at the broker.
  private var calls: [CInt: Int] = [:]
  /// The messages that were sent before their call was known.
  private var sentEarly: Set<CInt> = []
  private var subscriptionsLeft: Int
  private var isReady = false
  /// The errors that libmosquitto logged.
  private var log: [String] = []
  /// Why the session ends; it comes before what libmosquitto says about it.
  private var failure: MQTTError?

  init(
    _ settings: MQTTSettings, will: MQTTMessage?, topics: [String], keptAs identifier: String?,
    wake: WakeChannel, connection: MQTTConnection, onReady: @escaping () -> Void,
    receive: @escaping (MQTTMessage) -> Void
  ) throws(MQTTError) {
    do throws(SystemLibraryError) {
      library = try Mosquitto.shared.get()
    } catch {
      throw MQTTError(.unavailable, detail: error.description)
    }
    // Without an identifier, the library or the broker makes one.
    guard let client = library.new(identifier, identifier == nil, nil) else {
      throw MQTTError(.unreachable, detail: "no memory")
    }
    self.client = client
    self.settings = settings
    self.topics = topics
    isKept = identifier != nil
    self.wake = wake
    self.connection = connection
    self.onReady = onReady
    self.receive = receive
    subscriptionsLeft = topics.count
    try configure(will)
  }

  deinit { library.destroy(client) }

  private func configure(_ will: MQTTMessage?) throws(MQTTError) {
    try check(library.setNumber(client, Mosquitto.protocolVersion, settings.version.rawValue))
    if settings.user != nil || settings.password != nil {
      try check(library.setPassword(client, settings.user ?? "", settings.password))
    }
    if let will {
      try check(
        library.setWill(
          client, will.topic, CInt(will.payload.count), will.payload, CInt(will.quality),
          will.isRetained))
    }
    guard let security = settings.security else { return }
    let folder = security.authorities == nil ? "/etc/ssl/certs" : nil
    for file in [security.authorities, security.certificate, security.key] {
      if let file, access(file, R_OK) != 0 {
        throw MQTTError(
          .invalid, detail: "\(file.printablePath): \(SystemError.last("open").clause)")
      }
    }
    try check(
      library.setSecurity(
        client, security.authorities, folder, security.certificate, security.key, nil))
  }

  private func check(_ result: CInt) throws(MQTTError) {
    let number = errno
    if result != 0 { throw failure ?? library.error(result, number, log: log) }
  }

  /// Connects, and serves the connection until it is over. Returns why.
  func run() -> MQTTError {
    setCallbacks()
    do throws(MQTTError) {
      let keepAlive = min(max(settings.keepAlive / .seconds(1), 5), 65_535)
      try connect(CInt(keepAlive))
      // The library's own socket would be inherited by the programs that this process starts.
      Descriptor.secure(library.socket(client))
      let deadline = Deadline(after: Self.answerTimeout)
      while true {
        if !isReady, deadline.isPassed {
          throw MQTTError(.unreachable, detail: "the broker does not answer")
        }
        if try !sendRequests() { return MQTTError(.cancelled) }
        try waitAndServe(isReady ? .seconds(keepAlive / 4) : Self.answerTimeout)
      }
    } catch {
      return error
    }
  }

  private func connect(_ keepAlive: CInt) throws(MQTTError) {
    var properties: Mosquitto.Properties?
    defer { library.freeProperties(&properties) }
    if isKept, settings.version == .v5 {
      try check(library.addProperty(&properties, Mosquitto.sessionExpiry, Self.keptTime))
    }
    if !topics.isEmpty, settings.version == .v5 {
      // The broker does not send larger ones. With MQTT 3.1.1 there is no way to say so.
      try check(library.addProperty(&properties, Mosquitto.largestPacket, Self.messageLimit))
    }
    errno = 0
    try check(
      library.connect(client, settings.host, CInt(settings.port), keepAlive, nil, properties))
  }

  /// Sends the new messages. Returns `false` at the end.
  private func sendRequests() throws(MQTTError) -> Bool {
    let (messages, isClosing) = connection.takeRequests()
    for (id, message) in messages { send(message, id) }
    if isClosing { disconnect() }
    return !isClosing
  }

  /// Sends what waits, and the end. A broker that takes nothing gets no more time than ``closingTimeout``.
  private func disconnect() {
    _ = library.disconnect(client)
    let deadline = Deadline(after: Self.closingTimeout)
    while library.wantsToWrite(client), !deadline.isPassed {
      // After a lost connection there is no socket, the packets still wait, and writing reports no error.
      var socket = pollfd(fd: library.socket(client), events: Int16(POLLOUT), revents: 0)
      guard socket.fd >= 0, poll(&socket, 1, deadline.milliseconds) > 0,
        library.write(client, 1) == 0
      else { return }
    }
  }

  private func send(_ message: MQTTMessage, _ id: Int) {
    var number: CInt = 0
    errno = 0
    let result = library.publish(
      client, &number, message.topic, CInt(message.payload.count), message.payload,
      CInt(message.quality), message.isRetained)
    if result == 0 {
      // The library has called back already if a message of quality 0 was sent at once.
      if sentEarly.remove(number) == nil { calls[number] = id } else { answer(id, 0) }
    } else {
      connection.give(.failure(library.error(result, errno)), to: id)
    }
  }

  private func waitAndServe(_ timeout: Duration) throws(MQTTError) {
    let descriptor = library.socket(client)
    guard descriptor >= 0 else { throw MQTTError(.unreachable, detail: "the connection is closed") }
    let writing = library.wantsToWrite(client) ? Int32(POLLOUT) : 0
    var polled = [
      pollfd(fd: wake.receiver, events: Int16(POLLIN), revents: 0),
      pollfd(fd: descriptor, events: Int16(Int32(POLLIN) | writing), revents: 0),
    ]
    if poll(&polled, 2, Deadline(after: timeout).milliseconds) < 0, errno != EINTR {
      throw MQTTError(.unreachable, detail: SystemError.last("poll").clause)
    }
    if polled[0].revents != 0 { wake.takeSignals() }
    errno = 0
    if Int32(polled[1].revents) & ~Int32(POLLOUT) != 0 {
      try check(library.read(client, 1))
      // A broker with Nagle's algorithm holds further confirmations until this one is acknowledged: without
      // this line, messages that wait in a queue take four times as long.
      if !calls.isEmpty { Descriptor.acknowledge(descriptor) }
    }
    if let failure { throw failure }
    if library.wantsToWrite(client) { try check(library.write(client, 1)) }
    try check(library.keepUp(client))
  }

  // MARK: Callbacks

  private func setCallbacks() {
    // The callbacks are called by ``run()`` only, and so not after the end of this object.
    library.setContext(client, Unmanaged.passUnretained(self).toOpaque())
    library.onConnect(client) { _, context, code in
      MQTTSession.from(context)?.connected(code)
    }
    library.onLog(client) { _, context, level, text in
      guard level == Mosquitto.errorLevel, let text else { return }
      MQTTSession.from(context)?.log.append(String(cString: text))
    }
    library.onPublish(client) { _, context, number, reason, _ in
      MQTTSession.from(context)?.published(number, reason)
    }
    library.onSubscribe(client) { _, context, _, count, granted in
      MQTTSession.from(context)?.subscribed(UnsafeBufferPointer(start: granted, count: Int(count)))
    }
    library.onMessage(client) { _, context, message in
      guard let message = message?.load(as: Mosquitto.Message.self) else { return }
      MQTTSession.from(context)?.received(message)
    }
  }

  private static func from(_ context: Mosquitto.Context?) -> MQTTSession? {
    context.map { Unmanaged<MQTTSession>.fromOpaque($0).takeUnretainedValue() }
  }

  private func connected(_ code: CInt) {
    if let refusal = library.refusal(code, settings.version) {
      failure = refusal
      return
    }
    if topics.isEmpty { return becomeReady() }
    for topic in topics {
      if library.subscribe(client, nil, topic, 1) != 0 {
        failure = MQTTError(.invalid, detail: "'\(topic)' is not a topic")
      }
    }
  }

  private func subscribed(_ granted: UnsafeBufferPointer<CInt>) {
    if granted.contains(where: { $0 >= 128 }) {
      failure = MQTTError(.notAuthorized, detail: "not allowed to subscribe to this topic")
      return
    }
    subscriptionsLeft -= 1
    if subscriptionsLeft == 0 { becomeReady() }
  }

  private func becomeReady() {
    isReady = true
    connection.confirm()
    onReady()
  }

  private func published(_ number: CInt, _ reason: CInt) {
    guard let id = calls.removeValue(forKey: number) else {
      sentEarly.insert(number)
      return
    }
    answer(id, reason)
  }

  private func answer(_ id: Int, _ reason: CInt) {
    connection.give(library.rejection(reason).map { .failure($0) } ?? .success(()), to: id)
  }

  private func received(_ message: Mosquitto.Message) {
    // Nothing of a large message is copied.
    guard let topic = message.topic, message.payloadSize <= Self.messageLimit else { return }
    let payload = UnsafeRawBufferPointer(
      start: message.payload, count: max(0, Int(message.payloadSize)))
    receive(
      MQTTMessage(
        topic: String(cString: topic), payload: Array(payload), quality: Int(message.quality),
        isRetained: message.isRetained))
  }
}

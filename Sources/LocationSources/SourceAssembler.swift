import GeoClueLocation
import LocationCore
public import LocationIO
internal import LocationPublishing
import LocationTracks
import NMEALocation
public import NetworkLocation

/// Builds the provider of a source, and everything below it: one function for each object.
///
/// The extension has a default implementation of every function. A default implementation builds its
/// object from the results of other functions. A type that conforms may replace any of them, and
/// everything above uses the replacement. There is no registry and no global state:
///
/// ```swift
/// struct TestAssembler: SourceAssembler {
///   let log: String
///   func byteSource(for source: SourceDescription) -> any ByteSource { DataByteSource(bytes: log.utf8) }
/// }
/// let provider = try TestAssembler(log: log).provider(for: "serial:/dev/ttyACM0")
/// ```
///
/// Nothing is opened before a subscription of the provider starts.
public protocol SourceAssembler: Sendable {
  // Objects without parts

  /// The clock that paces recordings and simulations, measures pauses and silence, and dates what is received.
  func clock() -> any LocationClock

  /// The bytes of a source: a recording, a receiver, or what a simulated receiver writes.
  ///
  /// - Throws: `.invalidSource` for gpsd, GeoClue and geolocation servers, which give locations and no bytes,
  ///   and for impossible options of a simulation; `.sourceNotFound` for a scenario that does not exist.
  func byteSource(for source: SourceDescription) throws(UserLocationError) -> any ByteSource

  /// Advice for the error if no gpsd runs: another way to get locations. `nil` for no advice.
  func adviceWithoutGPSD() -> String?

  /// Sends the requests to web servers.
  func httpTransport() -> any HTTPTransport

  /// Finds the Wi-Fi access points in sight.
  func wifiScanner() -> any WiFiScanner

  /// Finds the cells of this machine's modems.
  func cellScanner() -> any CellScanner

  /// Stores to which servers the user agreed to send data.
  ///
  /// - Throws: `.sourceUnavailable` if there is no place for it.
  func consentStore() throws(UserLocationError) -> any ConsentStore

  /// Asks the user before anything is sent to a server. `nil` if there is nobody to ask: then only a consent
  /// that is stored already counts.
  func consentRequest() -> NetworkProvider.Ask?

  /// Advice for the error if there is no consent: how the user can give it. `nil` for no advice.
  func adviceWithoutConsent(to origin: String) -> String?

  /// Called before a live source is tried again, on any thread. If the settings have a logger, the
  /// logger gets this message instead.
  func willRetry(after error: UserLocationError, pause: Duration)

  /// Called if not only its owner may read a file with a secret, such as a key.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - warning: words for the user, with advice.
  func othersMayRead(secret path: String, _ warning: String)

  /// Called if a simulated receiver travels a track whose points have times, which do not count then.
  ///
  /// - Parameter recording: the name of the track's source, such as `file:drive.gpx`.
  func willIgnoreTimes(of recording: String)

  /// The schemes of the program's own, in lower case: `["ferry"]` for `ferry://north`. Such a text is
  /// `SourceDescription.custom`, and ``provider(for:settings:)`` makes its provider.
  var schemes: [String] { get }

  // Providers

  /// The provider of a source.
  ///
  /// A replacement handles its own sources, and calls ``standardProvider(for:settings:)`` for all others.
  ///
  /// - Throws: as ``byteSource(for:)``; `.sourceUnavailable` for gpsd in a build without the trait `GPSD`.
  func provider(
    for source: SourceDescription, settings: SourceSettings
  ) throws(UserLocationError) -> any LocationProvider

  /// A provider for several sources, the best one first.
  func fallbackProvider(
    of sources: [FallbackProvider.Source], settings: SourceSettings
  ) -> any LocationProvider

  /// A provider of the last known location.
  func lastFixProvider() -> any LocationProvider

  /// Keeps the last known location; `nil` if there is no place for it.
  func lastFixStore() -> LastFixStore?

  /// A provider of a place that the user names. The altitude is in meters above mean sea level.
  func fixedProvider(at coordinate: Coordinate, altitude: Double?) -> any LocationProvider

  /// A provider that plays a recording.
  func replayProvider(
    of bytes: any ByteSource, settings: SourceSettings
  ) -> any LocationProvider

  /// A provider for a receiver that sends NMEA 0183 now, or for a file that grows.
  func liveProvider(of bytes: any ByteSource, settings: SourceSettings) -> any LocationProvider

  /// A provider that simulates a receiver.
  func simulatedProvider(
    for source: SourceDescription, settings: SourceSettings
  ) throws(UserLocationError) -> any LocationProvider

  /// A provider for the receivers of a gpsd, or for one of them.
  ///
  /// - Throws: `.sourceUnavailable` in a build without the trait `GPSD`.
  func gpsdProvider(
    host: String, port: UInt16, device: String?, settings: SourceSettings
  ) throws(UserLocationError) -> any LocationProvider

  /// A provider for the location that the desktop's service GeoClue finds.
  func geoClueProvider(settings: SourceSettings) -> any LocationProvider

  /// A provider for what others publish to a broker.
  func mqttProvider(_ address: MQTTAddress, settings: SourceSettings) -> any LocationProvider

  /// A provider that asks a geolocation server.
  ///
  /// - Throws: as ``consentStore()``.
  func networkProvider(
    server: GeolocationServer, settings: SourceSettings
  ) throws(UserLocationError) -> NetworkProvider
}

/// The real objects.
public struct StandardSourceAssembler: SourceAssembler {
  /// Makes an assembler that replaces nothing.
  public init() {}
}

extension SourceAssembler {
  /// The provider of a source as its user writes it, such as `gpsd://localhost` or `sim:drive`; see
  /// ``SourceDescription/init(_:schemes:)``.
  ///
  /// - Throws: `.invalidSource` for other text; as ``provider(for:settings:)``.
  public func provider(
    for text: String, settings: SourceSettings = SourceSettings()
  ) throws(UserLocationError) -> any LocationProvider {
    try provider(for: SourceDescription(text, schemes: schemes), settings: settings)
  }

  /// No schemes.
  public var schemes: [String] { [] }

  /// The system's clock.
  public func clock() -> any LocationClock { SystemClock() }

  /// The file, standard input, serial line, socket or simulated receiver that the source names.
  public func byteSource(
    for source: SourceDescription
  ) throws(UserLocationError) -> any ByteSource {
    switch source {
    case .file(let path): return FileByteSource(path: path)
    case .standardInput: return StandardInputByteSource()
    case .serial(let device, let baudRate): return SerialByteSource(path: device, baud: baudRate)
    case .tcp(let host, let port): return TCPByteSource(host: host, port: port)
    case .udp(let host, let port): return UDPByteSource(host: host, port: port)
    case .simulated: return try simulatedBytes(of: source)
    case .gpsd, .geoClue:
      throw UserLocationError(
        .invalidSource, source: source.description,
        detail: "this source gives locations, not a receiver's bytes")
    case .mqtt:
      throw UserLocationError(
        .invalidSource, source: source.description,
        detail: "a broker gives locations, not a receiver's bytes")
    case .network(let server):
      throw UserLocationError(
        .invalidSource, source: server.name,
        detail: "a geolocation server gives locations, not a receiver's bytes")
    case .last, .fixed:
      throw UserLocationError(
        .invalidSource, source: source.description,
        detail: "it is a location, and has no receiver's bytes")
    case .custom(let scheme, _): throw UserLocationError(withoutProvider: scheme, of: source)
    }
  }

  /// No advice.
  public func adviceWithoutGPSD() -> String? { nil }

  /// Does nothing.
  public func willRetry(after error: UserLocationError, pause: Duration) {}

  /// Does nothing.
  public func willIgnoreTimes(of recording: String) {}

  /// The ``standardProvider(for:settings:)``.
  public func provider(
    for source: SourceDescription, settings: SourceSettings
  ) throws(UserLocationError) -> any LocationProvider {
    try standardProvider(for: source, settings: settings)
  }

  /// The provider of a source that the library knows: it chooses one of the other functions by the kind of source.
  ///
  /// - Throws: as `provider(for:settings:)`; `.invalidSource` for a source of the program's own.
  public func standardProvider(
    for source: SourceDescription, settings: SourceSettings
  ) throws(UserLocationError) -> any LocationProvider {
    switch source {
    case .gpsd(let host, let port, let device):
      try gpsdProvider(host: host, port: port, device: device, settings: settings)
    case .geoClue: geoClueProvider(settings: settings)
    case .mqtt(let address): mqttProvider(address, settings: settings)
    case .simulated: try simulatedProvider(for: source, settings: settings)
    case .network(let server): try networkProvider(server: server, settings: settings)
    case .last: lastFixProvider()
    case .fixed(let coordinate, let altitude): fixedProvider(at: coordinate, altitude: altitude)
    case .file(let path) where settings.follows:
      liveProvider(of: FollowingFileByteSource(path: path), settings: settings)
    case .file, .standardInput:
      replayProvider(of: try byteSource(for: source), settings: settings)
    case .serial, .tcp, .udp:
      liveProvider(of: try byteSource(for: source), settings: settings)
    case .custom(let scheme, _): throw UserLocationError(withoutProvider: scheme, of: source)
    }
  }

  /// A ``FallbackProvider`` with the assembler's clock.
  public func fallbackProvider(
    of sources: [FallbackProvider.Source], settings: SourceSettings
  ) -> any LocationProvider {
    FallbackProvider(
      sources, logger: settings.logger, clock: clock())
  }

  /// A `TrackReplayProvider` with the assembler's clock. What it plays is labeled as replayed, also recorded
  /// updates.
  public func replayProvider(
    of bytes: any ByteSource, settings: SourceSettings
  ) -> any LocationProvider {
    TrackReplayProvider(
      bytes, isExact: false, needsTimes: settings.needsTimes, pace: settings.pace,
      loops: settings.loops,
      maximumGap: settings.maximumGap, keepsSentences: settings.keepsSentences,
      format: settings.inputFormat,
      derivesMotion: settings.derivesMotion, dates: settings.dates,
      logger: settings.logger, clock: clock())
  }

  /// An `NMEALiveProvider` with the assembler's clock.
  public func liveProvider(
    of bytes: any ByteSource, settings: SourceSettings
  ) -> any LocationProvider {
    let clock = self.clock()
    return NMEALiveProvider(
      bytes, retry: settings.retries ? RetryPolicy() : nil,
      willRetry: retryNotice(settings), keepsSentences: settings.keepsSentences,
      dates: settings.dates, logger: settings.logger, clock: clock)
  }

  func retryNotice(
    _ settings: SourceSettings
  ) -> @Sendable (UserLocationError, Duration) -> Void {
    guard settings.logger == nil else { return { _, _ in } }
    return { willRetry(after: $0, pause: $1) }
  }
}

extension UserLocationError {
  /// The program named a scheme of its own, and makes nothing for it.
  fileprivate init(withoutProvider scheme: String, of source: SourceDescription) {
    self.init(
      .invalidSource, source: source.description,
      detail: "the program names the scheme '\(scheme)', but its assembler makes no provider for it"
    )
  }
}

extension SourceAssembler {
  /// A `GeoClueProvider` for the desktop file `gps-locate`, with the assembler's clock.
  ///
  /// It waits 4 s for GeoClue's first answer.
  public func geoClueProvider(settings: SourceSettings) -> any LocationProvider {
    let clock = self.clock()
    return GeoClueProvider(
      desktopID: "gps-locate", agentTimeout: SourceSettings.agentTimeout,
      retry: settings.retries ? RetryPolicy() : nil, willRetry: retryNotice(settings),
      logger: settings.logger, clock: clock)
  }
}

extension SourceSettings {
  /// The time limit of GeoClue's first answer.
  ///
  /// It is shorter than the time limit of `locate status`, which therefore reports a missing agent.
  package static let agentTimeout = Duration.seconds(4)
}

extension SourceAssembler {
  /// An `MQTTProvider` with the assembler's clock.
  public func mqttProvider(
    _ address: MQTTAddress, settings: SourceSettings
  ) -> any LocationProvider {
    MQTTProvider(
      MQTTSettings(address, settings.access), topic: address.topic,
      session: settings.access.session, retry: settings.retries ? RetryPolicy() : nil,
      willRetry: retryNotice(settings), clock: clock())
  }
}

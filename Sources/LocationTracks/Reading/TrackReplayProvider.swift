public import LocationCore
public import LocationIO
import LocationPOSIX
public import LocationReplay
import Synchronization

/// Replays a file in any format that ``TrackFileReader`` reads, as a `LocationProvider`.
///
/// A file in the format ``TrackFormat/updates`` replays exactly: each update has the values that the
/// recorded provider delivered, live fixes stay live, the authorization changes as it did, and the end is
/// the recorded one, at its time, with its error. So a failure in the field becomes a test:
///
///     let clock = ManualClock(jumpsToDeadlines: true)
///     let provider = TrackReplayProvider(path: "failure.updates", clock: clock)
///     let service = UserLocationService(provider: provider, clock: clock)
///
/// The file plays at the pace of its times of receipt; other formats have only the receiver's times.
public final class TrackReplayProvider: TrackProvider {
  private let source: any ByteSource
  package let player: TrackPlayer
  /// The authorization of the recorded provider at the end of what was replayed.
  private let status: Mutex<AuthorizationStatus>

  /// Makes a replay of a file.
  ///
  /// - Parameters:
  ///   - source: where the file is.
  ///   - pace: as recorded, faster, slower, or as fast as the consumer takes it.
  ///   - clock: keeps the pace, and dates `receivedAt` if the file does not state it.
  public init(
    _ source: any ByteSource, pace: ReplayPace = .recorded, clock: any LocationClock = SystemClock()
  ) {
    self.source = source
    status = Mutex(Self.recordedStatus(in: source) ?? .authorizedAlways)
    player = TrackPlayer(pace: pace, clock: clock) {
      request throws(UserLocationError) in
      let reader = try TrackFileReader(source, request)
      reader.keepsKinds = true
      return reader
    }
  }

  /// Makes a replay of a file with this path.
  public convenience init(
    path: String, pace: ReplayPace = .recorded, clock: any LocationClock = SystemClock()
  ) {
    self.init(FileByteSource(path: path), pace: pace, clock: clock)
  }

  /// The authorization of the recorded provider: at first the one at the start of the recording, then that
  /// of the last change that was replayed. Files in other formats may be read if the system allows it.
  public var authorizationStatus: AuthorizationStatus {
    source.authorizationStatus.isRefused ? source.authorizationStatus : status.withLock { $0 }
  }

  /// Which permission for the file is missing.
  public var authorizationRefusal: String? { source.authorizationRefusal }

  /// The status; nobody needs to be asked.
  public func requestWhenInUseAuthorization() async -> AuthorizationStatus { authorizationStatus }

  /// Replays the file from its start.
  public func startUpdatingLocation() -> LocationUpdates {
    player.startUpdatingLocation().changed { [self] update in
      note(update)
      return update
    }
  }

  package func startPlaying() -> TrackItems {
    let next = player.startPlaying()
    return { [self] () async throws(UserLocationError) in
      let item = try await next()
      if let update = item?.update { note(update) }
      return item
    }
  }

  private func note(_ update: LocationUpdate) {
    if case .authorization(let status) = update { self.status.withLock { $0 = status } }
  }

  /// The authorization in the first lines of a recording; `nil` for other files.
  private static func recordedStatus(in source: any ByteSource) -> AuthorizationStatus? {
    if let file = source as? FileByteSource {
      // Reading a named pipe would take its first bytes from the replay.
      guard let found = stat(path: file.path), found.st_mode & S_IFMT == S_IFREG else { return nil }
    } else if !(source is DataByteSource) {
      return nil
    }
    guard let stream = try? source.open() else { return nil }
    defer { stream.close() }
    let head = withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 16) { buffer in
      (try? stream.read(into: buffer)).map { Array(buffer[..<$0]) } ?? []
    }
    guard head.starts(with: Array(UpdatesWriter.header.utf8)) else { return nil }
    let line = head.split(separator: UInt8(ascii: "\n")).dropFirst().first
    guard let line, case .start(_, let status) = try? line.withUnsafeBytes({ try UpdateLine($0) })
    else { return nil }
    return status
  }
}

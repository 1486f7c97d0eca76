public import LocationCore
import LocationIO
import Synchronization

/// Records updates to a file that is a complete document at any time, in a format of ``RecordingFormat``.
///
///     let recorder = try LocationRecorder(path: "today.gpx", format: .gpx)
///     try await recorder.record(GPSDProvider())
///
/// Each update is written at once. If the process is killed, the file lacks at most the last location. A
/// program may read the file while it grows. A recorder that gets the path of a recording continues it; in
/// GPX it begins a new segment. A file with other content is refused and not changed.
///
/// In formats other than GPX, a killed process may leave a part of its last line. Readers drop it, and so does the
/// next recorder.
///
/// A power failure loses what the system has not stored on the disk yet, which can be half a minute. A sync
/// interval bounds that, and GPX is then a complete document even after a power failure.
///
/// If the disk is full, updates are lost, the file stays complete, and recording continues when there is
/// space again. ``lostUpdates`` counts them.
public final class LocationRecorder: Sendable {
  /// Something that the user of a recorder should know.
  public enum Event: Hashable, Sendable {
    /// The file in which the following updates are.
    case opened(path: String)
    /// The disk is full. Updates are lost until ``resumed(path:missing:)``.
    case diskFull(path: String)
    /// There is space again. `missing` updates were lost.
    case resumed(path: String, missing: Int)
    /// The file ended in the middle of an item. These bytes were removed.
    case cutEndRemoved(path: String, bytes: Int)
    /// The disk did not store the file. A power failure may lose more than the sync interval.
    case notSynced(path: String, reason: String)
  }

  /// Opens the file for an update.
  typealias Opening = @Sendable (_ path: String) throws(RecordingError) -> OpenRecording

  private struct State {
    var files: RecordingFiles
    var recording: OpenRecording?
    /// The path of the next file, if the disk was too full to create it.
    var unopened: String?
    /// The authorization of the provider; `nil` before a recording was begun.
    var status: AuthorizationStatus?
    /// Updates that were lost since the disk was full; `nil` if it is not.
    var missing: Int?
    /// All updates that were lost.
    var lost = 0
    /// Whether a sync is due.
    var isDirty = false
    var isFinished = false
  }

  private let format: RecordingFormat
  private let syncInterval: Duration?
  private let clock: ErasedClock
  private let now: @Sendable () -> Date
  private let report: @Sendable (Event) -> Void
  private let open: Opening
  private let state: Mutex<State>

  /// Records to one file, which is opened or created now.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - format: its format.
  ///   - syncInterval: how long after an update the disk has stored it; zero stores each update before the
  ///     next one. `nil` leaves it to the system.
  ///   - clock: measures the interval.
  ///   - now: the host's time of day.
  ///   - report: receives events, on any thread.
  /// - Throws: if the file cannot be created, or has other content.
  public convenience init<C: Clock>(
    path: String, format: RecordingFormat, syncInterval: Duration? = nil,
    clock: C = ContinuousClock(), now: @escaping @Sendable () -> Date = { Date() },
    report: @escaping @Sendable (Event) -> Void = { _ in }
  ) throws(RecordingError) where C.Duration == Duration {
    try self.init(
      RecordingFiles(path: path), format: format, syncInterval: syncInterval,
      clock: ErasedClock(clock), now: now, report: report,
      opening: Self.opening(format, hasBarriers: syncInterval != nil, now: now))
  }

  /// Records to several files in a folder.
  ///
  /// A file that exists is continued, so two parts with the same name are in the same file.
  ///
  /// - Parameters:
  ///   - folder: the path of the folder. It is created if it does not exist.
  ///   - split: when a file ends and the next one begins.
  ///   - name: the names of the files, with their extension.
  ///   - format: the format of the files.
  ///   - syncInterval: see ``init(path:format:syncInterval:clock:now:report:)``.
  ///   - clock: measures the interval.
  ///   - now: the host's time of day, for locations without a time.
  ///   - report: receives events, on any thread.
  /// - Throws: if the folder cannot be created.
  public convenience init<C: Clock>(
    folder: String, split: RecordingSplit, name: RecordingName, format: RecordingFormat,
    syncInterval: Duration? = nil, clock: C = ContinuousClock(),
    now: @escaping @Sendable () -> Date = { Date() },
    report: @escaping @Sendable (Event) -> Void = { _ in }
  ) throws(RecordingError) where C.Duration == Duration {
    let open = Self.opening(format, hasBarriers: syncInterval != nil, now: now)
    let createFolder: @Sendable (String) throws(RecordingError) -> Void = {
      path throws(RecordingError) in
      do throws(SystemError) {
        try Folder.create(for: path)
      } catch {
        throw RecordingError(opening: path, error)
      }
    }
    try createFolder("\(folder)/file")
    try self.init(
      RecordingFiles(
        folder: folder, split: split, name: name, recordsEverything: format == .updates),
      format: format,
      syncInterval: syncInterval, clock: ErasedClock(clock), now: now, report: report,
      opening: { path throws(RecordingError) in
        try createFolder(path)
        return try open(path)
      })
  }

  /// Opens files on the disk.
  static func opening(
    _ format: RecordingFormat, hasBarriers: Bool, now: @escaping @Sendable () -> Date
  ) -> Opening {
    { path throws(RecordingError) in
      try OpenRecording(path: path, format: format, hasBarriers: hasBarriers, now: now)
    }
  }

  /// Makes a recorder whose owner opens the files.
  init(
    _ files: RecordingFiles, format: RecordingFormat, syncInterval: Duration?, clock: ErasedClock,
    now: @escaping @Sendable () -> Date, report: @escaping @Sendable (Event) -> Void,
    opening open: @escaping Opening
  ) throws(RecordingError) {
    self.format = format
    self.syncInterval = syncInterval
    self.clock = clock
    self.now = now
    self.report = report
    self.open = open
    if let path = files.fixedPath {
      let recording = try open(path)
      let events = Self.events(ofOpening: recording)
      state = Mutex(State(files: files, recording: recording))
      for event in events { report(event) }
    } else {
      state = Mutex(State(files: files))
    }
  }

  deinit { finish() }

  /// The interests of a subscription whose updates are recorded: satellites if the format contains them.
  public var interests: LocationInterests {
    format.trackFormat.writer(.stream).writesSky ? [.satellites] : []
  }

  /// The number of updates that were lost because the disk was full.
  public var lostUpdates: Int { state.withLock { $0.lost } }

  /// Notes that the following updates come from a provider with this authorization. Only
  /// ``RecordingFormat/updates`` has a place for it.
  ///
  /// - Throws: `.failed` if the file cannot be written.
  public func begin(_ status: AuthorizationStatus) throws(RecordingError) {
    try state.withLock { state throws(RecordingError) in
      state.status = status
      try Self.begin(status, in: &state.recording)
    }
  }

  /// Notes that the provider ended, with an error or without, and calls ``finish()``. Only
  /// ``RecordingFormat/updates`` has a place for it.
  public func finish(after error: UserLocationError?) {
    // The recording is complete without this line, so a failure to write it is no error.
    state.withLock { state in
      if var recording = state.recording.take() {
        try? recording.end(error)
        state.recording = recording
      }
    }
    finish()
  }

  private static func begin(
    _ status: AuthorizationStatus, in recording: inout OpenRecording?
  ) throws(RecordingError) {
    guard var open = recording.take() else { return }
    defer { recording = open }
    do throws(SystemError) {
      try open.start(status)
    } catch {
      guard error.isFullDisk else { throw RecordingError(writing: open.path, error) }
    }
  }

  /// Records an update. Does nothing after ``finish()``.
  ///
  /// - Throws: `.failed` if the file cannot be written for another reason than a full disk, and the errors of
  ///   opening another file.
  public func record(_ update: LocationUpdate) throws(RecordingError) {
    var events: [Event] = []
    defer { for event in events { report(event) } }
    let mustSync = try state.withLock { state throws(RecordingError) in
      try record(update, &state, &events)
    }
    switch mustSync {
    case .now: sync()
    case .later(let interval): syncLater(interval)
    case .not: break
    }
  }

  /// Stores everything on the disk and closes the file.
  public func finish() {
    let failure = state.withLock { state -> Event? in
      state.isFinished = true
      state.isDirty = false
      return state.recording.take().flatMap(storingFailure)
    }
    if let failure { report(failure) }
  }

  private enum SyncTime {
    case not, now
    case later(Duration)
  }

  private func record(
    _ update: LocationUpdate, _ state: inout State, _ events: inout [Event]
  ) throws(RecordingError) -> SyncTime {
    guard !state.isFinished else { return .not }
    if let path = state.files.next(for: update, at: now()) ?? state.unopened {
      try openNext(path, &state, &events)
    }
    guard var recording = state.recording.take() else { return .not }
    defer { state.recording = recording }
    let isWritten: Bool
    do throws(SystemError) {
      if state.missing != nil { recording.interrupt() }
      isWritten = try recording.append(update)
    } catch {
      guard error.isFullDisk else { throw RecordingError(writing: recording.path, error) }
      Self.lose(recording.path, &state, &events)
      return .not
    }
    guard isWritten else { return .not }
    if let missing = state.missing.take() {
      events.append(.resumed(path: recording.path, missing: missing))
    }
    guard let syncInterval, !state.isDirty else { return .not }
    state.isDirty = true
    return syncInterval > .zero ? .later(syncInterval) : .now
  }

  /// Closes the open file, and opens the next one for an update if the disk has space for it.
  private func openNext(
    _ path: String, _ state: inout State, _ events: inout [Event]
  ) throws(RecordingError) {
    if let failure = state.recording.take().flatMap(storingFailure) { events.append(failure) }
    do throws(RecordingError) {
      state.recording = try open(path)
    } catch {
      guard error.code == .diskFull else { throw error }
      state.unopened = path
      return Self.lose(path, &state, &events)
    }
    state.unopened = nil
    if let status = state.status { try Self.begin(status, in: &state.recording) }
    if let recording = state.recording { events += Self.events(ofOpening: recording) }
  }

  private static func events(ofOpening recording: OpenRecording) -> [Event] {
    let opened = Event.opened(path: recording.path)
    guard recording.removed > 0 else { return [opened] }
    return [opened, .cutEndRemoved(path: recording.path, bytes: recording.removed)]
  }

  /// Notes that the disk is too full for an update.
  private static func lose(_ path: String, _ state: inout State, _ events: inout [Event]) {
    if state.missing == nil { events.append(.diskFull(path: path)) }
    state.missing = (state.missing ?? 0) + 1
    state.lost += 1
  }

  private func syncLater(_ interval: Duration) {
    let deadline = clock.now + interval
    // The task ends with the interval, so nothing has to cancel it.
    Task { [weak self, clock] in
      try? await clock.sleep(until: deadline)
      self?.sync()
    }
  }

  private func sync() {
    let failure = state.withLock { state -> Event? in
      guard state.isDirty, let recording = state.recording else { return nil }
      state.isDirty = false
      return storingFailure(of: recording)
    }
    if let failure { report(failure) }
  }

  private func storingFailure(of recording: OpenRecording) -> Event? {
    do throws(SystemError) {
      try recording.sync()
      return nil
    } catch {
      return .notSynced(path: recording.path, reason: error.clause)
    }
  }
}

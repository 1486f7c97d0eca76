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
/// A GPX file of several devices begins a track whenever the device changes, as long as it grows. When the recorder
/// finishes, it replaces the file by one with one track for each device.
///
/// In NMEA, an update that carries the receiver's own bytes is recorded as these, see `NMEALiveProvider`, unless each device
/// has its own files. For other updates new sentences are made.
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
    /// The tracks of several devices stay in the order of time, because the file could not be written again.
    case notJoined(path: String, reason: String)
    /// The disk did not store the file. A power failure may lose more than the sync interval.
    case notSynced(path: String, reason: String)
    /// The files of a device cannot be written. The recording of other devices goes on. It is said once for each device;
    /// ``failedUpdates`` counts what is not recorded.
    case failed(RecordingError)
  }

  private struct State {
    /// The files of each device that has files of its own; otherwise those of all devices, with the key `nil`.
    var sequences: [String?: RecordingSequence] = [:]
    /// The authorization of the provider; `nil` before a recording was begun.
    var status: AuthorizationStatus?
    var isFinished = false
    /// How many updates of each device failed.
    var failed: [String?: Int] = [:]
  }

  private let format: RecordingFormat
  private let syncInterval: Duration?
  private let clock: ErasedClock
  private let report: @Sendable (Event) -> Void
  private let files: RecordingPaths
  private let open: RecordingSequence.Opening
  private let state: Mutex<State>

  /// Records to one file, which is opened or created now.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - format: its format.
  ///   - syncInterval: how long after an update the disk has stored it; zero stores each update before the
  ///     next one. `nil` leaves it to the system.
  ///   - clock: measures the interval, and dates updates without a time of receipt.
  ///   - report: receives events, on any thread.
  /// - Throws: if the file cannot be created, or has other content.
  public convenience init(
    path: String, format: RecordingFormat, syncInterval: Duration? = nil,
    clock: any LocationClock = SystemClock(),
    report: @escaping @Sendable (Event) -> Void = { _ in }
  ) throws(RecordingError) {
    try self.init(
      RecordingPaths(path: path), format: format, syncInterval: syncInterval,
      clock: ErasedClock(clock), report: report,
      opening: Self.opening(format, hasBarriers: syncInterval != nil, now: { clock.date }))
  }

  /// Records to several files in a folder.
  ///
  /// A file that exists is continued, so two parts with the same name are in the same file.
  ///
  /// - Parameters:
  ///   - folder: the path of the folder. It is created if it does not exist.
  ///   - split: when a file ends and the next one begins; `nil` for one file of each name.
  ///   - name: the names of the files, with their extension. With `{device}` each device has files of its own.
  ///     There may be more devices than open files, and a file that cannot be written does not end the recording of
  ///     the other devices.
  ///   - format: the format of the files.
  ///   - syncInterval: see ``init(path:format:syncInterval:clock:report:)``.
  ///   - clock: measures the interval, and dates updates without a time of receipt.
  ///   - report: receives events, on any thread.
  /// - Throws: if the folder cannot be created.
  public convenience init(
    folder: String, split: RecordingSplit?, name: RecordingName, format: RecordingFormat,
    syncInterval: Duration? = nil, clock: any LocationClock = SystemClock(),
    report: @escaping @Sendable (Event) -> Void = { _ in }
  ) throws(RecordingError) {
    let open = Self.opening(format, hasBarriers: syncInterval != nil, now: { clock.date })
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
      RecordingPaths(
        folder: folder, split: split, name: name,
        recordsEverything: format.newText().recordsEverything),
      format: format,
      syncInterval: syncInterval, clock: ErasedClock(clock), report: report,
      opening: { path throws(RecordingError) in
        try createFolder(path)
        return try open(path)
      })
  }

  /// Opens files on the disk.
  static func opening(
    _ format: RecordingFormat, hasBarriers: Bool, in files: RecordingFiles = RecordingFiles(),
    now: @escaping @Sendable () -> Date
  ) -> RecordingSequence.Opening {
    { path throws(RecordingError) in
      try OpenRecording(path: path, format: format, hasBarriers: hasBarriers, in: files, now: now)
    }
  }

  /// Makes a recorder whose owner opens the files.
  init(
    _ files: RecordingPaths, format: RecordingFormat, syncInterval: Duration?, clock: ErasedClock,
    report: @escaping @Sendable (Event) -> Void,
    opening open: @escaping RecordingSequence.Opening
  ) throws(RecordingError) {
    self.format = format
    self.syncInterval = syncInterval
    self.clock = clock
    self.report = report
    self.files = files
    self.open = open
    state = Mutex(State())
    if files.fixedPath != nil {
      try changing { state, events throws(RecordingError) in
        state.sequences[nil] = try RecordingSequence(files, &events, opening: open)
      }
    }
  }

  deinit { finish() }

  /// The interests of a subscription whose updates are recorded: satellites if the format contains them.
  public var interests: LocationInterests {
    TrackFormat(format.file).writer(.stream).writesSky ? [.satellites] : []
  }

  /// The number of updates that were lost because the disk was full.
  public var lostUpdates: Int {
    state.withLock { state in state.sequences.values.reduce(0) { $0 + $1.lost } }
  }

  /// The number of updates that were not recorded because the files of their device could not be written.
  public var failedUpdates: Int {
    state.withLock { state in state.failed.values.reduce(0, +) }
  }

  /// Notes that the following updates come from a provider with this authorization. Only
  /// ``RecordingFormat/updates`` has a place for it.
  ///
  /// - Throws: `.failed` if the file cannot be written.
  public func begin(_ status: AuthorizationStatus) throws(RecordingError) {
    try changing { state, _ throws(RecordingError) in
      state.status = status
      for key in state.sequences.keys { try state.sequences[key]?.begin(status) }
    }
  }

  /// Records an update. Does nothing after ``finish()``.
  ///
  /// - Throws: `.failed` if the file cannot be written for another reason than a full disk, and the errors of
  ///   opening another file. If each device has its own files, only if no file of another device is open.
  public func record(_ update: LocationUpdate) throws(RecordingError) {
    let isSyncDue = try changing { state, events throws(RecordingError) in
      var isSyncDue = false
      guard !state.isFinished else { return false }
      for key in keys(of: update, state) {
        let isWritten: Bool
        do throws(RecordingError) {
          isWritten = try record(update, key, &state, &events)
        } catch {
          guard files.isForEachDevice, state.sequences.values.contains(where: \.isOpen) else {
            throw error
          }
          if state.failed[key] == nil { events.append(.failed(error)) }
          state.failed[key, default: 0] += 1
          continue
        }
        guard isWritten, syncInterval != nil, state.sequences[key]?.isDirty == false else {
          continue
        }
        state.sequences[key]?.isDirty = true
        isSyncDue = true
      }
      return isSyncDue
    }
    guard isSyncDue, let syncInterval else { return }
    if syncInterval > .zero { syncLater(syncInterval) } else { sync() }
  }

  /// Records an update in the files with a key.
  private func record(
    _ update: LocationUpdate, _ key: String?, _ state: inout State, _ events: inout [Event]
  ) throws(RecordingError) -> Bool {
    if state.sequences[key] == nil {
      state.sequences[key] = try RecordingSequence(
        files, status: state.status, &events, opening: open)
    }
    // The receiver's own bytes of one device are between those of the others.
    let update = files.isForEachDevice ? update.carrying(nil) ?? update : update
    return try state.sequences[key]?.record(update, at: clock.date, &events) ?? false
  }

  /// Whose files an update belongs to.
  private func keys(of update: LocationUpdate, _ state: State) -> [String?] {
    guard files.isForEachDevice else { return [nil] }
    if case .fix(let fix) = update { return [fix.source.device] }
    // What concerns the whole source concerns every device.
    guard let device = update.source?.device else { return Array(state.sequences.keys) }
    return [device]
  }

  /// Stores everything on the disk and closes the files.
  ///
  /// A recording in GPX of several devices then has one track for each of them.
  public func finish() { finish { _ in } }

  /// Notes that the provider ended, with an error or without, and calls ``finish()``. Only
  /// ``RecordingFormat/updates`` has a place for it.
  public func finish(after error: UserLocationError?) { finish { $0.note(end: error) } }

  private func finish(_ last: (inout RecordingSequence) -> Void) {
    changing { state, events in
      state.isFinished = true
      for key in state.sequences.keys {
        guard var sequence = state.sequences[key] else { continue }
        last(&sequence)
        sequence.close(&events)
        state.sequences[key] = sequence
      }
    }
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
    changing { state, events in
      for (key, sequence) in state.sequences where sequence.isDirty {
        state.sequences[key]?.sync(&events)
      }
    }
  }

  /// Changes the state, and then reports what the user should know, with no lock held.
  private func changing<Result: Sendable, Failure: Error>(
    _ body: (inout sending State, inout [Event]) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var events: [Event] = []
    defer { for event in events { report(event) } }
    return try state.withLock { state throws(Failure) in try body(&state, &events) }
  }
}

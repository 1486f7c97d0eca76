import LocationCore
import LocationIO

/// The files of a recording that follow each other: the open one, and when the next one begins.
struct RecordingSequence {
  typealias Event = LocationRecorder.Event

  /// Opens a file.
  typealias Opening = @Sendable (_ path: String) throws(RecordingError) -> OpenRecording

  private var files: RecordingPaths
  private let open: Opening
  private var recording: OpenRecording?
  /// The path of the next file, if the disk was too full to create it.
  private var unopened: String?
  /// The authorization of the provider; `nil` before a recording was begun.
  private var status: AuthorizationStatus?
  /// Updates that were lost since the disk was full; `nil` if it is not.
  private var missing: Int?
  /// All updates that were lost.
  private(set) var lost = 0
  /// Whether a file is open.
  var isOpen: Bool { recording != nil }
  /// Whether a sync is due.
  var isDirty = false

  /// Begins a recording. If there is only one file, it is opened now.
  ///
  /// - Parameters:
  ///   - status: the authorization of the provider; `nil` before the recording is begun.
  ///   - events: here and below, gets what the user should know.
  init(
    _ files: RecordingPaths, status: AuthorizationStatus? = nil, _ events: inout [Event],
    opening open: @escaping Opening
  ) throws(RecordingError) {
    self.files = files
    self.open = open
    self.status = status
    if let path = files.fixedPath { note(opened: try open(path), &events) }
  }

  /// Notes that the following updates come from a provider with this authorization.
  mutating func begin(_ status: AuthorizationStatus) throws(RecordingError) {
    self.status = status
    try writeStatus()
  }

  /// Records an update. Returns whether something was written.
  mutating func record(
    _ update: LocationUpdate, at now: Date, _ events: inout [Event]
  ) throws(RecordingError) -> Bool {
    if let path = files.next(for: update, at: now) ?? unopened { try openNext(path, &events) }
    guard var recording = recording.take() else { return false }
    defer { self.recording = recording }
    let isWritten: Bool
    do throws(SystemError) {
      if missing != nil { recording.interrupt() }
      isWritten = try recording.append(update)
    } catch {
      guard error.isFullDisk else { throw RecordingError(writing: recording.path, error) }
      lose(recording.path, &events)
      return false
    }
    if isWritten, let missing = missing.take() {
      events.append(.resumed(path: recording.path, missing: missing))
    }
    return isWritten
  }

  /// Stores everything on the disk.
  mutating func sync(_ events: inout [Event]) {
    isDirty = false
    guard let recording else { return }
    do throws(SystemError) {
      try recording.sync()
    } catch {
      events.append(.notSynced(path: recording.path, reason: error.clause))
    }
  }

  /// Notes how the provider ended.
  mutating func note(end error: UserLocationError?) {
    // The recording is complete without this line, so a failure to write it is no error.
    try? recording?.end(error)
  }

  /// Stores everything on the disk and closes the file.
  mutating func close(_ events: inout [Event]) {
    sync(&events)
    guard let recording = recording.take() else { return }
    do throws(SystemError) {
      try recording.joinTracks()
    } catch {
      events.append(.notJoined(path: recording.path, reason: error.clause))
    }
  }

  /// Closes the open file, and opens the next one for an update if the disk has space for it.
  private mutating func openNext(_ path: String, _ events: inout [Event]) throws(RecordingError) {
    close(&events)
    // After an error the next update tries again.
    unopened = path
    do throws(RecordingError) {
      note(opened: try open(path), &events)
    } catch {
      guard error.code == .diskFull else { throw error }
      return lose(path, &events)
    }
    unopened = nil
    try writeStatus()
  }

  private mutating func note(opened recording: OpenRecording, _ events: inout [Event]) {
    self.recording = recording
    events.append(.opened(path: recording.path))
    if recording.removed > 0 {
      events.append(.cutEndRemoved(path: recording.path, bytes: recording.removed))
    }
  }

  private mutating func writeStatus() throws(RecordingError) {
    guard let status, let path = recording?.path else { return }
    do throws(SystemError) {
      try recording?.start(status)
    } catch {
      guard error.isFullDisk else { throw RecordingError(writing: path, error) }
    }
  }

  /// Notes that the disk is too full for an update.
  private mutating func lose(_ path: String, _ events: inout [Event]) {
    if missing == nil { events.append(.diskFull(path: path)) }
    missing = (missing ?? 0) + 1
    lost += 1
  }
}

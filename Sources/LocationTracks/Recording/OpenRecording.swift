import LocationCore
import LocationIO
import LocationPOSIX
import LocationText

/// A file that is being recorded to, and the text that continues it.
struct OpenRecording {
  let path: String
  /// The number of bytes of an incomplete item that were removed from the end of the file.
  let removed: Int
  private let file: any WritableFile
  private var text: any RecordingText
  private var tail: RecordingTail
  /// `nil` where the file has no tracks, or is not on the disk.
  private var runs: GPXTrackRuns?

  /// Continues a file that was opened.
  ///
  /// - Parameter hasBarriers: see ``RecordingTail``.
  init(
    _ file: any WritableFile, path: String, format: RecordingFormat, hasBarriers: Bool,
    now: @escaping @Sendable () -> Date = { Date() }
  ) throws(RecordingError) {
    self.path = path
    self.file = file
    let continuation: RecordingContinuation?
    do throws(SystemError) {
      continuation = try RecordingContinuation(in: file, format.newText(now: now))
    } catch {
      throw RecordingError(writing: path, error)
    }
    guard let continuation else {
      throw RecordingError(
        .notRecordable, subject: path,
        detail:
          "it has other content than a recording in the format \(format.name), and is not changed; "
          + "name another file")
    }
    text = continuation.text
    let footer = continuation.text.footer
    let end = continuation.isCutOff ? continuation.size : continuation.size - footer.count
    tail = RecordingTail(file, end: end, footer: footer, hasBarriers: hasBarriers)
    do throws(SystemError) {
      let size = try file.size()
      removed = continuation.isCutOff ? size - continuation.size : 0
      // Removes the incomplete last item, and what follows the footer.
      if continuation.size < size { try file.truncate(to: continuation.size) }
      if continuation.isCutOff, !footer.isEmpty { try file.write(footer, at: end) }
      if continuation.needsLineEnd { try append([0x0D, 0x0A]) }
    } catch {
      throw RecordingError(writing: path, error)
    }
  }

  /// Opens a file, and creates it if it does not exist or is empty.
  init(
    path: String, format: RecordingFormat, hasBarriers: Bool, in files: RecordingFiles,
    now: @escaping @Sendable () -> Date
  ) throws(RecordingError) {
    let file: RecordingFile
    let found = stat(path: path)
    if let found, found.st_mode & S_IFMT != S_IFREG {
      throw RecordingError(
        .cannotCreate, subject: path, detail: "is a folder, a device or a pipe; name a file")
    }
    do throws(SystemError) {
      if found?.st_size ?? 0 == 0 {
        try files.makingRoom { () throws(SystemError) in try Self.create(path, format) }
      }
      file = try files.file(at: path)
    } catch {
      throw RecordingError(opening: path, error)
    }
    try self.init(file, path: path, format: format, hasBarriers: hasBarriers, now: now)
    runs = text.newRuns
  }

  /// Creates a file that is a complete document without locations. It gets its name when it is complete.
  private static func create(_ path: String, _ format: RecordingFormat) throws(SystemError) {
    let file = try ReplacingFile(path: path)
    let bytes = format.newText().empty
    try bytes.withUnsafeBufferPointer { bytes throws(SystemError) in
      try file.write(UnsafeRawBufferPointer(bytes))
    }
    try file.commit()
  }

  /// Appends an update. Returns whether the format has a place for it.
  ///
  /// - Throws: the error of a write. The file and this value are then as they were before.
  mutating func append(_ update: LocationUpdate) throws(SystemError) -> Bool {
    var continued = text
    let added = continued.text(of: update)
    if !added.isEmpty {
      try tail.append(added, footer: continued.footer)
    }
    text = continued
    switch update {
    case .fix(let fix): runs?.note(fix.source.deviceID, added, endingAt: tail.end)
    case .fixLost(let loss): runs?.interrupt(loss.source.deviceID)
    case .sky, .authorization: break
    }
    return !added.isEmpty
  }

  /// Appends that a recording starts, where the format has a place for it.
  mutating func start(_ status: AuthorizationStatus) throws(SystemError) {
    try append(text.start(status))
  }

  /// Appends that the provider ended, where the format has a place for it.
  mutating func end(_ error: UserLocationError?) throws(SystemError) {
    try append(text.end(error))
  }

  private mutating func append(_ line: [UInt8]) throws(SystemError) {
    if !line.isEmpty { try tail.append(line, footer: text.footer) }
  }

  /// Begins a new segment with the next fix.
  mutating func interrupt() {
    text.interrupt()
    runs?.interrupt(nil)
  }

  /// Gives each device one track, now that the recording is complete.
  func joinTracks() throws(SystemError) {
    if let runs, runs.isMixed { try runs.write(file, to: path) }
  }

  /// Returns when everything is on the disk.
  func sync() throws(SystemError) { try file.sync() }
}

import LocationPOSIX

/// Reports when a file may have changed.
///
/// On Linux the system reports a change immediately, through inotify. The file must also be checked
/// after ``interval``, because network file systems report nothing.
struct FileWatch: Sendable {
  private let queue: OwnedDescriptor?

  /// Starts without any files.
  init() {
    let opened = Self.openQueue()
    queue = opened < 0 ? nil : OwnedDescriptor(opened)
  }

  /// Readable after a change; −1 if the system reports no changes.
  var descriptor: Int32 { queue?.number ?? -1 }

  /// How long to wait for `descriptor` before the file must be checked.
  var interval: Duration { queue == nil ? .milliseconds(200) : .seconds(1) }

  /// Watches the file that has this name now, and its folder for another file that takes the name.
  func add(_ path: String) {
    guard let queue else { return }
    Self.watch(path, in: path.pathFolder, with: queue.number)
  }

  /// Discards the reports so far. Their content does not matter, because the file is checked anyway.
  func drain() {
    guard let queue else { return }
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { room in
      while let count = try? Descriptor.read(queue.number, into: room), count > 0 {}
    }
  }
}

import LocationIO
import Synchronization

/// Records the events of a monitor as visits in a database, and goes on if that fails.
///
/// ```swift
/// let log = VisitLog(path: "visits.sqlite") { print($0) }
/// for try await event in monitor.events(of: places) { await log.record(event) }
/// ```
///
/// ``SQLitePlaceStore/visits(to:from:until:)`` of a store with the same path reads them.
public final class VisitLog: Sendable {
  private let store: SQLitePlaceStore
  private let report: @Sendable (String) -> Void
  private let hasFailed = Mutex(false)

  /// Makes a log. The file is made with the first visit, for its owner only. If others may use one that is there, this
  /// ends.
  ///
  /// - Parameters:
  ///   - path: the path of a database, which may also hold places.
  ///   - report: gets a message when a visit cannot be recorded for the first time, and if others could use the file.
  public init(path: String, report: @escaping @Sendable (String) -> Void) {
    store = SQLitePlaceStore(path: path)
    self.report = report
    // Former versions left the permissions to SQLite, which lets others read a new file and its logs.
    let messages = ["", "-wal", "-shm"].compactMap { SecretFile(path + $0).close() }
    if let first = messages.first { report(first) }
  }

  /// Records an arrival or a departure. The events matter more than their log, so a failure is no error.
  public func record(_ event: PlaceEvent) async {
    do throws(PlaceError) {
      try await store.record(event)
    } catch {
      let isFirst = hasFailed.withLock { hasFailed in
        defer { hasFailed = true }
        return !hasFailed
      }
      if isFirst { report("visits are not recorded: \(error)") }
    }
  }
}

import LocationPlaces
import Synchronization

/// The log of visits, `$XDG_DATA_HOME/locate/visits.sqlite`.
final class VisitLog: Sendable {
  static let file = "locate/visits.sqlite"

  private let store: SQLitePlaceStore
  private let report: @Sendable (String) -> Void
  private let hasFailed = Mutex(false)

  /// - Parameter report: gets a message when a visit cannot be recorded for the first time.
  init(path: String, report: @escaping @Sendable (String) -> Void) {
    store = SQLitePlaceStore(path: path)
    self.report = report
  }

  /// Records an arrival or a departure. The events matter more than their log, so a failure is no error.
  func record(_ event: PlaceEvent) async {
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

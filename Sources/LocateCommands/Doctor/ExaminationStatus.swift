import LocationCore
import Synchronization

/// What the doctor waits for, in the terminal's status line.
final class ExaminationStatus: Sendable {
  private let examination: any Examination
  private let clock: ErasedClock
  /// The last link that was examined.
  private let last = Mutex<Check.Name?>(nil)

  /// The status before the first link.
  init(of examination: any Examination, clock: any LocationClock) {
    self.examination = examination
    self.clock = ErasedClock(clock)
  }

  /// Notes the result for a link.
  func note(_ check: Check) { last.withLock { $0 = check.name } }

  /// "waiting for data at any of the usual rates, 3 s".
  var text: String {
    "\(examination.waiting(after: last.withLock { $0 })), \(clock.now.components.seconds) s"
  }
}

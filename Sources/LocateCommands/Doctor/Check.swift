import LocationCore
import Synchronization

/// The result for one link of the chain from a receiver's antenna to this program.
struct Check: Sendable {
  /// The names of the links in the output.
  enum Name: String, Sendable {
    case address, permission, connection, tls, login, answer, gpsd, geoclue, devices, format, data
    case span, values, satellites, scan, fix, end
  }

  enum Status: String, Sendable {
    case ok, failed, skipped
  }

  let name: Name
  let status: Status
  /// What the examination found; empty if it did not reach this link.
  var detail = ""
  /// What the user can do.
  var remedy: String?
}

/// A broken link. The examination ends there.
struct BrokenLink: Error {
  let name: Check.Name
  let status: ExitStatus
  /// What the examination found.
  let detail: String
  /// What the user can do.
  let remedy: String
}

/// The results so far, one for each link.
struct Diagnosis {
  private(set) var checks: [Check] = []
  private let tell: (Check) throws -> Void

  /// - Parameter tell: gets each result immediately, because the next one can take a while.
  init(tell: @escaping (Check) throws -> Void) { self.tell = tell }

  mutating func pass(_ name: Check.Name, _ detail: String) throws {
    try add(Check(name: name, status: .ok, detail: detail))
  }

  /// Adds a link that can not be examined from here.
  mutating func skip(_ name: Check.Name, _ detail: String = "") throws {
    try add(Check(name: name, status: .skipped, detail: detail))
  }

  mutating func fail(_ link: BrokenLink) throws {
    try add(Check(name: link.name, status: .failed, detail: link.detail, remedy: link.remedy))
  }

  private mutating func add(_ check: Check) throws {
    checks.append(check)
    try tell(check)
  }
}

/// Examines the chain of one kind of source.
protocol Examination: Sendable {
  /// The links in the order of their examination.
  static var chain: [Check.Name] { get }

  /// What the examination waits for after a link, for the terminal's status line.
  func waiting(after link: Check.Name?) -> String

  /// Examines the links until one is broken.
  ///
  /// - Throws: `BrokenLink`; `UserLocationError` `.cancelled`; `OutputError`.
  func run(_ diagnosis: inout Diagnosis) async throws
}

extension BrokenLink {
  /// The broken link for an error of the library. The error's advice follows a semicolon; without
  /// advice the remedy is `remedy`.
  init(_ name: Check.Name, _ error: UserLocationError, remedy: String) {
    let advice = error.detail.firstRange(of: "; ")
    let detail = error.detail[..<(advice?.lowerBound ?? error.detail.endIndex)]
    self.init(
      name: name, status: ExitStatus(error.code),
      detail: detail.isEmpty ? error.code.description : String(detail),
      remedy: advice.map { String(error.detail[$0.upperBound...]) } ?? remedy)
  }
}

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

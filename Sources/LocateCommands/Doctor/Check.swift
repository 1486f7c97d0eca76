import GPSDProtocol
import LocationCore
import LocationIO
import LocationServing
import LocationSources
import LocationText
import LocationTracks

/// One link of the chain from a receiver's antenna to this program, and how it was found.
struct Check: Sendable {
  /// The links, as people and programs read them.
  enum Name: String, Sendable {
    case address, permission, connection, gpsd, devices, data, satellites, fix
  }

  /// How a link was found.
  enum Status: String, Sendable {
    case ok, failed, skipped
  }

  let name: Name
  let status: Status
  /// What was found; empty when nobody looked.
  var detail = ""
  /// What to do about it.
  var remedy: String?
}

/// A link that is broken: the chain is not followed any further.
struct BrokenLink: Error {
  let name: Check.Name
  let status: ExitStatus
  /// What was found.
  let detail: String
  /// What to do about it.
  let remedy: String
}

/// The links of a chain as they are found, one after the other.
struct Diagnosis {
  private(set) var checks: [Check] = []
  private let tell: (Check) throws -> Void

  /// - Parameter tell: is told each link at once: the next may take a while.
  init(tell: @escaping (Check) throws -> Void) { self.tell = tell }

  mutating func pass(_ name: Check.Name, _ detail: String) throws {
    try add(Check(name: name, status: .ok, detail: detail))
  }

  /// For a link of which nothing can be known from here.
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

/// Follows the chain of one kind of source.
protocol Examination {
  /// The links, in the order in which they are looked at.
  static var chain: [Check.Name] { get }

  /// Looks at them until one is broken.
  ///
  /// - Throws: `BrokenLink`; `UserLocationError` `.cancelled`; `OutputError`.
  func run(_ diagnosis: inout Diagnosis) async throws
}

extension BrokenLink {
  /// The link that an error of the library is. Its advice, if there is any, follows a semicolon.
  init(_ name: Check.Name, _ error: UserLocationError, remedy: String) {
    let advice = error.detail.firstRange(of: "; ")
    let detail = error.detail[..<(advice?.lowerBound ?? error.detail.endIndex)]
    self.init(
      name: name, status: ExitStatus(error.code),
      detail: detail.isEmpty ? error.code.description : String(detail),
      remedy: advice.map { String(error.detail[$0.upperBound...]) } ?? remedy)
  }
}

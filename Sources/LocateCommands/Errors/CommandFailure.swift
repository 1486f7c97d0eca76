import GPSDProtocol
import LocationCore
import LocationIO
import LocationServing
import LocationSources
import LocationText
import LocationTracks

/// Why a command ends without having done what was asked: one line for people, a status for
/// scripts.
struct CommandFailure: Error {
  let status: ExitStatus
  /// What failed, on what, and what to do; one line.
  let message: String
  /// The errors underneath, outermost first; for `--verbose`.
  let causes: [String]

  init(_ status: ExitStatus, _ message: String, causes: [String] = []) {
    self.status = status
    self.message = message
    self.causes = causes
  }

  /// The failure that an error of the library is to a command.
  init(_ error: UserLocationError) {
    var named = error
    if error.source == SourceDescription.standardInput.description {
      named.source = "standard input"
    }
    self.init(ExitStatus(error.code), named.description, causes: Self.causes(of: error))
  }

  /// The failure that a server's error is to a command.
  init(_ error: LocationServerError) {
    let status: ExitStatus =
      switch error.code {
      case .invalidEndpoint: .usage
      case .hostNotFound: .noHost
      case .notAuthorized: .notAuthorized
      case .cannotCreate: .cannotCreate
      case .unavailable: .unavailable
      }
    self.init(status, error.description, causes: error.cause.map { [$0.description] } ?? [])
  }

  /// The failure that an output which can not be written is; `nil` when its reader has gone, which
  /// is none.
  init?(_ error: OutputError) {
    switch error {
    case .closedPipe: return nil
    case .cannotCreate(let path, let reason):
      self.init(.cannotCreate, "\(path): cannot be created: \(reason)")
    case .failed(let name, let reason):
      self.init(.inputOutput, "\(name): cannot be written: \(reason)")
    }
  }

  private static func causes(of error: UserLocationError) -> [String] {
    var causes: [String] = []
    var next = error.cause
    while let cause = next {
      causes.append(String(describing: cause))
      next = (cause as? UserLocationError)?.cause
    }
    return causes
  }
}

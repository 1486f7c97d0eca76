import LocationCore
import LocationIO
import LocationServing
import LocationSources
import LocationTracks

/// The failures of a command that goes on with its next input after each of them. Its status is that of the first one.
struct SeveralFailures: Error {
  private(set) var errors: [any Error] = []

  /// Adds a failure.
  ///
  /// - Throws: the error, if the command cannot go on after it.
  mutating func add(_ error: any Error) throws {
    if Task.isCancelled || error is OutputError { throw error }
    errors.append(error)
  }

  /// Throws if there was a failure.
  func check() throws { if !errors.isEmpty { throw self } }
}

/// The reason why a command failed: one line for people, and an exit status for scripts.
struct CommandFailure: Error {
  let status: ExitStatus
  /// What failed, where, and what to do, in one line.
  let message: String
  /// The underlying errors, outermost first. `--verbose` prints them.
  let causes: [String]

  init(_ status: ExitStatus, _ message: String, causes: [String] = []) {
    self.status = status
    self.message = message
    self.causes = causes
  }

  /// The failure for an error of a source.
  ///
  /// - Parameter commandLine: the command without its source, for advice.
  init(_ error: UserLocationError, commandLine: String) {
    var named = error
    let conversion = (error.cause as? UnreadableRecording)?.conversion
    if let advice = conversion.map({ "\($0) | \(commandLine) - ..." }) ?? error.recordingAdvice {
      named.detail += "; \(advice)"
    }
    if let recording = error.cause as? UntimedRecording {
      named.detail +=
        "; to travel it: \(RootCommand.name) replay \(recording.argument) --speed 50km/h"
    }
    if error.source == SourceDescription.standardInput.description {
      named.source = "standard input"
    }
    self.init(ExitStatus(error.code), named.description, causes: Self.causes(of: error))
  }

  init(_ error: LocationServerError) {
    let status: ExitStatus =
      switch error.code {
      case .invalidEndpoint: .usage
      case .hostNotFound: .noHost
      case .notAuthorized: .notAuthorized
      case .cannotCreate: .cannotCreate
      default: .unavailable
      }
    self.init(status, error.description, causes: error.cause.map { ["\($0)"] } ?? [])
  }

  init(_ error: RecordingError) {
    self.init(error.code == .failed ? .inputOutput : .cannotCreate, error.description)
  }

  /// The failure for an error of the output; `nil` if the reader closed the pipe, which is not a
  /// failure.
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

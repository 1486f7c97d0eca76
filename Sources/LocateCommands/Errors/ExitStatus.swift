import LocationCore

/// The command's exit code: a value of sysexits.h; after a signal, as in a shell, 128 plus the signal's
/// number.
struct ExitStatus: Hashable, Sendable {
  let code: Int32

  static let done = ExitStatus(code: 0)
  static let usage = ExitStatus(code: 64)
  static let badData = ExitStatus(code: 65)
  static let noInput = ExitStatus(code: 66)
  static let noHost = ExitStatus(code: 68)
  static let unavailable = ExitStatus(code: 69)
  static let cannotCreate = ExitStatus(code: 73)
  static let inputOutput = ExitStatus(code: 74)
  static let noFixInTime = ExitStatus(code: 75)
  static let protocolViolation = ExitStatus(code: 76)
  static let notAuthorized = ExitStatus(code: 77)
  static let configuration = ExitStatus(code: 78)
  static let interrupted = ExitStatus(code: 130)

  /// The status after a signal ended the command.
  static func signal(_ number: Int32) -> ExitStatus { ExitStatus(code: 128 + number) }
}

extension ExitStatus {
  init(_ code: UserLocationError.Code) {
    self =
      switch code {
      case .badData: .badData
      case .sourceNotFound: .noInput
      case .hostNotFound: .noHost
      case .inputOutput: .inputOutput
      case .canNotBeLocated, .sourceEnded, .timedOut: .noFixInTime
      case .protocolViolation: .protocolViolation
      case .notAuthorized: .notAuthorized
      case .invalidSource: .usage
      case .cancelled: .interrupted
      // This includes codes that a provider defines itself.
      default: .unavailable
      }
  }
}

import LocationCore
import LocationSources
import NetworkLocation

/// Examines a geolocation server as far as this is possible without a request to it: what would be sent, and
/// whether the user agreed.
struct NetworkExamination: Examination {
  static let chain: [Check.Name] = [.address, .scan, .permission, .fix]

  let server: GeolocationServer
  /// Whether to log the failures of parts of the scan.
  let isVerbose: Bool
  let environment: LocateEnvironment

  func waiting(after link: Check.Name?) -> String { "scanning for Wi-Fi access points" }

  func run(_ diagnosis: inout Diagnosis) async throws {
    try diagnosis.pass(.address, "\(server.name); the server was not asked")
    let provider = try environment.sources.networkProvider(
      server: server, settings: SourceSettings(logger: isVerbose ? environment.logger : nil))
    try await scan(with: provider, &diagnosis)
    if let refusal = provider.authorizationRefusal {
      throw BrokenLink(
        .permission, UserLocationError(.notAuthorized, detail: refusal),
        remedy: "to agree: \(environment.commandName) consent grant \(server.origin)")
    }
    try diagnosis.pass(.permission, "you agreed to send it to \(server.origin)")
    try diagnosis.skip(
      .fix, "the doctor sends nothing; '\(environment.commandName) once' asks the server")
  }

  private func scan(
    with provider: NetworkProvider, _ diagnosis: inout Diagnosis
  ) async throws {
    let request: GeolocationRequest
    do {
      request = try await provider.requestPreview().request
    } catch {
      if error.code == .cancelled { throw error }
      throw BrokenLink(.scan, error, remedy: "is Wi-Fi switched on? try nmcli radio wifi on")
    }
    let exclusions = request.exclusions
    let rest = exclusions.isEmpty ? "" : "; left out: \(exclusions)"
    guard request.isWorthSending else {
      throw BrokenLink(
        name: .scan, status: .noFixInTime,
        detail: "fewer than two access points may be sent, and there is no cell" + rest,
        remedy: "try it where more networks are in sight")
    }
    let cells = request.cells.isEmpty ? "" : ", and the cell of the mobile network"
    try diagnosis.pass(
      .scan,
      "\(HelpText.count(request.accessPoints.count, "access point")) may be sent\(cells)\(rest)")
  }
}

import GeoClueLocation
import LocationCore
import LocationSources

/// Examines GeoClue, from its D-Bus to a fix.
struct GeoClueExamination: Examination {
  static let chain: [Check.Name] = [.connection, .geoclue, .fix]

  let timeout: Duration
  let environment: LocateEnvironment

  func waiting(after link: Check.Name?) -> String { "waiting for GeoClue" }

  func run(_ diagnosis: inout Diagnosis) async throws {
    var run = try SourceRun(
      of: [.geoClue], settings: SourceSettings(), isVerbose: false, in: environment)
    run.timeout = timeout
    if let provider = run.base as? GeoClueProvider { try await ask(provider, &diagnosis) }
    do {
      try diagnosis.pass(.fix, try await run.location().summary(at: environment.now))
    } catch let error as UserLocationError where error.code != .cancelled {
      guard error.code == .timedOut else {
        throw BrokenLink(.fix, error, remedy: "see GeoClue's messages with 'journalctl -u geoclue'")
      }
      throw BrokenLink(
        name: .fix, status: .noFixInTime, detail: "none in \(HelpText.seconds(timeout))",
        remedy: "GeoClue needs a receiver, a modem, or Wi-Fi and the Internet; "
          + "see its messages with 'journalctl -u geoclue'")
    }
  }

  private func ask(_ provider: GeoClueProvider, _ diagnosis: inout Diagnosis) async throws {
    do throws(UserLocationError) {
      try await provider.ask()
    } catch {
      if error.code == .cancelled { throw error }
      guard error.code == .notAuthorized else {
        throw BrokenLink(.connection, error, remedy: "is the D-Bus running?")
      }
      try diagnosis.pass(.connection, "GeoClue answers")
      throw BrokenLink(.geoclue, error, remedy: "see /etc/geoclue/geoclue.conf")
    }
    try diagnosis.pass(.connection, "GeoClue answers")
    try diagnosis.pass(.geoclue, "it allows this program")
  }
}

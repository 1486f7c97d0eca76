import LocationCore
import LocationIO
import LocationSources

/// Examines a source that has a location or has none, with nothing in between.
struct FixExamination: Examination {
  static let chain: [Check.Name] = [.fix]

  let source: SourceDescription
  let access: MQTTAccess
  let timeout: Duration
  let environment: LocateEnvironment

  func waiting(after link: Check.Name?) -> String { "waiting for data" }

  func run(_ diagnosis: inout Diagnosis) async throws {
    do {
      var run = try SourceRun(
        of: [source], settings: SourceSettings(access: access), isVerbose: false, in: environment)
      run.timeout = timeout
      try diagnosis.pass(.fix, try await run.location().summary(at: environment.now))
    } catch let error as UserLocationError where error.code != .cancelled {
      throw BrokenLink(.fix, error, remedy: "name another source")
    }
  }
}

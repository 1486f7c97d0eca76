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
      let provider = try environment.sources.provider(
        for: source, settings: SourceSettings(access: access))
      let service = UserLocationService(provider: provider, clock: environment.clock)
      let fix = try await service.userLocation(matching: LocationCriteria(timeout: timeout))
      try diagnosis.pass(.fix, Sighting.words(for: fix, environment.now))
    } catch let error as UserLocationError where error.code != .cancelled {
      throw BrokenLink(.fix, error, remedy: "name another source")
    }
  }
}

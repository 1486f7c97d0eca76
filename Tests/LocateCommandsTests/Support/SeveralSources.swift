import LocationCore
import LocationSources
import LocationTesting
import TestSupport

@testable import LocateCommands

/// A provider for each of several sources: `tcp://a:1`, `tcp://b:1` …
struct SeveralSources: CommandSourceAssembler {
  let providers: [String: any LocationProvider]
  /// The clock of the fallback.
  let manual = ManualClock()
  /// Keeps the last location.
  var store: LastFixStore?

  func clock() -> any LocationClock { manual }

  func lastFixStore() -> LastFixStore? { store }

  func provider(
    for source: SourceDescription, settings: SourceSettings
  ) throws(UserLocationError) -> any LocationProvider {
    if source == .last { return lastFixProvider() }
    guard let provider = providers[source.description] else {
      throw UserLocationError(.sourceNotFound, source: source.description)
    }
    return provider
  }

  /// A fix of a source, received at the start of the test.
  static func fix(_ source: String, latitude: Double = 48) throws -> Fix {
    var fix = try Fix.bare(latitude, 11, source: FixSource(kind: .live, name: source))
    fix.receivedAt = Date(timeIntervalSince1970: 1_735_689_600)
    return fix
  }
}

import LocationCore
import LocationTesting
import Observation
import Tracking
import XCTest

/// XCTest in a module that is on the main actor by default: its own class is not on an actor.
nonisolated final class TrackingSessionXCTests: XCTestCase {
  @MainActor func testTheSessionShowsTheLocation() async throws {
    let fix = try XCTUnwrap(TestTrack.drive.fixes.first)
    let session = TrackingSession(provider: LocationProviderMock(script: [.update(.fix(fix))]))
    session.start()
    for await location in Observations({ session.location }) where location != nil { break }
    XCTAssertEqual(session.location, fix)
    session.stop()
  }
}

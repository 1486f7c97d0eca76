import LocationCore
import LocationSources
import Testing

/// A program that reads gpsd is tested with a receiver that each test drives.
@Suite(.timeLimit(.minutes(1))) struct ReceiverFixtureTests {
  struct AppAssembler: SourceAssembler {}

  @Test(.enabled(if: ReceiverFixture.program != nil, "LOCATE names no command"))
  func theFixIsLostAndComesBackElsewhere() async throws {
    let receiver = try ReceiverFixture("drive", "--rate", "10", "--loop")
    let source = try SourceDescription(receiver.endpoint)
    let provider = try AppAssembler().provider(for: source, settings: SourceSettings())
    var updates = UserLocationService(provider: provider).updates(interests: []).makeAsyncIterator()
    let here = try #require(try await fix(from: &updates))
    try receiver.tell("lose 1h")
    while let update = try await updates.next() {
      if case .fixLost(let loss) = update, loss.reason == .noFix { break }
    }
    try receiver.tell("jump 100km\nlose 0s")
    let there = try #require(try await fix(from: &updates))
    #expect(abs(here.coordinate.distance(to: there.coordinate) - 100_000) < 5_000)
  }

  func fix(from updates: inout LocationUpdates.AsyncIterator) async throws -> Fix? {
    while let update = try await updates.next() {
      if case .fix(let fix) = update { return fix }
    }
    return nil
  }
}

import BorderRuns
import LocationPlaces
import TestSupport
import TestTurns
import Testing

/// `make borders` measures a thousand receivers and prints how the thresholds act.
@Suite(.inTurn) struct BorderTests {
  private static let seeds: ClosedRange<UInt64> = 1...20

  @Test func aWalkAlongABorderInACityDoesNotFlap() async throws {
    let flapping = try await onThread {
      Result {
        let run = try BorderRun()
        return try Self.seeds.filter { seed in
          run.isFlapping(run.events(of: try run.fixes(.along, seed: seed), MonitorThresholds()))
        }
      }
    }
    #expect(try flapping.get() == [])
  }

  @Test(arguments: [1.4, 14])
  func aCrossingInACityIsDetectedSoon(speed: Double) async throws {
    let delays = try await onThread {
      Result {
        let run = try BorderRun()
        return try Self.seeds.map { seed in
          run.delay(
            run.events(
              of: try run.fixes(.across(speed: speed), seed: seed), MonitorThresholds()))
        }
      }
    }
    for delay in try delays.get() { #expect(try #require(delay) <= 20) }
  }

  @Test func aDrivePastManyPlacesReportsThem() async throws {
    let eventCount = try await onThread {
      Result { try CrowdRun(placeCount: 20_000).cost(fixCount: 2000).eventCount }
    }
    #expect(try eventCount.get() > 0)
  }
}

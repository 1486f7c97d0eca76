import LocationCore
import LocationTesting
import TestTurns
import Testing

/// The conformance suite finds values outside the ranges that their documentation states.
@Suite(.inTurn) struct PlausibilityTests {
  static let source = FixSource(kind: .live, name: "mock")

  /// The rules that a provider breaks with two such updates between good ones.
  private func rules(_ updates: [LocationUpdate]) async throws -> Set<ProviderConformance.Rule> {
    let loss = LocationUpdate.fixLost(FixLoss(reason: .noFix, source: Self.source))
    let script = ([loss] + updates + [loss]).map { LocationProviderMock.Step.update($0) } + [.end]
    let violations = try await ProviderConformance { LocationProviderMock(script: script) }
      .violations()
    #expect(violations.count == (violations.isEmpty ? 0 : updates.count))
    return Set(violations.map(\.rule))
  }

  private func fix() throws -> Fix {
    Fix(coordinate: try Coordinate(latitude: 0, longitude: 0), source: Self.source)
  }

  private func fixes<Value>(
    _ field: WritableKeyPath<Fix, Value>, _ values: [Value]
  ) throws -> [LocationUpdate] {
    try values.map { value in
      var fix = try fix()
      fix[keyPath: field] = value
      return .fix(fix)
    }
  }

  private func skies<Value>(
    _ field: WritableKeyPath<SkyView, Value>, _ values: [Value]
  ) -> [LocationUpdate] {
    values.map { value in
      var sky = SkyView(satellites: [Satellite(prn: 1)], source: Self.source)
      sky[keyPath: field] = value
      return .sky(sky)
    }
  }

  private func losses<Value>(
    _ field: WritableKeyPath<FixLoss, Value>, _ values: [Value]
  ) -> [LocationUpdate] {
    values.map { value in
      var loss = FixLoss(reason: .noPosition, source: Self.source)
      loss[keyPath: field] = value
      return .fixLost(loss)
    }
  }

  @Test func aDateThatIsNoNumberIsFound() async throws {
    let dates: [Date?] = [
      Date(timeIntervalSince1970: .nan), Date(timeIntervalSince1970: .infinity),
    ]
    #expect(try await rules(fixes(\.timestamp, dates)) == [.plausibleValues])
    #expect(try await rules(fixes(\.receivedAt, dates)) == [.plausibleValues])
    #expect(try await rules(skies(\.timestamp, dates)) == [.plausibleValues])
    #expect(try await rules(losses(\.timestamp, dates)) == [.plausibleValues])
  }

  @Test func aSatelliteWithANegativeNumberIsFound() async throws {
    #expect(try await rules(skies(\.satellites[0].prn, [-1])) == [.plausibleValues])
    #expect(try await rules(skies(\.satellites[0].prn, [0, 1])) == [])
  }
}

import LocationCore
import LocationTesting
import TestTurns
import Testing

/// The conformance suite finds values outside the ranges that their documentation states.
@Suite(.inTurn) struct PlausibilityTests {
  typealias Field<Root> = WritableKeyPath<Root, Double?> & Sendable
  typealias Count<Root> = WritableKeyPath<Root, Int?> & Sendable
  static let source = FixSource(kind: .live, name: "mock")
  static let anyNumber: [Field<Fix>] = [
    \.altitude, \.ellipsoidalAltitude, \.geoidSeparation, \.climb,
  ]
  static let notNegative: [Field<Fix>] = [
    \.speed, \.differentialAge, \.errors.horizontal, \.errors.latitude, \.errors.longitude,
    \.errors.vertical, \.errors.spherical, \.errors.speed, \.errors.course, \.errors.climb,
    \.errors.time, \.dilution.geometric, \.dilution.position, \.dilution.horizontal,
    \.dilution.vertical, \.dilution.time, \.dilution.longitude, \.dilution.latitude,
  ]
  static let directions: [Field<Fix>] = [\.course, \.heading]
  static let notNegativeOfSky: [Field<SkyView>] = [
    \.dilution.geometric, \.dilution.position, \.dilution.horizontal, \.dilution.vertical,
    \.dilution.time, \.dilution.longitude, \.dilution.latitude,
  ]
  static let notNegativeOfLoss: [Field<FixLoss>] = [
    \.reported.speed, \.reported.errors.horizontal, \.reported.errors.latitude,
    \.reported.errors.longitude, \.reported.errors.vertical, \.reported.errors.spherical,
    \.reported.errors.speed, \.reported.errors.course, \.reported.errors.climb,
    \.reported.errors.time,
  ]

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

  @Test(arguments: anyNumber + notNegative + directions)
  func aFixWithAValueThatIsNoNumberIsFound(_ field: Field<Fix>) async throws {
    #expect(
      try await rules(fixes(field, [.nan, .infinity, -.infinity])) == [.plausibleValues])
  }

  @Test(arguments: notNegative)
  func aFixWithANegativeValueIsFound(_ field: Field<Fix>) async throws {
    #expect(try await rules(fixes(field, [-0.5])) == [.plausibleValues])
    #expect(try await rules(fixes(field, [0, 0.5, nil])) == [])
  }

  @Test(arguments: directions)
  func aFixWithADirectionBeyondTheCircleIsFound(_ field: Field<Fix>) async throws {
    #expect(try await rules(fixes(field, [-0.5, 360])) == [.plausibleValues])
    #expect(try await rules(fixes(field, [0, 359.9, nil])) == [])
  }

  @Test func aMagneticVariationBeyondHalfACircleIsFound() async throws {
    #expect(
      try await rules(fixes(\.magneticVariation, [-180.5, 180.5, .nan])) == [.plausibleValues])
    #expect(try await rules(fixes(\.magneticVariation, [-180, 0, 180])) == [])
  }

  @Test func aFixWithAnImpossibleCountOrStationIsFound() async throws {
    #expect(
      try await rules(fixes(\.differentialStation, [-1, 4096, 99_999])) == [.plausibleValues])
    #expect(try await rules(fixes(\.differentialStation, [0, 4095, nil])) == [])
    #expect(try await rules(fixes(\.satellitesUsed, [-1])) == [.plausibleValues])
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

  @Test(arguments: notNegativeOfLoss)
  func aLossThatReportsANegativeValueIsFound(_ field: Field<FixLoss>) async throws {
    #expect(try await rules(losses(field, [-0.5, .nan])) == [.plausibleValues])
    #expect(try await rules(losses(field, [0, 0.5, nil])) == [])
  }

  @Test func aLossWithAnImpossibleCourseOrHeightIsFound() async throws {
    #expect(try await rules(losses(\.reported.course, [360, -1])) == [.plausibleValues])
    for field in [\.reported.altitude, \.reported.ellipsoidalAltitude, \.reported.climb]
      as [Field<FixLoss>]
    {
      #expect(try await rules(losses(field, [.nan, .infinity])) == [.plausibleValues])
    }
  }

  @Test(arguments: notNegativeOfSky)
  func aSkyViewWithANegativeDilutionIsFound(_ field: Field<SkyView>) async throws {
    #expect(try await rules(skies(field, [-0.5, .nan])) == [.plausibleValues])
  }

  @Test func aSatelliteOutsideItsRangesIsFound() async throws {
    for (field, values) in [
      (\.satellites[0].elevation, [-91, 91, .nan]), (\.satellites[0].azimuth, [-1, 360, .nan]),
      (\.satellites[0].signalStrength, [-1, .nan]),
    ] as [(Field<SkyView>, [Double?])] {
      #expect(try await rules(skies(field, values)) == [.plausibleValues])
    }
    for field in [\.satellitesUsed, \.satellites[0].id, \.satellites[0].signal]
      as [Count<SkyView>]
    {
      #expect(try await rules(skies(field, [-1])) == [.plausibleValues])
    }
    #expect(try await rules(skies(\.satellites[0].prn, [-1])) == [.plausibleValues])
    #expect(try await rules(skies(\.satellites[0].elevation, [-90, 90, nil])) == [])
  }
}

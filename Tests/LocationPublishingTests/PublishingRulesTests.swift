import Foundation
import LocationCore
import LocationPlaces
import LocationPublishing
import TestSupport
import TestTurns
import Testing

@Suite(.inTurn) struct PublishingRulesTests {
  private func rules(
    _ places: [Place] = [], namesPlaces: Bool = false, allowsSimulated: Bool = false,
    filter: LocationFilter = LocationFilter()
  ) -> PublishingRules {
    PublishingRules(
      OwnTracksFormat(), places: places, namesPlaces: namesPlaces,
      allowsSimulated: allowsSimulated, filter: filter)
  }

  private func texts(_ rules: inout PublishingRules, _ fixes: [Fix]) -> [String] {
    fixes.flatMap { rules.messages(for: .fix($0), at: noon) }.map(\.text)
  }

  /// Comes from 300 m away, stays in the center, and leaves again.
  private let visit = visit(from: 300)

  private static func visit(from distance: Double) -> [Fix] {
    (0..<4).map { fix(distance, at: Double($0)) } + (10..<14).map { fix(0, at: Double($0)) }
      + (30..<34).map { fix(distance, at: Double($0)) }
  }

  // MARK: Simulated and recorded locations

  @Test(arguments: [FixSource.simulated, .replayed, FixSource(kind: .remembered, name: "last:")])
  func aLocationThatIsNotLiveIsNotPublished(source: FixSource) {
    var rules = rules()
    #expect(texts(&rules, [fix(source: source)]) == [])
    #expect(rules.counters.simulated == 1)
    #expect(rules.counters.published == 0)
  }

  @Test func aReceiverThatSimulatesIsNotPublished() {
    var rules = rules()
    var simulated = fix()
    simulated.status = .simulated
    #expect(texts(&rules, [simulated]) == [])
  }

  @Test func simulatedLocationsCauseNoEvents() throws {
    var rules = rules([try place("Home")], namesPlaces: true)
    let simulated = visit.map { fix in
      var fix = fix
      fix.source = .simulated
      return fix
    }
    #expect(texts(&rules, simulated) == [])
  }

  @Test func theUserCanAllowSimulatedLocations() {
    var rules = rules(allowsSimulated: true)
    #expect(texts(&rules, [fix(source: .simulated), fix(source: .replayed)]).count == 2)
  }

  // MARK: Private places

  @Test func placesMayChangeAndNothingIsPublishedWhileTheyAreNotKnown() throws {
    var rules = rules([try place("Home")], namesPlaces: true)
    let first = texts(&rules, [fix(0)])
    #expect(first.count == 2 && first.last?.contains("Home") == true)
    rules.setPlaces(nil)
    #expect(texts(&rules, [fix(0, at: 10), fix(90_000, at: 1_000)]) == [])
    rules.setPlaces([try place("Home", isPrivate: true)])
    #expect(texts(&rules, [fix(0, at: 1_010)]) == [])
    #expect(rules.counters.private == 3)
    rules.setPlaces([try place("Work")])
    let last = texts(&rules, [fix(0, at: 1_020)])
    #expect(last.count == 2 && last.allSatisfy { $0.contains("Work") && !$0.contains("Home") })
  }

  @Test func nothingIsPublishedInTheZoneOfAPrivatePlace() throws {
    let home = try place("Home", isPrivate: true)
    let zone = try #require(home.privacyZone)
    var rules = rules([home], namesPlaces: true)
    let drive = (-40...40).map { index in
      fix(Double(index) * 25, at: Double(index))
    }
    let hidden = drive.filter { zone.center.distance(to: $0.coordinate) <= zone.radius + 10 }
    #expect(texts(&rules, drive).count == drive.count - hidden.count)
    #expect(rules.counters.private == hidden.count && hidden.count > 12)
  }

  @Test func aPrivatePlaceIsNeverNamed() throws {
    let work = try Place(name: "Work", region: .circle(around: center, radius: 900))
    var rules = rules([try place("Home", radius: 200, isPrivate: true), work], namesPlaces: true)
    let all = texts(&rules, Self.visit(from: 1_500))
    #expect(!all.contains { $0.contains("Home") })
    #expect(all.first?.contains(#""desc":"Work""#) == true)
  }

  @Test func aPlaceWhoseBorderIsInAZoneIsNotNamed() throws {
    // The café is in the middle of the private place, and the street leads into its zone.
    let cafe = try place("Café", radius: 50)
    let street = try Place(
      name: "Street",
      region: .corridor(
        CorridorRegion(
          along: [center, center.destination(bearing: 0, distance: 3_000)], radius: 20)))
    let town = try place("Town", radius: 1_200)
    let home = try place("Home", radius: 200, isPrivate: true)
    var rules = rules([cafe, street, town, home], namesPlaces: true)
    #expect(rules.hiddenPlaces == [cafe, street])
    let texts = texts(&rules, Self.visit(from: 1_100) + [fix(1_500, at: 60), fix(1_500, at: 62)])
    #expect(!texts.contains { $0.contains("Café") || $0.contains("Street") })
    #expect(texts.contains { $0.contains(#""event":"leave","desc":"Town""#) })
  }

  @Test func aStayInAZoneIsNotPublishedByTheTimeOfTheSky() throws {
    let town = try Place(
      name: "Town", region: .circle(around: center, radius: 2_000),
      monitoring: MonitoringOptions(stay: .seconds(60)))
    func stays(_ places: [Place], in update: (FixSource) -> LocationUpdate) -> Int {
      var rules = PublishingRules(GPSDFormat(), places: places, namesPlaces: true)
      for second in 0..<5 { _ = rules.messages(for: .fix(fix(0, at: Double(second))), at: noon) }
      return rules.messages(for: update(.live), at: noon).count { $0.kind == .event }
    }
    let home = try place("Home", isPrivate: true)
    let updates: [(FixSource) -> LocationUpdate] = [
      { source in
        var sky = SkyView(satellites: [], source: source)
        sky.timestamp = noon + 100
        return .sky(sky)
      },
      { source in
        var loss = FixLoss(reason: .noFix, source: source)
        loss.timestamp = noon + 100
        return .fixLost(loss)
      },
    ]
    for update in updates {
      #expect(stays([town], in: update) == 1)
      #expect(stays([town, home], in: update) == 0)
    }
  }

  @Test func theFirstLocationAfterAZoneTellsNotWhereTheReceiverCameFrom() throws {
    var rules = rules([try place("Home", isPrivate: true)])
    let fixes = [fix(0, at: 0), fix(1_000, at: 60), fix(1_020, at: 61)].map { fix in
      var fix = fix
      (fix.speed, fix.course) = (10, 45)
      return fix
    }
    let texts = texts(&rules, fixes)
    #expect(texts.count == 2)
    #expect(!texts[0].contains("cog") && !texts[0].contains("vel"))
    #expect(texts[1].contains(#""cog":45"#) && texts[1].contains(#""vel":36"#))
  }

  /// The filter drops the first location after the zone.
  @Test func theFirstPublishedLocationAfterAZoneHasNoCourse() throws {
    var rules = rules(
      [try place("Home", isPrivate: true)], filter: LocationFilter(accuracy: 50))
    let fixes = [(0.0, 5.0), (1_500, 100), (1_520, 5), (1_540, 5)].enumerated().map {
      index, values in
      var fix = fix(values.0, at: Double(index))
      (fix.errors.horizontal, fix.course) = (values.1, 45)
      return fix
    }
    #expect(texts(&rules, fixes).map { $0.contains("cog") } == [false, true])
  }

  @Test func eachReceiverHasAZoneOfItsOwnTime() throws {
    var rules = rules([try place("Home", isPrivate: true)])
    let (one, two) = (
      FixSource(kind: .live, name: "gpsd:", device: "a"),
      FixSource(kind: .live, name: "gpsd:", device: "b")
    )
    let fixes = [fix(0, at: 0, source: one), fix(1_000, at: 1, source: two)].map { fix in
      var fix = fix
      fix.course = 45
      return fix
    }
    #expect(texts(&rules, fixes).first?.contains(#""cog":45"#) == true)
  }

  @Test func aLocationThatMayBeInAZoneByItsErrorIsNotPublished() throws {
    let home = try place("Home", isPrivate: true)
    let zone = try #require(home.privacyZone)
    var rules = rules([home])
    let border = zone.radius + zone.center.distance(to: center)
    var coarse = fix(border + 1_000)
    #expect(texts(&rules, [coarse]).count == 1)
    coarse.errors.horizontal = 5_000
    #expect(texts(&rules, [coarse]) == [])
  }

  /// Otherwise the time at which the program starts, before a drive, tells how far away the home is.
  @Test func placesAreToldWithTheFirstLocationAndNotBefore() throws {
    let work = try Place(
      name: "Work",
      region: .circle(around: center.destination(bearing: 0, distance: 5_000), radius: 50))
    var rules = rules([try place("Home", isPrivate: true), work], namesPlaces: true)
    #expect(rules.messages(for: .fix(fix(0)), at: noon) == [])
    let later = rules.messages(for: .fix(fix(2_000, at: 60)), at: noon + 60)
    #expect(later.map(\.kind) == [.waypoint, .location])
    #expect(later[0].text.contains(#""tst":1740830460"#))
    #expect(rules.messages(for: .fix(fix(2_100, at: 90)), at: noon + 90).map(\.kind) == [.location])
  }

  // MARK: Other places

  @Test func placesAreNamedOnlyIfTheUserWantsIt() throws {
    var rules = rules([try place("Home")])
    #expect(!texts(&rules, visit).contains { $0.contains("Home") })
  }

  @Test func eventsAndLocationsNamePlaces() throws {
    var rules = rules([try place("Home")], namesPlaces: true)
    let messages = visit.flatMap { rules.messages(for: .fix($0), at: noon) }
    #expect(messages.first?.kind == .waypoint)
    #expect(messages.count { $0.kind == .waypoint } == 1)
    let events = messages.filter { $0.kind == .event }.map(\.text)
    #expect(events.count == 2)
    #expect(events.first?.contains(#""event":"enter","desc":"Home""#) == true)
    #expect(events.last?.contains(#""event":"leave","desc":"Home""#) == true)
    #expect(messages.filter { $0.text.contains(#""inregions":["Home"]"#) }.count == 4)
  }

  @Test func anEventOfAnEarlierRunIsNotRepeated() throws {
    let home = try place("Home")
    var first = rules([home], namesPlaces: true)
    _ = texts(&first, Array(visit.prefix(8)))
    var second = PublishingRules(
      OwnTracksFormat(), places: [home], namesPlaces: true, state: first.state)
    let again = texts(&second, [fix(0, at: 15), fix(0, at: 17), fix(0, at: 19)])
    #expect(!again.contains { $0.contains("transition") })
  }

  // MARK: Thinning

  @Test func aFilterThinsOutLocationsAndNotEvents() throws {
    var filter = LocationFilter()
    filter.interval = .seconds(3600)
    var rules = rules([try place("Home")], namesPlaces: true, filter: filter)
    let messages = visit.flatMap { rules.messages(for: .fix($0), at: noon) }
    #expect(messages.map(\.kind) == [.waypoint, .location, .event, .event])
    #expect(rules.counters.thinned == visit.count - 1)
  }

  @Test func aReceiverThatHasNotMovedIsNotPublishedAgain() {
    var filter = LocationFilter()
    filter.distance = 100
    var rules = rules(filter: filter)
    #expect(texts(&rules, [fix(0), fix(50, at: 1), fix(120, at: 2)]).count == 2)
  }

  @Test func aLocationThatTheFormatHasNoFormForIsCounted() {
    var rules = rules()
    #expect(texts(&rules, [Fix(coordinate: center, source: .live)]) == [])
    #expect(rules.counters.unformatted == 1)
  }
}

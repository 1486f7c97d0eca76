import Foundation
import LocationCore
import LocationPlaces
import LocationPublishing
import TestSupport
import Testing

struct PublishingRulesTests {
  private func rules(
    _ places: [Place] = [], namesPlaces: Bool = false, allowsSimulated: Bool = false,
    filter: LocationFilter = LocationFilter()
  ) -> PublishingRules {
    PublishingRules(
      OwnTracksFormat(), places: places, namesPlaces: namesPlaces,
      allowsSimulated: allowsSimulated, filter: filter, now: noon)
  }

  private func texts(_ rules: inout PublishingRules, _ fixes: [Fix]) -> [String] {
    fixes.flatMap { rules.messages(for: .fix($0), at: noon) }.map(\.text)
  }

  /// Comes from 300 m away, stays in the center, and leaves again.
  private let visit =
    (0..<4).map { fix(300, at: Double($0)) } + (10..<14).map { fix(0, at: Double($0)) }
    + (30..<34).map { fix(300, at: Double($0)) }

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

  @Test func nothingIsPublishedInAPrivatePlace() throws {
    var rules = rules([try place("Home", isPrivate: true)], namesPlaces: true)
    let texts = texts(&rules, visit)
    #expect(texts.count == 8)
    #expect(rules.counters.private == 4)
    #expect(!texts.contains { $0.contains(#""lat":48,"#) })
  }

  @Test func aPrivatePlaceIsNeverNamed() throws {
    let work = try Place(name: "Work", region: .circle(around: center, radius: 250))
    var rules = rules([try place("Home", radius: 200, isPrivate: true), work], namesPlaces: true)
    let all = rules.announcements(at: noon).map(\.text) + texts(&rules, visit)
    #expect(!all.contains { $0.contains("Home") })
    #expect(all.first?.contains(#""desc":"Work""#) == true)
  }

  @Test func anEventInAPrivatePlaceIsNotPublished() throws {
    // The café is in the middle of the private place.
    var rules = rules(
      [try place("Café", radius: 50), try place("Home", radius: 200, isPrivate: true)],
      namesPlaces: true)
    let texts = texts(&rules, visit)
    #expect(!texts.contains { $0.contains(#""event":"enter""#) })
  }

  /// No location says that the stay is due, but the time of a sky or of a loss.
  @Test(arguments: [true, false], [true, false])
  func aStayThatFallsDueInAPrivatePlaceIsNotPublished(isPrivate: Bool, isLost: Bool) throws {
    let work = try Place(
      id: "id-work", name: "Work", region: .circle(around: center, radius: 250),
      monitoring: MonitoringOptions(stay: .seconds(60)))
    var rules = PublishingRules(
      GPSDFormat(), places: [work, try place("Home", radius: 50, isPrivate: isPrivate)],
      namesPlaces: true, now: noon)
    let arrival = (0..<3).map { fix(150, at: Double($0)) } + [fix(0, at: 3)]
    for fix in arrival { _ = rules.messages(for: .fix(fix), at: noon) }
    var sky = SkyView(satellites: [], source: .live)
    sky.timestamp = noon + 100
    let later: LocationUpdate =
      isLost
      ? .fixLost(FixLoss(reason: .noFix, timestamp: noon + 100, source: .live)) : .sky(sky)
    let texts = rules.messages(for: later, at: noon).map(\.text)
    #expect(texts.filter { $0.contains("Work") }.count == (isPrivate ? 0 : 1))
  }

  @Test func theErrorOfALocationCountsAtTheBorder() throws {
    var rules = rules([try place("Home", isPrivate: true)])
    var near = fix(110)
    #expect(texts(&rules, [near]).count == 1)
    near.errors.horizontal = 20
    #expect(texts(&rules, [near]) == [])
    var coarse = fix(250)
    coarse.errors.horizontal = 5_000
    #expect(texts(&rules, [coarse]).count == 1)
  }

  // MARK: Other places

  @Test func placesAreNamedOnlyIfTheUserWantsIt() throws {
    var rules = rules([try place("Home")])
    #expect(rules.announcements(at: noon) == [])
    #expect(!texts(&rules, visit).contains { $0.contains("Home") })
  }

  @Test func eventsAndLocationsNamePlaces() throws {
    var rules = rules([try place("Home")], namesPlaces: true)
    #expect(rules.announcements(at: noon).map(\.kind) == [.waypoint])
    let messages = visit.flatMap { rules.messages(for: .fix($0), at: noon) }
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
      OwnTracksFormat(), places: [home], namesPlaces: true, state: first.state, now: noon)
    let again = texts(&second, [fix(0, at: 15), fix(0, at: 17), fix(0, at: 19)])
    #expect(!again.contains { $0.contains("transition") })
  }

  // MARK: Thinning

  @Test func aFilterThinsOutLocationsAndNotEvents() throws {
    var filter = LocationFilter()
    filter.interval = .seconds(3600)
    var rules = rules([try place("Home")], namesPlaces: true, filter: filter)
    let messages = visit.flatMap { rules.messages(for: .fix($0), at: noon) }
    #expect(messages.map(\.kind) == [.location, .event, .event])
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

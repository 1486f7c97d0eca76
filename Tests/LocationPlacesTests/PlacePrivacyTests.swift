import LocationCore
import TestTurns
import Testing

@testable import LocationPlaces

/// The zone in which a private place is hidden.
@Suite(.inTurn) struct PlacePrivacyTests {
  private func home(_ radius: Double = 300, at center: Coordinate? = nil) throws -> Place {
    try Place(
      id: "1", name: "Home", region: .circle(around: center ?? at(48, 11), radius: radius),
      isPrivate: true)
  }

  @Test func onlyAPrivatePlaceHasAZone() throws {
    var place = try home()
    let zone = try #require(place.privacyZone)
    #expect(zone.contains(try at(48, 11), radius: 300))
    place.isPrivate = false
    #expect(place.privacyZone == nil)
    // Another zone would tell more: both contain the home.
    place.isPrivate = true
    #expect(place.privacyZone == zone)
  }

  @Test func theZoneStaysWhileThePlaceIsInIt() throws {
    var place = try home()
    let zone = try #require(place.privacyZone)
    try place.rename(to: "My home")
    place.region = .circle(
      try CircleRegion(
        center: zone.center.destination(bearing: 10, distance: zone.radius - 101), radius: 100))
    #expect(place.privacyZone == zone)
    #expect(PrivacyZone(hiding: place.region.center, radius: 100) != zone)
  }

  @Test func aPlaceThatLeavesItsZoneGetsANewOne() throws {
    var place = try home()
    let zone = try #require(place.privacyZone)
    let moved = try at(48.1, 11)
    place.region = .circle(try CircleRegion(center: moved, radius: 300))
    #expect(place.privacyZone != zone)
    #expect(place.privacyZone?.contains(moved, radius: 300) == true)
  }

  /// The zone of a larger place contains the cell of the smaller one, so it tells nothing new.
  @Test(arguments: [400.0, 1_000, 5_000]) func aPlaceThatGrowsIsStillHidden(radius: Double) throws {
    var place = try home()
    let zone = try #require(place.privacyZone)
    place.region = .circle(try CircleRegion(center: at(48, 11), radius: radius))
    let grown = try #require(place.privacyZone)
    #expect(grown.contains(try at(48, 11), radius: radius))
    #expect(grown == zone || grown.contains(zone.center, radius: zone.radius - 300))
  }

  @Test func aPolygonAndACorridorAreHiddenWithTheCircleAroundThem() throws {
    let regions: [PlaceRegion] = [
      .polygon(
        try PolygonRegion(corners: [at(-16, 179.99), at(-16, -179.99), at(-16.01, -179.99)])),
      .corridor(try CorridorRegion(along: [at(89.99, 0), at(89.99, 180)], radius: 50)),
    ]
    for region in regions {
      let place = try Place(name: "Home", region: region, isPrivate: true)
      let zone = try #require(place.privacyZone)
      let corners: [Coordinate] =
        switch region {
        case .polygon(let polygon): polygon.corners
        case .corridor(let corridor): corridor.track
        case .circle: []
        }
      #expect(corners.allSatisfy { zone.contains($0) })
    }
  }

  @Test func aZoneThatDoesNotContainThePlaceIsNotUsed() throws {
    let place = try Place(
      name: "Home", region: .circle(around: at(48, 11), radius: 300), isPrivate: true,
      privacyZone: PrivacyZone(center: at(50, 11), radius: 1_000))
    #expect(place.privacyZone == (try home()).privacyZone)
  }

  @Test func aZoneComesBackFromItsText() throws {
    let zone = PrivacyZone(center: try at(-16.123456789, -179.987654321), radius: 812)
    #expect(try PrivacyZone(text: zone.text) == zone)
    #expect(try PrivacyZone(text: nil) == nil)
    for text in ["geo:1,2", "geo:1;u=3", "1,2;u=3", "geo:91,2;u=3", "geo:1,2;u=-3", "geo:1,2;u=x"] {
      #expect(throws: PlaceError(.invalidPlace)) { try PrivacyZone(text: text) }
    }
  }

  @Test func aReplacedPlaceKeepsItsZoneUnlessTheNewOneChoseOne() throws {
    let former = try home(300, at: at(48, 11))
    let zone = try #require(former.privacyZone)
    let moved = zone.center.destination(bearing: 200, distance: zone.radius - 50)
    #expect(try home(40, at: moved).keepingPrivacy(of: former).privacyZone == zone)
    let chosen = try Place(
      name: "Home", region: .circle(around: moved, radius: 40), isPrivate: true,
      privacyZone: PrivacyZone(center: moved, radius: 77))
    #expect(chosen.keepingPrivacy(of: former).privacyZone?.radius == 77)
  }
}

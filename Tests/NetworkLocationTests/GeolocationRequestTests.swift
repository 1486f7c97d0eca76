import LocationCore
import NetworkLocation
import TestTurns
import Testing

/// The rules of privacy: what is sent, and what is not.
@Suite(.inTurn) struct GeolocationRequestTests {
  let first = WiFiAccessPoint.numbered(1, strength: -40)
  let second = WiFiAccessPoint.numbered(2, strength: -60)

  func sent(_ points: [WiFiAccessPoint], usesAddress: Bool = false) -> [MACAddress] {
    GeolocationRequest(scan: points, usesAddress: usesAddress).accessPoints.map(\.address)
  }

  /// The addresses that are sent of two good access points and another one.
  func sent(with other: WiFiAccessPoint) -> [MACAddress] { sent([first, other, second]) }

  @Test func aRequestHasExactlyTheseMembers() {
    let request = GeolocationRequest(scan: [second, first])
    #expect(
      String(decoding: request.body, as: UTF8.self)
        == #"{"considerIp":false,"fallbacks":{"ipf":false,"lacf":false},"wifiAccessPoints":["#
        + #"{"macAddress":"00:1b:63:84:45:01","signalStrength":-40,"frequency":2412,"age":1000},"#
        + #"{"macAddress":"00:1b:63:84:45:02","signalStrength":-60,"frequency":2412,"age":1000}]}"#)
  }

  @Test func aCellHasExactlyTheseMembers() {
    let request = GeolocationRequest(scan: [first], cells: [.numbered(7)])
    #expect(request.isWorthSending)
    #expect(
      String(decoding: request.body, as: UTF8.self)
        == #"{"considerIp":false,"fallbacks":{"ipf":false,"lacf":false},"cellTowers":["#
        + #"{"radioType":"lte","mobileCountryCode":262,"mobileNetworkCode":2,"#
        + #""locationAreaCode":100,"cellId":7}],"wifiAccessPoints":[]}"#)
  }

  @Test func valuesThatTheScannerDoesNotReportAreNotSent() {
    var points = [first, second]
    for index in points.indices {
      points[index].signalStrength = nil
      points[index].frequency = nil
      points[index].age = nil
    }
    #expect(
      String(decoding: GeolocationRequest(scan: points).body, as: UTF8.self).hasSuffix(
        #"[{"macAddress":"00:1b:63:84:45:01"},{"macAddress":"00:1b:63:84:45:02"}]}"#))
  }

  @Test func namesOfNetworksAreNeverSent() {
    let points = [WiFiAccessPoint.numbered(1, name: "secret"), .numbered(2, name: "secret")]
    #expect(
      !String(decoding: GeolocationRequest(scan: points).body, as: UTF8.self).contains("secret"))
  }

  @Test(arguments: [[], [0], [0, 0, 0, 0]] as [[UInt8]])
  func hiddenNetworksAreNotSent(name: [UInt8]) {
    var hidden = WiFiAccessPoint.numbered(3)
    hidden.networkName = name
    #expect(hidden.exclusion == .hidden)
    #expect(sent(with: hidden) == [first.address, second.address])
  }

  @Test(arguments: ["home_nomap", "_nomap", "home_NoMap", "x_optout_y", "home_optout_nomap"])
  func networksWhoseOwnersOptedOutAreNotSent(name: String) {
    let other = WiFiAccessPoint.numbered(3, name: name)
    #expect(other.exclusion == .optedOut)
    #expect(sent(with: other) == [first.address, second.address])
  }

  @Test func anAccessPointThatOptedOutWithOneNameIsNotSentWithAnother() {
    let points = [
      WiFiAccessPoint.numbered(3, name: "guests"), .numbered(3, name: "home_nomap"), first, second,
    ]
    #expect(sent(points) == [first.address, second.address])
    #expect(sent(points.reversed()) == [first.address, second.address])
  }

  @Test(arguments: ["home_nomap_", "nomap", "home_noma"])
  func onlyTheWholeMarkOptsOut(name: String) {
    #expect(WiFiAccessPoint.numbered(3, name: name).exclusion == nil)
  }

  @Test(arguments: ["02:1b:63:84:45:03", "06:1b:63:84:45:03", "fa-1b-63-84-45-03"])
  func locallyAdministeredAddressesAreNotSent(address: String) throws {
    var other = WiFiAccessPoint.numbered(3)
    other.address = try #require(MACAddress(address))
    #expect(other.exclusion == .locallyAdministered)
    #expect(sent(with: other) == [first.address, second.address])
  }

  @Test(arguments: ["00:00:00:00:00:00", "ff:ff:ff:ff:ff:ff", "01:1b:63:84:45:03"])
  func addressesOfNoAccessPointAreNotSent(address: String) throws {
    var other = WiFiAccessPoint.numbered(3)
    other.address = try #require(MACAddress(address))
    #expect(other.exclusion == .invalidAddress)
    #expect(sent(with: other) == [first.address, second.address])
  }

  @Test func accessPointsOfTheWayHereAreNotSent() {
    let old = WiFiAccessPoint.numbered(3, age: .seconds(121))
    #expect(old.exclusion == .old)
    #expect(WiFiAccessPoint.numbered(3, age: .seconds(120)).exclusion == nil)
    #expect(sent(with: old) == [first.address, second.address])
  }

  @Test func oneAccessPointAloneIsNotSent() {
    #expect(!GeolocationRequest(scan: []).isWorthSending)
    #expect(!GeolocationRequest(scan: [first]).isWorthSending)
    #expect(!GeolocationRequest(scan: [first, .numbered(3, name: "a_nomap")]).isWorthSending)
    #expect(GeolocationRequest(scan: [first, second]).isWorthSending)
  }

  @Test func oneAccessPointSeenTwiceIsStillOne() {
    var again = first
    again.signalStrength = -30
    #expect(!GeolocationRequest(scan: [first, again]).isWorthSending)
    let request = GeolocationRequest(scan: [first, again, second])
    #expect(request.accessPoints.map(\.signalStrength) == [-30, -60])
  }

  @Test func theAddressOfThisMachineIsUsedOnlyOnRequest() {
    let request = GeolocationRequest(scan: [first], usesAddress: true)
    #expect(request.isWorthSending)
    #expect(
      String(decoding: request.body, as: UTF8.self)
        == #"{"considerIp":true,"fallbacks":{"ipf":true,"lacf":false},"wifiAccessPoints":[]}"#)
  }

  @Test func theHundredStrongestAreSent() {
    let points = (1...120).map { WiFiAccessPoint.numbered(UInt8($0), strength: -Int($0)) }
    #expect(sent(points.shuffled()) == (1...100).map { MACAddress.numbered(UInt8($0)) })
  }

  @Test func exclusionsAreCounted() {
    let request = GeolocationRequest(scan: [
      first, second, .numbered(3, name: ""), .numbered(4, name: ""), .numbered(5, name: "a_nomap"),
    ])
    #expect(request.excluded == [.hidden: 2, .optedOut: 1])
  }

  @Test(arguments: ["00:1B:63:84:45:E6", "00-1b-63-84-45-e6"])
  func anAddressIsReadInAnyCase(text: String) {
    #expect(MACAddress(text)?.description == "00:1b:63:84:45:e6")
  }

  @Test(arguments: [
    "", "00:1b:63:84:45", "00:1b:63:84:45:e6:00", "00:1b:63:84:45:+1", "0:1b:63:84:45:e6",
  ])
  func anythingElseIsNoAddress(text: String) {
    #expect(MACAddress(text) == nil)
  }
}

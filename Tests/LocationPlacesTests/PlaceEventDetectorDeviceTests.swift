import LocationCore
import LocationPlaces
import TestTurns
import Testing

/// Several devices: each has its own state.
@Suite(.inTurn) struct PlaceEventDetectorDeviceTests {
  @Test func theDeviceThatWasSilentForTheLongestTimeMakesRoom() throws {
    var monitor = PlaceEventDetector(places: [try Place.circle()])
    func initial(_ device: Int, at second: Double) throws -> [PlaceEvent.Kind] {
      var kinds: [PlaceEvent.Kind] = []
      for offset in [0, 1, 2.0] {
        let fix = try PlaceEventDetectorTests.fix(0, at: second + offset, device: "phone \(device)")
        kinds += monitor.update(with: fix).map(\.kind)
      }
      return kinds
    }
    for device in 0..<5_000 { _ = try initial(device, at: Double(device)) }
    #expect(monitor.forgottenDevices == 0)
    #expect(try initial(0, at: 5_010) == [])
    #expect(try initial(5_000, at: 5_020) == [.initial(isInside: true)])
    #expect(monitor.forgottenDevices == 1)
    #expect(monitor.state.devices.count == 5_000)
    // The second device was silent for the longest time.
    #expect(try initial(0, at: 5_030) == [])
    #expect(try initial(1, at: 5_040) == [.initial(isInside: true)])
  }

  /// A home is entered by the one source, and left by the other.
  @Test(arguments: [(DeviceIdentity.one, 1), (.each, 0)])
  func sourcesThatStandInForEachOtherAreOneDevice(identity: DeviceIdentity, left: Int) throws {
    var monitor = PlaceEventDetector(places: [try Place.circle()], identity: identity)
    var events: [PlaceEvent] = []
    for (index, distance) in [0, 0, 0, 300, 300, 300.0].enumerated() {
      var fix = try PlaceEventDetectorTests.fix(distance, at: Double(index))
      fix.source = FixSource(kind: .live, name: index < 3 ? "net:" : "gpsd:", device: "/dev/a")
      events += monitor.update(with: fix)
    }
    #expect(events.count { $0.kind == .left } == left)
    #expect(events.first?.kind == .initial(isInside: true))
  }

  /// The device A is inside and leaves, while the device B arrives.
  @Test func eachDeviceHasItsOwnEvents() throws {
    var monitor = PlaceEventDetector(places: [try Place.circle()])
    var events: [PlaceEvent] = []
    for second in 0..<60 {
      let leaves = second < 20 ? 0 : 300.0
      let arrives = second < 40 ? 300.0 : 0
      events += monitor.update(
        with: try PlaceEventDetectorTests.fix(leaves, at: Double(second), device: "a/phone"))
      events += monitor.update(
        with: try PlaceEventDetectorTests.fix(arrives, at: Double(second), device: "b/phone"))
    }
    #expect(events.map { $0.device.device } == ["a/phone", "b/phone", "a/phone", "b/phone"])
    #expect(
      events.map(\.kind) == [
        .initial(isInside: true), .initial(isInside: false), .left, .entered,
      ])
  }

  /// A device whose clock is hours behind does not disturb another one.
  @Test func eachDeviceHasItsOwnTime() throws {
    var monitor = PlaceEventDetector(
      places: [try Place.circle(monitoring: MonitoringOptions(stay: .seconds(10)))])
    var events: [PlaceEvent] = []
    for second in 0..<20 {
      events += monitor.update(
        with: try PlaceEventDetectorTests.fix(0, at: Double(second), device: "a"))
      events += monitor.update(
        with: try PlaceEventDetectorTests.fix(0, at: Double(second) - 7200, device: "b"))
    }
    #expect(events.count == 4)
    #expect(events.map(\.isLate) == [false, false, false, false])
  }

  @Test func aStateHasAllDevices() throws {
    var monitor = PlaceEventDetector(places: [try Place.circle()])
    for second in 0..<3 {
      _ = monitor.update(with: try PlaceEventDetectorTests.fix(0, at: Double(second), device: "a"))
      _ = monitor.update(
        with: try PlaceEventDetectorTests.fix(300, at: Double(second), device: "b"))
    }
    var next = PlaceEventDetector(places: monitor.places, state: monitor.state)
    var events: [PlaceEvent] = []
    for second in 10..<13 {
      events += next.update(
        with: try PlaceEventDetectorTests.fix(0, at: Double(second), device: "b"))
    }
    #expect(events.map(\.kind) == [.entered])
    let a = DeviceID(source: "test", device: "a")
    #expect(next.state.devices[a] == monitor.state.devices[a])
  }
}

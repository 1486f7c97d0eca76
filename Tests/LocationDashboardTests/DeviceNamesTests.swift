import LocationCore
import TestTurns
import Testing

@testable import LocationDashboard

@Suite(.inTurn) struct DeviceNamesTests {
  private func names(_ devices: [String?], source: String = "mqtt://broker/+/+") -> [String] {
    let ids = devices.map { DeviceID(source: source, device: $0) }
    var names = DeviceNames()
    for id in ids { names.add(id) }
    return ids.map { names[$0] }
  }

  @Test(arguments: [
    (["/dev/ttyACM0"], ["ttyACM0"]),
    (["/dev/ttyACM0", "/dev/ttyACM1"], ["ttyACM0", "ttyACM1"]),
    (["anna/phone", "ben/phone"], ["anna", "ben"]),
    (["anna/phone", "anna/tablet", "ben/phone"], ["anna/phone", "tablet", "ben/phone"]),
    (["fleet/1/gps", "fleet/2/gps"], ["1", "2"]),
    (["a", "x/a"], ["a", "x/a"]),
    (["a", "a/b"], ["a", "b"]),
  ])
  func theShortestNamesThatDifferAreShown(devices: [String], expected: [String]) {
    let names = names(devices)
    #expect(names == expected)
    #expect(Set(names).count == devices.count)
  }

  @Test func aSourceWithoutDevicesHasItsOwnName() {
    #expect(names([nil]) == ["mqtt://broker/+/+"])
  }

  @Test func aForgottenDeviceNeedsNoNameOfItsOwn() {
    var names = DeviceNames()
    let (anna, ben) = (
      DeviceID(source: "s", device: "x/anna/phone"), DeviceID(source: "s", device: "y/ben/phone")
    )
    names.add(anna)
    names.add(ben)
    #expect(names[anna] == "anna")
    names.remove(ben)
    names.remove(anna)
    names.add(anna)
    #expect(names[anna] == "phone")
  }
}

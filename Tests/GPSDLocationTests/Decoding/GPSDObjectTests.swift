import Testing

@testable import GPSDLocation

struct GPSDObjectTests {
  private func object(_ name: String, _ line: String) -> GPSDObject? {
    Array(line.utf8).withUnsafeBytes { GPSDObject(className: name, $0) }
  }

  @Test func aVersionSaysReleaseAndProtocol() {
    #expect(
      object("VERSION", GPSDText.version)
        == .version(GPSDServer(release: "3.22", protocolMajor: 3, protocolMinor: 14)))
    #expect(object("VERSION", #"{"class":"VERSION","release":"3.22"}"#) == nil)
  }

  @Test func tenDevicesAreTen() {
    let paths = (0..<10).map { "/dev/ttyACM\($0)" }
    guard case .devices(let devices) = object("DEVICES", GPSDText.devices(paths)) else {
      Issue.record("no devices")
      return
    }
    #expect(devices.map(\.path) == paths)
    #expect(devices.allSatisfy { $0.isActive && $0.driver == "NMEA0183" })
  }

  @Test(arguments: [
    (#"{"class":"DEVICE","path":"/dev/x","activated":0}"#, false, true),
    (#"{"class":"DEVICE","path":"/dev/x","activated":0.000}"#, false, true),
    (#"{"class":"DEVICE","path":"/dev/x","activated":"2024-07-04T12:00:00.000Z"}"#, true, false),
    (#"{"class":"DEVICE","path":"/dev/x","activated":1720094400.5}"#, true, false),
    (#"{"class":"DEVICE","path":"/dev/x"}"#, false, false),
  ])
  func aDeviceIsActiveGivenUpOrNeither(line: String, isActive: Bool, isGivenUp: Bool) {
    guard case .device(let device, let givenUp) = object("DEVICE", line) else {
      Issue.record("no device")
      return
    }
    #expect(device.path == "/dev/x")
    #expect(device.isActive == isActive)
    #expect(givenUp == isGivenUp)
  }

  @Test func errorsAndWhatIsOfNoInterest() {
    #expect(object("ERROR", #"{"class":"ERROR","message":"no"}"#) == .error("no"))
    #expect(object("ERROR", #"{"class":"ERROR"}"#) == nil)
    #expect(object("DEVICE", #"{"class":"DEVICE"}"#) == .other)
    #expect(object("AIS", #"{"class":"AIS"}"#) == .other)
  }
}

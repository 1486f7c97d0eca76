import Foundation
import LocationCore
import TestSupport
import TestTurns
import Testing

@testable import NetworkLocation

/// A shell script in the place of `iw`, because a test has no radio.
@Suite(.inTurn)
struct IWScannerTests {
  static let devices = """
    phy#0
    \tUnnamed/non-netdev interface
    \t\twdev 0x2
    \t\ttype P2P-device
    \tInterface wlan0
    \t\tifindex 3
    \t\twdev 0x1
    \t\taddr 00:1b:63:00:00:01
    \t\ttype managed
    phy#1
    \tInterface wlan1
    \t\ttype AP

    """

  static let scan = """
    BSS 00:1b:63:84:45:01(on wlan0) -- associated
    \tlast seen: 1234.567s [boottime]
    \tTSF: 1461277712 usec (0d, 00:24:21)
    \tfreq: 2412
    \tbeacon interval: 100 TUs
    \tcapability: ESS Privacy ShortSlotTime (0x0411)
    \tsignal: -45.60 dBm
    \tlast seen: 120 ms ago
    \tInformation elements from Probe Response frame:
    \tSSID: Caf\\xc3\\xa9 \\x5f
    \tRSN:\t * Version: 1
    \t\t * Group cipher: CCMP
    \tHT operation:
    \t\tSSID: not this one
    \t\t * primary channel: 1
    BSS 00:1b:63:84:45:02(on wlan0)
    \tfreq: 5180.0
    \tsignal: 52/100
    \tlast seen: 4000 ms ago
    \tSSID: 
    BSS 00:1b:63:84:45:03(on wlan0)
    \tfreq: 2437
    \tSSID: \\x00\\x00\\x00

    """

  let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// A scanner whose `iw` prints the devices, and runs `script` for a scan (`$3` and `$4` are its words).
  func scanner(devices: String = devices, _ script: String) throws -> IWScanner {
    let list = try folder.file("devices", devices)
    let found = try folder.file("scan", Self.scan)
    let path = try folder.file(
      "iw",
      """
      #!/bin/sh
      if [ "$#" = 1 ]; then cat '\(list)'; exit; fi
      found='\(found)'
      echo "$@" >> '\(folder.path("calls"))'
      \(script)
      """)
    try #require(chmodExecutable(path))
    return IWScanner(path: path)
  }

  func error(_ scanner: IWScanner) async -> UserLocationError? {
    do throws(UserLocationError) {
      _ = try await scanner.accessPoints()
      return nil
    } catch {
      return error
    }
  }

  @Test func accessPointsAreReadFromAScan() async throws {
    let points = try await scanner("cat \"$found\"").accessPoints()
    let expected = [
      WiFiAccessPoint(
        address: .numbered(1), networkName: Array("Café _".utf8), signalStrength: -46,
        frequency: 2412, age: .milliseconds(120)),
      WiFiAccessPoint(
        address: .numbered(2), networkName: [], frequency: 5180, age: .milliseconds(4000)),
      WiFiAccessPoint(address: .numbered(3), networkName: [0, 0, 0], frequency: 2437),
    ]
    #expect(points == expected)
    #expect(points.map(\.exclusion) == [nil, .hidden, .hidden])
    #expect(try text(of: "calls") == "dev wlan0 scan\n")
  }

  @Test func withoutPermissionTheLastScanIsUsed() async throws {
    let scanner = try scanner(
      "[ \"$4\" = dump ] && exec cat \"$found\"; echo 'command failed: Operation not permitted (-1)'; exit 255"
    )
    #expect(try await scanner.accessPoints().count == 3)
    #expect(try text(of: "calls") == "dev wlan0 scan\ndev wlan0 scan dump\n")
  }

  @Test func withoutPermissionAndResultsTheErrorHasARemedy() async throws {
    let scanner = try scanner(
      "[ \"$4\" = dump ] && exit; echo 'command failed: Operation not permitted (-1)'; exit 255")
    let error = await error(scanner)
    #expect(error?.code == .notAuthorized)
    #expect(error?.detail.contains("setcap cap_net_admin+ep \(folder.path("iw"))") == true)
  }

  @Test func aScanThatFailsForAnotherReasonIsUnavailable() async throws {
    let scanner = try scanner(
      "[ \"$4\" = dump ] && exit; echo 'command failed: Network is down (-100)'; exit 156")
    let error = await error(scanner)
    #expect(error?.code == .sourceUnavailable)
    #expect(error?.detail.contains("Network is down") == true)
  }

  @Test func aScanThatFindsNothingIsNoError() async throws {
    #expect(try await scanner("exit 0").accessPoints() == [])
  }

  @Test func aMachineWithoutWiFiIsAnError() async throws {
    let scanner = try scanner(devices: "", "exit 0")
    let error = await error(scanner)
    #expect(error?.code == .sourceUnavailable)
    #expect(error?.detail.contains("no Wi-Fi interface") == true)
  }

  @Test func outputThatIsNotUnderstoodHasNoAccessPoints() {
    #expect(
      IWOutput.accessPoints("\tSSID: x\nBSS xx\n\tfreq\n\tfreq: y\nBSS 00:1b:63:84:45\n").isEmpty)
  }

  private func text(of name: String) throws -> String {
    try String(contentsOfFile: folder.path(name), encoding: .utf8)
  }

  private func chmodExecutable(_ path: String) -> Bool { chmod(path, 0o700) == 0 }
}

import LocationTesting
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

#if GPSD
  /// A fallback whose first source is a real gpsd.
  @Suite(
    .enabled(if: RealGPSD.isInstalled, "gpsd is not installed (apt install gpsd)"),
    .inTurn)
  struct FallbackWithGPSDTests {
    /// The paths of the DEVICE objects so far. A device that went has a minus sign.
    private func devices(_ test: WireEnvironment) -> [String] {
      test.output.lines.compactMap { line in
        let start = #"{"class":"DEVICE","path":""#
        guard line.hasPrefix(start) else { return nil }
        let path = line.dropFirst(start.count).prefix { $0 != "\"" }
        return (line.hasSuffix(#","activated":0}"#) ? "-" : "") + path
      }
    }

    @Test func aGPSDThatIsKilledIsReplacedAndTakesOverAgainWhenItReturns() async throws {
      let behind = try ReceiverServer(pace: 10)
      let direct = try ReceiverServer(pace: 10)
      let gpsd = try await RealGPSD.start(servedAt: behind.port)
      let clock = ManualClock()
      var wires = WireEnvironment()
      wires.sourceClock = clock
      let test = wires
      let other = "tcp://127.0.0.1:\(direct.port)"
      let run = Task {
        await test.run(
          "watch", "--json", "--source", "gpsd://127.0.0.1:\(gpsd.port)", "--source", other)
      }
      let receiver = "tcp://127.0.0.1:\(behind.port)"
      #expect(await eventually { devices(test) == [receiver] })

      gpsd.kill()
      #expect(await eventually { devices(test) == [receiver, "-" + receiver, other] })

      let again = try await RealGPSD.start(servedAt: behind.port, port: gpsd.port)
      let isBack = await eventually {
        // A fix comes each 10 ms, so a second of this clock has several.
        clock.advance(by: .milliseconds(20))
        return devices(test).count > 4
      }
      #expect(isBack)
      #expect(devices(test).dropFirst(3) == ["-" + other, receiver])
      run.cancel()
      #expect(await run.value == 130)
      withExtendedLifetime((behind, direct, again)) {}
    }
  }
#endif

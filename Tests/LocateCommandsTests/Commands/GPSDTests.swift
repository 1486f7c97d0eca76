import LocationTesting
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

#if GPSD
  /// The command with a simulated and a real gpsd.
  @Suite(.inTurn)
  struct GPSDTests {
    private static let greeting =
      #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#
      + "\r\n"
      + #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/gps0"}]}"# + "\r\n"

    private static func position(_ second: Int) -> String {
      #"{"class":"TPV","device":"/dev/gps0","mode":3,"time":"2024-07-04T12:00:0\#(second).000Z","#
        + #""ept":0.005,"lat":48.117312345,"lon":-11.516698765,"altHAE":592.3000,"altMSL":545.4000,"#
        + #""alt":545.4000,"track":84.4000,"speed":11.524,"eph":17.100}"#
    }

    @Test func withoutAGPSDTheErrorExplainsHowToStartOneOrDoWithout() async throws {
      let port = try LoopbackSocket.freePort()
      for command in [[], ["watch"]] {
        let test = WireEnvironment()
        let code = await test.run(command + ["--source", "gpsd://127.0.0.1:\(port)"])
        #expect(code == 69)
        #expect(
          test.errors.text == """
            locate: gpsd://127.0.0.1:\(port): no gpsd runs there: connection refused; start it with \
            'sudo systemctl start gpsd' or 'gpsd -N DEVICE'; to try it without a receiver: \
            locate --source sim:drive

            """)
        #expect(test.output.text == "")
      }
    }

    @Test func withoutAGPSDTheErrorOffersGeoClueIfItIsInstalled() async throws {
      let port = try LoopbackSocket.freePort()
      var test = WireEnvironment()
      test.isGeoClueInstalled = true
      #expect(await test.run("--source", "gpsd://127.0.0.1:\(port)") == 69)
      #expect(
        test.errors.text.hasSuffix(
          "; to ask the desktop's location service: locate --source geoclue:; to try it without a "
            + "receiver: locate --source sim:drive\n"))
    }

    @Test func anotherServerThanGPSDIsAProtocolError() async throws {
      let server = try TextFeed(greeting: String(repeating: epoch(1), count: 10))
      let test = WireEnvironment()
      #expect(await test.run("--source", "gpsd://127.0.0.1:\(server.port)") == 76)
      #expect(test.errors.text.hasSuffix("that is NMEA: read it with tcp://\n"))
    }

    @Test func aHostWithoutAddressIs68() async {
      // A label of a host name has at most 63 letters, so the look-up fails without a server.
      let host = String(repeating: "x", count: 70)
      #expect(await WireEnvironment().run("--source", "gpsd://\(host)") == 68)
    }

    @Test func oncePrintsTheFirstPosition() async throws {
      let gpsd = try TextFeed(greeting: Self.greeting + Self.position(1) + "\r\n")
      let test = WireEnvironment()
      let code = await test.run("--source", "gpsd://127.0.0.1:\(gpsd.port)", "--json", "--verbose")
      #expect(code == 0)
      #expect(test.output.lines == [Self.position(1)])
      // The reading thread reports its end before or after this line.
      #expect(
        test.errors.lines.contains {
          $0.hasSuffix("1 positions, 1 with a fix; 0 skies; 2 others; 0 damaged")
        })
    }

    @Test func watchPrintsGPSDsReportsUnchanged() async throws {
      let sky =
        #"{"class":"SKY","device":"/dev/gps0","hdop":0.90,"nSat":1,"uSat":1,"#
        + #""satellites":[{"PRN":2,"gnssid":0,"svid":2,"az":63.0,"el":71.0,"ss":45.0,"used":true}]}"#
      let lost = #"{"class":"TPV","device":"/dev/gps0","mode":0}"#
      let lines = [Self.position(1), sky, lost, Self.position(2)]
      let gpsd = try TextFeed(
        greeting: Self.greeting + (lines + ["damage"]).map { $0 + "\r\n" }.joined())
      let test = WireEnvironment()
      let code = await test.run(
        "watch", "--source", "gpsd://127.0.0.1:\(gpsd.port)//dev/gps0", "--json", "--count", "2")
      #expect(code == 0)
      #expect(test.output.lines == lines)
      #expect(test.errors.text == "")
    }

    @Test func withRetryTheCommandWaitsForGPSD() async throws {
      let port = try LoopbackSocket.freePort()
      let clock = ManualClock()
      var test = WireEnvironment()
      test.sourceClock = clock
      async let code = test.run("--source", "gpsd://127.0.0.1:\(port)", "--retry", "--json")
      await clock.waitForSleepers()
      let gpsd = try TextFeed(port: port, greeting: Self.greeting + Self.position(1) + "\r\n")
      clock.advance(by: .seconds(1))
      #expect(await code == 0)
      #expect(test.output.lines == [Self.position(1)])
      #expect(test.errors.text.contains("trying again in"))
      withExtendedLifetime(gpsd) {}
    }

    @Test func gpsdCanNotBeConverted() async {
      let test = WireEnvironment()
      #expect(await test.run("convert", "--source", "gpsd://localhost", "--to", "gpx") == 64)
    }

    @Test(.enabled(if: RealGPSD.isInstalled, "gpsd is not installed (apt install gpsd)"))
    func aRealGPSDWithoutReceiversIsNamedAfterATimeout() async throws {
      let directory = try TemporaryDirectory()
      let gpsd = try await RealGPSD.start([], control: directory.path("control"))
      let test = WireEnvironment()
      let source = "gpsd://127.0.0.1:\(gpsd.port)"
      #expect(await test.run("--source", source, "--timeout", "2s") == 75)
      #expect(
        test.errors.text == "locate: \(source): no location in 2 s: gpsd has no receiver; plug it "
          + "in, or name it to gpsd: sudo gpsdctl add /dev/ttyACM0\n")
    }

    @Test(.enabled(if: RealGPSD.isInstalled, "gpsd is not installed (apt install gpsd)"))
    func aReceiverThatARealGPSDDoesNotHaveIs69AtOnce() async throws {
      let receiver = try ReceiverServer(pace: 10)
      let gpsd = try await RealGPSD.start(servedAt: receiver.port)
      for command in ["once", "watch"] {
        let test = WireEnvironment()
        let source = "gpsd://127.0.0.1:\(gpsd.port)//dev/ttyNONE7"
        #expect(await test.run(command, "--source", source) == 69)
        #expect(
          test.errors.text == "locate: \(source): gpsd does not have /dev/ttyNONE7, or cannot open "
            + "it; it has tcp://127.0.0.1:\(receiver.port): name one of those, or add it with "
            + "'sudo gpsdctl add /dev/ttyNONE7'\n")
      }
      withExtendedLifetime(receiver) {}
    }

    @Test(.enabled(if: RealGPSD.isInstalled, "gpsd is not installed (apt install gpsd)"))
    func aRealGPSDHasALocation() async throws {
      let receiver = try ReceiverServer(pace: 10)
      let gpsd = try await RealGPSD.start(servedAt: receiver.port)
      let test = WireEnvironment()
      let source = "gpsd://127.0.0.1:\(gpsd.port)"
      let code = await test.run("--source", source, "--format", "{altitude} {kind} {source}")
      #expect(code == 0)
      #expect(test.output.text == "545.4 live \(source)\n")
      withExtendedLifetime(receiver) {}
    }
  }
#endif

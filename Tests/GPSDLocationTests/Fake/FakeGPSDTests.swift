import Foundation
import LocationCore
import LocationIO
import LocationTesting
import Synchronization
import TestSupport
import TestTurns
import Testing

@testable import GPSDLocation

#if GPSD
  /// The provider with a gpsd that the test simulates.
  @Suite(.inTurn)
  struct FakeGPSDTests {
    private func provider(
      _ port: UInt16, device: String? = nil, retry: RetryPolicy? = nil
    ) -> GPSDProvider {
      GPSDProvider(
        host: "127.0.0.1", port: port, device: device, silence: .seconds(3600), retry: retry)
    }

    @Test func aSubscriptionYieldsTheReportsInTheirOrder() async throws {
      let gpsd = try TextFeed(greeting: GPSDText.greeting)
      let provider = provider(gpsd.port)
      let listener = Listener(provider.startUpdatingLocation())
      #expect(await eventually { provider.server?.devices != nil })
      gpsd.send(GPSDText.fix(1) + GPSDText.sky(3) + GPSDText.lost(2) + GPSDText.fix(3))
      #expect(await eventually { listener.updates.count == 4 })
      #expect(listener.seconds == [1, 3])
      #expect(listener.losses == [.noFix])
      #expect(listener.skies.map(\.satellites.count) == [3])
      #expect(listener.updates[1].sky != nil)
      #expect(listener.fixes.allSatisfy { $0.receivedAt != nil && $0.source.kind == .live })
      #expect(provider.server?.version.release == "3.22")
      #expect(provider.server?.devices?.map(\.path) == ["/dev/gps0"])
      #expect(provider.counters.objects == 7)
      #expect(provider.counters.damagedLines == 0)
    }

    @Test(arguments: LoopbackSocket.hasVersion6 ? [false, true] : [false])
    func itAsksToWatch(version6: Bool) async throws {
      let server = try LoopbackSocket(version6: version6)
      let provider = GPSDProvider(
        host: version6 ? "::1" : "127.0.0.1", port: server.port, retry: nil)
      #expect(
        provider.name == "gpsd://\(version6 ? "[::1]" : "127.0.0.1"):\(server.port)")
      let listener = Listener(provider.startUpdatingLocation())
      let connection = try #require(await accepted(by: server))
      #expect(await eventually({ connection.hasInput }))
      #expect(connection.readLine() == #"?WATCH={"enable":true,"json":true};"#)
      withExtendedLifetime(listener) {}
    }

    /// Accepts a client without blocking a thread of the test pool.
    private func accepted(by server: LoopbackSocket) async -> LoopbackSocket.Connection? {
      var connection: LoopbackSocket.Connection?
      _ = await eventually {
        connection = server.accept(within: .zero)
        return connection != nil
      }
      return connection
    }

    /// A damaged line, and the reason for which it is skipped.
    struct BadLine: Sendable, CustomTestStringConvertible {
      let text: String
      let damage: GPSDCounters.Damage

      init(_ text: String, _ damage: GPSDCounters.Damage) {
        self.text = text
        self.damage = damage
      }

      var testDescription: String { "\(damage): \(text.prefix(60))" }
    }

    private static let badLines = [
      BadLine(#"{"class":"TPV","device":"/dev/gps0","mode":3,"lat":1.0,"lon"#, .malformed),
      BadLine(#"{"class":"TPV","mode":3,"lat":1.0,"lon":2.0"#, .malformed),
      BadLine(#"@class":"TPV","mode":3,"lat":1.0,"lon":2.0}"#, .notAnObject),
      BadLine(#"{"class":"TPV","mode":3,"lat":1.0,"lon":2.0,"a":,"class":"TPV"}"#, .malformed),
      BadLine(#"{"class":"TPV","mode":"x","lat":1.0,"lon":2.0,"class":"TPV"}"#, .undecodable),
      BadLine(#"{"class":"TPV","mode":3,"time":"yesterday","lat":1.0,"lon":2.0}"#, .undecodable),
      BadLine(#"{"class":"TPV","mode":3,"lat":100.0,"lon":2.0}"#, .outOfRange),
      BadLine(#"{"class":"DEVICES","devices":{}}"#, .undecodable),
      BadLine(#"{"class":"VERSION"}"#, .undecodable),
      BadLine(String(GPSDText.sky(300).dropLast(1)), .undecodable),
      BadLine(String(repeating: "[", count: 60_000), .notAnObject),
      BadLine(
        #"{"class":"X","a":"# + String(repeating: "{\"a\":", count: 10_000), .malformed),
      BadLine(
        #"{"class":"TPV","a":""# + String(repeating: "x", count: 1_000_000) + "\"}", .tooLong),
      BadLine("\u{0}\u{1}\u{2}\u{7F}", .notAnObject),
    ]

    @Test(arguments: badLines)
    func aDamagedLineIsCountedAndSkipped(bad: BadLine) async throws {
      let gpsd = try TextFeed(greeting: GPSDText.greeting)
      let provider = provider(gpsd.port)
      let listener = Listener(provider.startUpdatingLocation())
      #expect(await eventually { provider.server?.devices != nil })
      gpsd.send(GPSDText.fix(1))
      for part in (bad.text + "\n").split(every: 50_000) { gpsd.send(part) }
      gpsd.send(GPSDText.fix(2))
      #expect(await eventually { listener.fixes.count == 2 })
      #expect(listener.seconds == [1, 2])
      #expect(listener.updates.count == 2)
      #expect(provider.counters.damaged == [bad.damage: 1])
    }

    @Test func tenDevicesDoNotHangIt() async throws {
      let paths = (0..<10).map { "/dev/ttyACM\($0)" }
      let gpsd = try TextFeed(greeting: GPSDText.greeting(paths) + GPSDText.fix(1))
      let provider = provider(gpsd.port)
      let listener = Listener(provider.startUpdatingLocation())
      #expect(await eventually { listener.fixes.count == 1 })
      #expect(provider.server?.devices?.map(\.path) == paths)
      #expect(provider.counters.damagedLines == 0)
    }

    @Test func inventedDeviceNamesDoNotFillTheMemory() async throws {
      let paths = (0..<500).map { "/dev/\($0)" }
      let gpsd = try TextFeed(greeting: GPSDText.greeting(paths))
      let provider = provider(gpsd.port)
      let listener = Listener(provider.startUpdatingLocation())
      #expect(await eventually { provider.server?.devices != nil })
      for path in paths {
        gpsd.send(GPSDText.device(path, isActive: false) + GPSDText.fix(1, device: path))
      }
      #expect(await eventually { listener.fixes.last?.source.device == "/dev/499" })
      #expect(provider.counters.fixes == 500)
      #expect(provider.server?.devices?.count == 64)
    }

    // MARK: No gpsd

    /// A provider that may take long to connect, and does not wait for a greeting.
    private func impatientProvider(
      _ port: UInt16, greetingTimeout: Duration = .milliseconds(50)
    ) -> GPSDProvider {
      GPSDProvider(
        name: "test:", device: nil,
        connect: { () throws(UserLocationError) in
          try WakeableStream(
            TCPReader(
              host: "127.0.0.1", port: port, source: "test:", connectTimeout: .seconds(60),
              find: { SocketAddress.find("127.0.0.1", port: port, for: .connecting) }),
            source: "test:")
        }, greetingTimeout: greetingTimeout, silence: .seconds(3600), retry: nil,
        willRetry: { _, _ in }, clock: SystemClock())
    }

    @Test func withoutAGPSDTheErrorIsUnavailableWithAdvice() async throws {
      let listener = Listener(provider(try LoopbackSocket.freePort()).startUpdatingLocation())
      #expect(await eventually { listener.isOver })
      #expect(listener.error?.code == .sourceUnavailable)
      #expect(listener.error?.detail.contains("gpsd -N DEVICE") == true)
      #expect(listener.updates.isEmpty)
    }

    @Test func aNameWithoutAnAddressIsNoSuchHost() async throws {
      // A part of a host name has at most 63 letters, so no server is asked for this name.
      let provider = GPSDProvider(host: String(repeating: "x", count: 70), retry: nil)
      let listener = Listener(provider.startUpdatingLocation())
      #expect(await eventually { listener.isOver })
      #expect(listener.error?.code == .hostNotFound)
    }

    #if os(Linux)
      /// A server whose queue is full does not answer further clients.
      @Test func anAddressThatNeverAnswersIsUnavailableInTime() async throws {
        let server = try LoopbackSocket(backlog: 0)
        let filler = LoopbackSocket.connect(to: server.port)
        let provider = GPSDProvider(
          host: "127.0.0.1", port: server.port, connectTimeout: .milliseconds(20), retry: nil)
        let listener = Listener(provider.startUpdatingLocation())
        #expect(await eventually { listener.isOver })
        #expect(listener.error?.code == .sourceUnavailable)
        #expect(listener.error?.detail.contains("0.02 s") == true)
        withExtendedLifetime(filler) {}
      }
    #endif

    @Test func aServerThatAcceptsAndSendsNothingIsUnavailable() async throws {
      let server = try TextFeed()
      let provider = impatientProvider(server.port)
      let listener = Listener(provider.startUpdatingLocation())
      #expect(await eventually { listener.isOver })
      #expect(listener.error?.code == .sourceUnavailable)
      #expect(listener.error?.detail.contains("says nothing") == true)
    }

    @Test(arguments: [
      ("SSH-2.0-OpenSSH_9.2\r\n", "it said 'SSH-2.0-OpenSSH_9.2'"),
      ("HTTP/1.1 400 Bad Request\r\n" + String(repeating: "Server: x\r\n", count: 20), "HTTP/1.1"),
      (String(repeating: "$GPGGA,1*00\r\n", count: 20), "read it with tcp://"),
      (String(repeating: "\u{1B}[31mx\u{7}\n", count: 20), "it said '[31mx'"),
      (#"{"class":"VERSION","release":"9","proto_major":9,"proto_minor":0}"# + "\n", "protocol 9"),
    ])
    func aServerOfAnotherProtocolIsNoGPSD(text: String, words: String) async throws {
      let server = try TextFeed(greeting: text)
      let provider = impatientProvider(server.port, greetingTimeout: .seconds(2))
      let listener = Listener(provider.startUpdatingLocation())
      #expect(await eventually { listener.isOver })
      #expect(listener.error?.code == .protocolViolation)
      #expect(listener.error?.detail.contains(words) == true, "\(listener.error?.detail ?? "")")
    }

    @Test func anUnknownServerThatDisconnectsIsNoGPSD() async throws {
      let server = try LoopbackSocket()
      let provider = GPSDProvider(
        host: "127.0.0.1", port: server.port, connectTimeout: .seconds(3600),
        silence: .seconds(3600), retry: nil)
      let listener = Listener(provider.startUpdatingLocation())
      let connection = try #require(await accepted(by: server))
      connection.send("220 mail.example.org ESMTP")
      #expect(await eventually({ connection.hasInput }))
      _ = connection.readLine()
      _ = consume connection
      #expect(await eventually { listener.isOver })
      #expect(listener.error?.code == .protocolViolation)
    }

    @Test func anEndWithinALineGivesNoFix() async throws {
      let gpsd = try TextFeed(greeting: GPSDText.greeting)
      let provider = provider(gpsd.port)
      let listener = Listener(provider.startUpdatingLocation())
      #expect(await eventually { provider.server?.devices != nil })
      gpsd.send(GPSDText.fix(1) + GPSDText.fix(2).dropLast(12))
      #expect(await eventually { listener.fixes.count == 1 })
      gpsd.disconnect()
      #expect(await eventually { listener.isOver })
      #expect(listener.error?.code == .sourceUnavailable)
      #expect(listener.error?.detail.contains("connection to gpsd broke") == true)
      #expect(listener.seconds == [1])
      #expect(provider.counters.damaged == [.truncated: 1])
      #expect(provider.server == nil)
    }

    // MARK: Receivers

    @Test func onlyTheChosenReceiverIsReported() async throws {
      let gpsd = try TextFeed(greeting: GPSDText.greeting(["/dev/gps0", "/dev/gps1"]))
      let provider = provider(gpsd.port, device: "/dev/gps1")
      #expect(provider.name == "gpsd://127.0.0.1:\(gpsd.port)//dev/gps1")
      let listener = Listener(provider.startUpdatingLocation())
      #expect(await eventually { provider.server?.devices != nil })
      gpsd.send(
        GPSDText.fix(1) + GPSDText.sky(2) + GPSDText.lost(2)
          + GPSDText.device("/dev/gps0", isActive: false)
          + GPSDText.fix(3, device: "/dev/gps1"))
      #expect(await eventually { !listener.updates.isEmpty })
      #expect(listener.updates.count == 1)
      #expect(listener.seconds == [3])
      #expect(listener.fixes.first?.source.device == "/dev/gps1")
    }

    @Test(arguments: [["/dev/gps0", "/dev/gps1"], []])
    func aChosenReceiverThatGPSDDoesNotHaveIsAnErrorAtOnce(present: [String]) async throws {
      let gpsd = try TextFeed(greeting: GPSDText.greeting(present))
      let listener = Listener(
        provider(gpsd.port, device: "/dev/gps9").startUpdatingLocation())
      #expect(await eventually { listener.isOver })
      #expect(listener.error?.code == .sourceUnavailable)
      let detail = listener.error?.detail ?? ""
      #expect(detail.hasPrefix("gpsd does not have /dev/gps9, or cannot open it; "))
      #expect(present.isEmpty || detail.contains("it has /dev/gps0, /dev/gps1: name one"))
      withExtendedLifetime(gpsd) {}
    }

    @Test func aRefusalOfTheServerIsTheReason() async throws {
      let gpsd = try TextFeed(
        greeting: #"{"class":"ERROR","message":"too many clients"}"# + "\r\n")
      let listener = Listener(provider(gpsd.port).startUpdatingLocation())
      #expect(await eventually { gpsd.clientCount == 1 })
      gpsd.disconnect()
      #expect(await eventually { listener.isOver })
      #expect(listener.error?.code == .sourceUnavailable)
      #expect(listener.error?.detail == "gpsd refuses: too many clients")
    }

    @Test func receiversThatComeAndGoAreReported() async throws {
      let gpsd = try TextFeed(greeting: GPSDText.greeting([]))
      let provider = provider(gpsd.port)
      let listener = Listener(provider.startUpdatingLocation())
      #expect(await eventually { listener.losses == [.noDevice] })
      gpsd.send(GPSDText.device("/dev/gps0", isActive: true))
      gpsd.send(GPSDText.device("/dev/gps0", isActive: true) + GPSDText.fix(1))
      gpsd.send(GPSDText.device("/dev/gps0", isActive: false))
      gpsd.send(GPSDText.device("/dev/gps0", isActive: false))
      #expect(await eventually { listener.losses.count == 3 })
      #expect(provider.server?.devices?.map(\.isActive) == [false])
      gpsd.send(GPSDText.device("/dev/gps0", isActive: true) + GPSDText.fix(2))
      #expect(await eventually { listener.fixes.count == 2 })
      #expect(listener.losses == [.noDevice, .deviceAdded, .deviceRemoved, .deviceAdded])
      #expect(
        listener.updates.compactMap(\.loss?.source.device)
          == ["/dev/gps0", "/dev/gps0", "/dev/gps0"])
    }

    @Test func theFirstReportOfAListedReceiverIsNotAnAddition() async throws {
      let list = #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/gps0"}]}"# + "\n"
      let gpsd = try TextFeed(
        greeting: GPSDText.version + list + GPSDText.device("/dev/gps0", isActive: true)
          + GPSDText.fix(1))
      let listener = Listener(provider(gpsd.port).startUpdatingLocation())
      #expect(await eventually { !listener.updates.isEmpty })
      #expect(listener.updates.count == 1)
      #expect(listener.seconds == [1])
    }
  }

  extension String {
    fileprivate func split(every count: Int) -> [String] {
      let all = Array(utf8)
      return stride(from: 0, to: all.count, by: count).map {
        String(decoding: all[$0..<Swift.min($0 + count, all.count)], as: UTF8.self)
      }
    }
  }
#endif

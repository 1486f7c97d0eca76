import Foundation
import GPSDProtocol
import LocationCore
import LocationText
import TestSupport
import TestTurns
import Testing

@testable import LocationServing

/// The server with real sockets and hostile clients.
@Suite(.inTurn) struct LocationServerTests {
  static func server(
    _ endpoints: [ServerEndpoint] = [
      .gpsd(host: "127.0.0.1", port: 0), .tcp(host: "127.0.0.1", port: 0),
    ],
    clientLimit: Int = 256
  ) throws -> (server: LocationServer, ports: [UInt16]) {
    let device = ServedDevice(path: "file:test.nmea", driver: "replay")
    let server = try LocationServer(
      endpoints: endpoints, device: device, name: "swift-location", version: "0.1.0",
      clientLimit: clientLimit)
    return (server, server.endpoints.map { $0.port ?? 0 })
  }

  /// A client of gpsd's protocol that has asked for something and has the answer.
  func watcher(_ watch: String, at port: UInt16) throws -> LoopbackClient {
    let client = try LoopbackClient(port: port)
    client.send("?WATCH=\(watch);\n")
    _ = client.readLine(with: #""class":"WATCH""#)
    return client
  }

  /// A client that reads NMEA and that the server has accepted.
  func reader(at port: UInt16, of server: LocationServer) async throws -> LoopbackClient {
    let client = try LoopbackClient(port: port)
    // The server accepts waiting clients before it publishes a report.
    server.publish(ServedReport(kind: .nmea, bytes: Array("hello\r\n".utf8)))
    #expect(client.readLine() == "hello")
    return client
  }

  func position(_ number: Int) -> ServedReport {
    ServedReport(kind: .position, bytes: Array("position \(number)\r\n".utf8))
  }

  @Test func clientsGetTheReportsThatTheyWatchInOrder() async throws {
    let (server, ports) = try Self.server()
    let json = try watcher(#"{"json":true}"#, at: ports[0])
    let nmea = try watcher(#"{"nmea":true}"#, at: ports[0])
    let plain = try await reader(at: ports[1], of: server)
    _ = nmea.readLine(with: "hello")
    for number in 1...100 {
      server.publish(ServedReport(kind: .nmea, bytes: Array("nmea \(number)\r\n".utf8)))
      server.publish(position(number))
    }
    for number in 1...100 {
      #expect(json.readLine() == "position \(number)")
      #expect(nmea.readLine() == "nmea \(number)")
      #expect(plain.readLine() == "nmea \(number)")
    }
    await server.stop()
    #expect(json.readLine()?.contains(#""activated":0"#) == true)
    #expect([json, nmea, plain].allSatisfy { $0.isClosedByPeer })
  }

  @Test func clientsGetTheRestBeforeTheEnd() async throws {
    let (server, ports) = try Self.server()
    let client = try watcher(#"{"json":true}"#, at: ports[0])
    for number in 1...2000 { server.publish(position(number)) }
    // On a thread of its own: the task pool may have one thread only.
    async let text = onThread { client.readToEnd() }
    await server.stop()
    let lines = try await text.split(separator: "\r\n")
    #expect(lines.count == 2001)
    #expect(lines.dropLast().last == "position 2000")
  }

  @Test func reportsBeyondTheLimitAreCounted() throws {
    let inbox = try ServerInbox()
    for number in 1...ServerInbox.limit { inbox.post(position(number)) }
    #expect(inbox.dropped == 0)
    for number in 1...3 { inbox.post(position(ServerInbox.limit + number)) }
    let reports = inbox.take().reports
    #expect(reports.count == ServerInbox.limit)
    #expect(reports.first?.bytes == position(4).bytes)
    // Others that come later do not hide what was dropped.
    inbox.post(position(1))
    _ = inbox.take()
    #expect(inbox.dropped == 3)
  }

  @Test func aClientThatNeverReadsIsDisconnectedAndDelaysNoOther() async throws {
    let (server, ports) = try Self.server()
    let sleeper = try LoopbackClient(port: ports[1], receiveBuffer: 4096)
    let sleepingWatcher = try watcher(#"{"nmea":true}"#, at: ports[0])
    let client = try await reader(at: ports[1], of: server)
    let line = String(repeating: "x", count: 1000)
    var isInOrder = true
    // More than the server and the system keep for a client that does not read.
    for number in 1...2000 {
      server.publish(ServedReport(kind: .nmea, bytes: Array("\(number) \(line)\n".utf8)))
      isInOrder = isInOrder && client.readLine() == "\(number) \(line)"
    }
    #expect(isInOrder)
    #expect(sleeper.isClosedByPeer)
    #expect(sleepingWatcher.isClosedByPeer)
    await server.stop()
  }

  @Test(
    arguments: [
      String(repeating: "x", count: 1_000_000), String(repeating: "?", count: 1_000_000),
      "?WATCH=" + String(repeating: "{", count: 100_000), "\u{0}\u{1}\u{2}\n?\u{0};",
      String(repeating: #"{"class":"TPV"}"#, count: 10_000),
    ])
  func garbageDelaysNoOtherClient(_ garbage: String) async throws {
    let (server, ports) = try Self.server()
    let hostile = try LoopbackClient(port: ports[0])
    let plain = try LoopbackClient(port: ports[1])
    #expect(plain.send(garbage))
    #expect(hostile.send(garbage))
    #expect(hostile.send("\n?VERSION;\n"))
    #expect(hostile.readLine(with: "VERSION") != nil)
    let client = try watcher(#"{"json":true}"#, at: ports[0])
    server.publish(position(1))
    #expect(client.readLine() == "position 1")
    await server.stop()
  }

  @Test func aClientThatAsksAndDoesNotReadDelaysNoOther() async throws {
    let (server, ports) = try Self.server()
    let client = try watcher(#"{"json":true}"#, at: ports[0])
    let hostile = try LoopbackClient(port: ports[0], receiveBuffer: 4096)
    hostile.flood(String(repeating: "?DEVICES;", count: 1000))
    server.publish(position(1))
    #expect(client.readLine() == "position 1")
    // The end does not wait for it either.
    await server.stop()
  }

  @Test func clientsThatConnectAndGoLeaveNothingBehind() async throws {
    let (server, ports) = try Self.server(clientLimit: 4)
    for _ in 1...300 {
      _ = try LoopbackClient(port: ports[0])
      _ = try LoopbackClient(port: ports[1])
    }
    let client = try watcher(#"{"json":true}"#, at: ports[0])
    server.publish(position(1))
    #expect(client.readLine() == "position 1")
    await server.stop()
  }

  @Test func aClientThatHasClosedItsSideStillReads() async throws {
    let (server, ports) = try Self.server()
    let watching = try watcher(#"{"json":true}"#, at: ports[0])
    watching.endSending()
    // The server answers a client that watches nothing, then disconnects: `echo '?VERSION;' | nc -N`.
    let asking = try LoopbackClient(port: ports[0])
    asking.send("?DEVICES;?POLL;\n")
    asking.endSending()
    #expect(asking.readToEnd().split(separator: "\r\n").count == 3)
    server.publish(position(1))
    #expect(watching.readLine() == "position 1")
    await server.stop()
  }

  @Test func aClientThatWatchesNothingMakesRoomForANewOne() async throws {
    let (server, ports) = try Self.server(clientLimit: 3)
    let watchers = [
      try watcher(#"{"json":true}"#, at: ports[0]), try watcher(#"{"json":true}"#, at: ports[0]),
    ]
    let idler = try LoopbackClient(port: ports[0])
    #expect(idler.readLine(with: "VERSION") != nil)
    let third = try watcher(#"{"json":true}"#, at: ports[0])
    #expect(idler.isClosedByPeer)
    // Now all clients watch, and there is no room for a new one.
    #expect(try LoopbackClient(port: ports[0]).isClosedByPeer)
    server.publish(position(1))
    for client in watchers + [third] { #expect(client.readLine() == "position 1") }
    await server.stop()
  }

  @Test func aClientForWhichThereIsNoRoomIsToldWhy() async throws {
    let (server, ports) = try Self.server(clientLimit: 1)
    let first = try await reader(at: ports[1], of: server)
    let watching = try LoopbackClient(port: ports[0])
    watching.send("?WATCH={};\n")
    #expect(
      watching.readToEnd() == #"{"class":"ERROR","message":"too many clients: "#
        + "this server takes 1 at a time\"}\r\n")
    let reading = try LoopbackClient(port: ports[1])
    #expect(
      reading.readToEnd()
        == sentence("GPTXT,01,01,00,too many clients: this server takes 1 at a time"))
    server.publish(ServedReport(kind: .nmea, bytes: Array("still here\r\n".utf8)))
    #expect(first.readLine() == "still here")
    await server.stop()
  }

  @Test func aPortInUseIsUnavailableAndNothingStaysOpen() async throws {
    let taken = try LoopbackSocket()
    let free = try LoopbackSocket.freePort()
    let error = #expect(throws: LocationServerError.self) {
      try Self.server([
        .tcp(host: "127.0.0.1", port: free), .gpsd(host: "127.0.0.1", port: taken.port),
      ])
    }
    #expect(error?.code == .unavailable)
    #expect(
      error?.description == "gpsd://127.0.0.1:\(taken.port): the port is in use: another program "
        + "listens there; port 0 takes a free one")
    let (server, _) = try Self.server([.tcp(host: "127.0.0.1", port: free)])
    await server.stop()
  }

  @Test(
    arguments: [
      (
        ServerEndpoint.tcp(host: "192.0.2.1", port: 0), LocationServerError.Code.unavailable,
        "not an address of"
      ),
      (
        .gpsd(host: "nowhere.invalid", port: 0), .invalidEndpoint,
        "nowhere.invalid is not an address"
      ),
      (.terminal(link: "/nowhere/gps0"), .cannotCreate, "/nowhere/gps0: cannot be created"),
      (.udp(host: "127.0.0.1", port: 0), .invalidEndpoint, "from 1 to 65535"),
    ])
  func anEndpointThatCannotBeOpenedSaysWhy(
    _ endpoint: ServerEndpoint, _ code: LocationServerError.Code, _ words: String
  ) {
    let error = #expect(throws: LocationServerError.self) { try Self.server([endpoint]) }
    #expect(error?.code == code)
    #expect(error?.description.contains(words) == true)
  }

  @Test func aSentenceIsADatagram() async throws {
    let receiver = try LoopbackSocket(datagrams: true)
    let (server, _) = try Self.server([.udp(host: "127.0.0.1", port: receiver.port)])
    let long = String(repeating: "x", count: 2000)
    server.publish(ServedReport(kind: .nmea, bytes: Array("$A\r\n$B\r\n\(long)\n$C".utf8)))
    #expect(receiver.receive() == "$A\r\n")
    #expect(receiver.receive() == "$B\r\n")
    #expect(receiver.receive() == String(repeating: "x", count: 1400))
    #expect(receiver.receive() == String(repeating: "x", count: 600) + "\n")
    #expect(receiver.receive() == "$C")
    await server.stop()
  }

  @Test func datagramsWithoutAReaderAreNoFailure() async throws {
    let port = try LoopbackSocket.freePort(datagrams: true)
    let (server, ports) = try Self.server([
      .gpsd(host: "127.0.0.1", port: 0), .udp(host: "127.0.0.1", port: port),
    ])
    for _ in 1...10 { server.publish(ServedReport(kind: .nmea, bytes: Array("$A\r\n".utf8))) }
    let client = try watcher(#"{"json":true}"#, at: ports[0])
    server.publish(position(1))
    #expect(client.readLine() == "position 1")
    await server.stop()
  }
}

import Foundation
import TestSupport
import TestTurns
import Testing

@testable import LocationServing

/// Unix sockets and their files.
@Suite(.inTurn) struct ServedSocketTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path("nmea.sock")
  }

  func serve() throws -> LocationServer {
    try LocationServerTests.server([.unix(path: path)]).server
  }

  func report(_ text: String) -> ServedReport {
    ServedReport(kind: .nmea, bytes: Array(text.utf8))
  }

  /// The names in the folder of the socket.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: directory.url.path) }
  }

  @Test func eachClientReadsTheSentences() async throws {
    let server = try serve()
    #expect(server.endpoints.map(\.description) == ["unix:\(path)"])
    #expect(server.endpoints.map(\.port) == [nil])
    var clients: [LoopbackSocket.Connection] = []
    for number in 1...3 {
      clients.append(try #require(LoopbackSocket.connect(toPath: path)))
      server.publish(ServedReport(kind: .position, bytes: Array("{}\r\n".utf8)))
      server.publish(report("\(number)\r\n"))
      for client in clients { #expect(client.readLine() == "\(number)\r") }
    }
    await server.stop()
    for client in clients { #expect(client.isClosedByPeer) }
  }

  @Test func aClientThatLeavesDelaysNoOther() async throws {
    let server = try serve()
    let client = try #require(LoopbackSocket.connect(toPath: path))
    for number in 1...100 {
      _ = LoopbackSocket.connect(toPath: path)
      server.publish(report("\(number)\n"))
      #expect(client.readLine() == "\(number)")
    }
    await server.stop()
  }

  @Test func onlyItsOwnerMayConnect() async throws {
    let server = try serve()
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(attributes[.type] as? FileAttributeType == .typeSocket)
    await server.stop()
  }

  @Test func theFileIsRemovedAtTheEnd() async throws {
    let server = try serve()
    #expect(try names == ["nmea.sock"])
    await server.stop()
    #expect(try names == [])
  }

  @Test func aSocketThatWasLeftBehindIsReplaced() async throws {
    // It closes, and its file stays.
    _ = try LoopbackSocket(path: path)
    #expect(try names == ["nmea.sock"])
    let server = try serve()
    let client = try #require(LoopbackSocket.connect(toPath: path))
    server.publish(report("$A\n"))
    #expect(client.readLine() == "$A")
    await server.stop()
    #expect(try names == [])
  }

  @Test func theSocketOfALivingServerStays() async throws {
    let server = try serve()
    let error = #expect(throws: LocationServerError.self) { try serve() }
    #expect(error?.code == .unavailable)
    #expect(
      error?.description
        == "unix:\(path): another program listens there; end it, or name another path")
    let client = try #require(LoopbackSocket.connect(toPath: path))
    // The server first accepts the connection of the one that failed.
    let isServed = await eventually {
      server.publish(report("$A\n"))
      return client.hasInput
    }
    #expect(isServed)
    #expect(client.readLine() == "$A")
    await server.stop()
  }

  @Test func aSocketForDatagramsStaysWhileItsProgramLives() throws {
    let socket = try LoopbackSocket(path: path, datagrams: true)
    let error = #expect(throws: LocationServerError.self) { try serve() }
    #expect(error?.code == .unavailable)
    #expect(try names == ["nmea.sock"])
    withExtendedLifetime(socket) {}
  }

  @Test func anotherFileStays() throws {
    let file = try directory.file("nmea.sock", "somebody's")
    let error = #expect(throws: LocationServerError.self) { try serve() }
    #expect(error?.code == .cannotCreate)
    #expect(error?.description.contains("\(path) exists already; remove it") == true)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "somebody's")
  }

  @Test func aLinkToAnAbandonedSocketStays() throws {
    _ = try LoopbackSocket(path: directory.path("other"))
    try FileManager.default.createSymbolicLink(
      atPath: path, withDestinationPath: directory.path("other"))
    let error = #expect(throws: LocationServerError.self) { try serve() }
    #expect(error?.code == .cannotCreate)
    #expect(try names.sorted() == ["nmea.sock", "other"])
  }

  @Test func aFileThatSomebodyPutInItsPlaceStays() async throws {
    let server = try serve()
    try FileManager.default.removeItem(atPath: path)
    _ = try directory.file("nmea.sock", "somebody's")
    await server.stop()
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "somebody's")
  }

  @Test func aPathThatCannotBeUsedSaysWhy() throws {
    for (path, code, words) in [
      (
        directory.path(String(repeating: "x", count: 200)), LocationServerErrorCode.invalidEndpoint,
        "has at most"
      ),
      (directory.path("nowhere/nmea.sock"), .cannotCreate, "cannot be created: no such file"),
    ] {
      let error = #expect(throws: LocationServerError.self) {
        try LocationServerTests.server([.unix(path: path)])
      }
      #expect(error?.code == code)
      #expect(error?.description.contains(words) == true)
    }
    #expect(try names == [])
  }
}

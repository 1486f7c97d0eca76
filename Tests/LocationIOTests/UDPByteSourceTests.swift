import Foundation
import TestSupport
import TestTurns
import Testing

@testable import LocationIO

@Suite(.inTurn)
struct UDPByteSourceTests {
  let sender: LoopbackSocket

  init() throws { sender = try LoopbackSocket(datagrams: true) }

  /// Opens a source at a free port.
  private func open(
    host: String = "127.0.0.1"
  ) throws -> (stream: any ByteStream, source: UDPByteSource) {
    for _ in 0..<100 {
      // Another program can take the port before this test does.
      let source = UDPByteSource(host: host, port: try LoopbackSocket(datagrams: true).port)
      if case .success(let stream) = source.tryOpen() { return (stream, source) }
    }
    throw POSIXError(.EADDRINUSE)
  }

  @Test(arguments: ["127.0.0.1", "localhost", "0.0.0.0", "*", ""])
  func datagramsArriveAtEveryAddressOfThisMachine(host: String) throws {
    let (stream, source) = try open(host: host)
    #expect(sender.send(Array("$GPGGA,1\r\n".utf8), toPort: source.port))
    #expect(stream.readText() == .text("$GPGGA,1\r\n"))
    #expect(stream.readText(timeout: .zero) == .silence)
  }

  @Test func theEndOfADatagramEndsItsLine() throws {
    let (stream, source) = try open()
    for text in ["$A*41", "$B*42\n", "", "$C*43\r"] {
      #expect(sender.send(Array(text.utf8), toPort: source.port))
    }
    #expect(stream.readText(atLeast: 19) == .text("$A*41\n$B*42\n$C*43\r\n"))
    #expect(stream.readText(timeout: .zero) == .silence)
  }

  @Test func aSmallBufferLosesNothing() throws {
    let (stream, source) = try open()
    #expect(sender.send(Array("abcdefg".utf8), toPort: source.port))
    #expect(stream.readText(upTo: 3) == .text("abc"))
    #expect(stream.readText(upTo: 3) == .text("def"))
    #expect(stream.readText(upTo: 3) == .text("g\n"))
  }

  @Test func theLargestDatagramArrivesComplete() throws {
    let (stream, source) = try open()
    let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 65507)
    #expect(sender.send(bytes, toPort: source.port))
    let text = String(decoding: bytes, as: UTF8.self) + "\n"
    #expect(stream.readText(upTo: 100_000) == .text(text))
  }

  @Test func portZeroIsAnError() throws {
    let error = try #require(UDPByteSource(host: "*", port: 0).openingError())
    #expect(error.code == .invalidSource && error.detail.contains("from 1 to 65535"))
  }

  @Test func aPortInUseIsAnError() throws {
    let error = try #require(
      UDPByteSource(host: "127.0.0.1", port: sender.port).openingError())
    #expect(error.code == .sourceUnavailable)
    #expect(error.detail == "port \(sender.port) is in use: another program receives there")
  }

  @Test func anAddressOfAnotherMachineIsAnError() throws {
    let error = try #require(UDPByteSource(host: "192.0.2.1", port: sender.port).openingError())
    #expect(error.code == .sourceUnavailable)
    #expect(error.detail.contains("not an address of this machine"))
  }

  @Test func aNameIsNotAnAddress() throws {
    let error = try #require(UDPByteSource(host: "example", port: sender.port).openingError())
    #expect(error.code == .invalidSource)
  }

  @Test func datagramsOfAMulticastGroupArrive() throws {
    let source = UDPByteSource(host: "239.255.77.3", port: sender.port)
    let stream: any ByteStream
    switch source.tryOpen() {
    case .success(let opened): stream = opened
    case .failure(let error):
      try #require((error.cause as? SystemError)?.number == ENODEV, "\(error)")
      try Test.cancel("this machine has no interface for multicast")
    }
    // A second member of the group can use the same port.
    let other = try source.open()
    let group = try #require(
      try SocketAddress.find(source.host, port: source.port, for: .listening).get().first)
    let anySender = socket(AF_INET, Descriptor.datagramSocket, 0)
    defer { close(anySender) }
    // The datagram stays on this machine.
    var hops: UInt8 = 0
    setsockopt(anySender, Int32(IPPROTO_IP), Int32(IP_MULTICAST_TTL), &hops, 1)
    let sent = group.withPointer { sendto(anySender, "$A*41", 5, 0, $0, $1) }
    if sent != 5 { try Test.cancel("this machine can not send to a multicast group") }
    #expect(stream.readText(timeout: .seconds(5)) == .text("$A*41\n"))
    #expect(other.readText(timeout: .seconds(5)) == .text("$A*41\n"))
  }

  @Test func closingWakesAReadAndFreesThePort() async throws {
    let (stream, source) = try open()
    async let reading = onThread { stream.readText() }
    stream.close()
    #expect(try await reading.code == .cancelled)
    #expect(source.openingError() == nil)
  }
}

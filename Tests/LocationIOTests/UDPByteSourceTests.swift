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

  private func pieces(_ text: String, of size: Int) -> [[UInt8]] {
    let bytes = Array(text.utf8)
    return stride(from: 0, to: bytes.count, by: size).map {
      Array(bytes[$0..<min($0 + size, bytes.count)])
    }
  }

  /// A bridge from a serial line fills its datagrams. The sentences of another sender are between its pieces.
  @Test(arguments: [1, 2, 3, 7, 64, 128, 256])
  func theDatagramsOfASenderAreOneStream(size: Int) throws {
    let (stream, source) = try open()
    let other = try LoopbackSocket(datagrams: true)
    // The system keeps some hundred datagrams.
    let bridged = (0..<(size < 64 ? 1 : 9)).map {
      "$GPRMC,11012\($0).00,A,4700.0000,N,00800.0000,E,5.0,184.4,110126,,,A*5\($0)\r\n"
        + "\\s:bow*3A\\!AIVDO,1,1,,,13u?etPv2;0n:dDPwUM1U1Cb069D,0*2\($0)\r\n"
    }
    let own = (0..<40).map { "$GPGLL,4700.0000,N,00800.0000,E,1101\(10 + $0),A*00\r\n" }
    for (index, piece) in pieces(bridged.joined(), of: size).enumerated() {
      #expect(sender.send(piece, toPort: source.port))
      if index < own.count { #expect(other.send(Array(own[index].utf8), toPort: source.port)) }
    }
    let sent = min(own.count, pieces(bridged.joined(), of: size).count)
    let size = (bridged + own.prefix(sent)).joined().utf8.count
    guard case .text(let text) = stream.readText(atLeast: size) else {
      Issue.record("no text")
      return
    }
    let lines = text.split(whereSeparator: \.isNewline).map { "\($0)\r\n" }
    #expect(lines.filter { !$0.contains("GLL") }.joined() == bridged.joined())
    #expect(lines.filter { $0.contains("GLL") } == Array(own.prefix(sent)))
  }

  @Test func wholeSentencesDoNotWaitForTheNextDatagram() throws {
    let (stream, source) = try open()
    #expect(sender.send(Array("$GPHDT,1,T*2B\r\n$GPHDT,2,T*28\r\n$GPHD".utf8), toPort: source.port))
    #expect(stream.readText(atLeast: 30) == .text("$GPHDT,1,T*2B\r\n$GPHDT,2,T*28\r\n"))
    #expect(stream.readText(timeout: .zero) == .silence)
    #expect(sender.send(Array("T,3,T*29".utf8), toPort: source.port))
    #expect(stream.readText() == .text("$GPHDT,3,T*29\n"))
  }

  /// It sends neither checksums nor ends of lines. Only its first sentence waits for the next one.
  @Test func aSenderMayEndEachSentenceWithItsDatagram() throws {
    let (stream, source) = try open()
    #expect(sender.send(Array("$GPHDT,1,T".utf8), toPort: source.port))
    #expect(stream.readText(timeout: .zero) == .silence)
    #expect(sender.send(Array("$GPHDT,2,T".utf8), toPort: source.port))
    #expect(stream.readText(atLeast: 22) == .text("$GPHDT,1,T\n$GPHDT,2,T\n"))
    #expect(sender.send(Array("$GPHDT,3,T".utf8), toPort: source.port))
    #expect(stream.readText() == .text("$GPHDT,3,T\n"))
  }

  @Test(arguments: ["{\"class\":\"TPV\",\"device\":\"a$b!\"}", "costs 5$", "\u{1}$a", "$5"])
  func otherTextDoesNotWait(text: String) throws {
    let (stream, source) = try open()
    #expect(sender.send(Array(text.utf8), toPort: source.port))
    if text.hasSuffix("$") {
      #expect(stream.readText(timeout: .zero) == .silence)
    } else {
      #expect(stream.readText() == .text(text + "\n"))
    }
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

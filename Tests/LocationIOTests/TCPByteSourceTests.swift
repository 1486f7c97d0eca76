import Foundation
import Synchronization
import TestSupport
import TestTurns
import Testing

@testable import LocationIO

@Suite(.inTurn)
struct TCPByteSourceTests {
  @Test(arguments: ["127.0.0.1", "localhost"])
  func allBytesOfTheServerAreRead(host: String) async throws {
    let server = try LoopbackSocket()
    let stream = try TCPByteSource(host: host, port: server.port).open()
    async let reading = onThread { stream.readAll(size: 3) }
    let connection = try #require(try await onThread { server.accept() })
    connection.send("$GPGGA,1\r\n")
    connection.send("$GPRMC,2\r\n")
    _ = consume connection
    #expect(try await reading == .text("$GPGGA,1\r\n$GPRMC,2\r\n"))
    #expect(stream.readText() == .end)
  }

  @Test func anIPv6ServerIsReached() async throws {
    guard let server = try? LoopbackSocket(version6: true) else {
      try Test.cancel("this machine has no IPv6")
    }
    let source = TCPByteSource(host: "::1", port: server.port)
    #expect(source.name == "tcp://[::1]:\(server.port)")
    let stream = try source.open()
    async let reading = onThread { stream.readText() }
    let connection = try #require(try await onThread { server.accept() })
    connection.send("six\n")
    #expect(try await reading == .text("six\n"))
  }

  @Test func silenceIsNotTheEnd() async throws {
    let server = try LoopbackSocket()
    let stream = try TCPByteSource(host: "127.0.0.1", port: server.port).open()
    #expect(try await onThread { stream.readText(timeout: .zero) } == .silence)
    let connection = try #require(server.accept())
    connection.send("later\n")
    #expect(try await onThread { stream.readText() } == .text("later\n"))
  }

  @Test func aRefusedConnectionIsAnError() async throws {
    let port = try LoopbackSocket.freePort()
    let stream = try TCPByteSource(host: "127.0.0.1", port: port).open()
    let reading = try await onThread { stream.readText() }
    #expect(reading.code == .sourceUnavailable)
    #expect(reading.detail.contains("connection refused"))
    #expect(reading.detail.hasPrefix("tcp://127.0.0.1:\(port): "))
  }

  @Test func aResetConnectionIsAnErrorAndNotAnEnd() async throws {
    let server = try LoopbackSocket()
    let stream = try TCPByteSource(host: "127.0.0.1", port: server.port).open()
    #expect(try await onThread { stream.readText(timeout: .zero) } == .silence)
    let connection = try #require(server.accept())
    connection.reset()
    _ = consume connection
    let reading = try await onThread { stream.readText() }
    #expect(reading.code == .sourceUnavailable)
    #expect(reading.detail.contains("reset"))
  }

  @Test func anImpossibleNameIsNotFound() async throws {
    // A label of a host name has at most 63 letters, so the look-up fails without a server.
    let host = String(repeating: "x", count: 70)
    let stream = try TCPByteSource(host: host, port: 1).open()
    let reading = try await onThread { stream.readText() }
    #expect(reading.code == .hostNotFound)
    #expect(reading.detail.contains("\(host) has no address"))
  }

  @Test func allAddressesAreTried() async throws {
    let server = try LoopbackSocket()
    let port = server.port
    let source = TCPByteSource(host: "two", port: port, connectTimeout: .seconds(10)) {
      // Nothing listens at the first address, because the server only listens at 127.0.0.1.
      SocketAddress.find("127.0.0.2", port: port, for: .connecting).flatMap { first in
        SocketAddress.find("127.0.0.1", port: port, for: .connecting).map { first + $0 }
      }
    }
    let stream = try source.open()
    async let reading = onThread { stream.readText() }
    let connection = try #require(try await onThread { server.accept() })
    connection.send("found\n")
    #expect(try await reading == .text("found\n"))
  }

  @Test func closingEndsALookUpThatNeverReturns() async throws {
    let forever = DispatchSemaphore(value: 0)
    let (started, hasStarted) = AsyncStream.makeStream(of: Void.self)
    let source = TCPByteSource(host: "slow", port: 1, connectTimeout: .seconds(3600)) {
      hasStarted.finish()
      forever.wait()
      return .success([])
    }
    let stream = try source.open()
    async let reading = onThread { stream.readText() }
    for await _ in started {}
    stream.close()
    #expect(try await reading.code == .cancelled)
    forever.signal()
  }

  @Test func aLookUpThatTakesTooLongTimesOut() async throws {
    let forever = DispatchSemaphore(value: 0)
    let source = TCPByteSource(host: "slow", port: 1, connectTimeout: .zero) {
      forever.wait()
      return .success([])
    }
    let stream = try source.open()
    let reading = try await onThread { stream.readText() }
    #expect(reading.code == .sourceUnavailable)
    #expect(reading.detail.contains("looking up slow took longer"))
    forever.signal()
  }

  #if os(Linux)
    /// A server with a full queue does not answer further clients.
    @Test func aServerThatNeverAnswersTimesOutOrIsClosed() async throws {
      let server = try LoopbackSocket()
      listen(server.descriptor, 0)
      let filler = try TCPByteSource(host: "127.0.0.1", port: server.port).open()
      #expect(try await onThread { filler.readText(timeout: .zero) } == .silence)

      let impatient = try TCPByteSource(
        host: "127.0.0.1", port: server.port, connectTimeout: .milliseconds(20)
      ).open()
      let reading = try await onThread { impatient.readText() }
      #expect(reading.code == .sourceUnavailable)
      #expect(reading.detail.contains("timed out"))

      let patient = try TCPByteSource(
        host: "127.0.0.1", port: server.port, connectTimeout: .seconds(3600)
      ).open()
      async let other = onThread { patient.readText() }
      patient.close()
      #expect(try await other.code == .cancelled)
      filler.close()
    }
  #endif

  @Test func closingTellsTheServer() async throws {
    let server = try LoopbackSocket()
    let stream = try TCPByteSource(host: "127.0.0.1", port: server.port).open()
    async let reading = onThread { stream.readText() }
    let connection = try #require(try await onThread { server.accept() })
    stream.close()
    #expect(try await reading.code == .cancelled)
    #expect(try await onThread { connection.isClosedByPeer })
  }
}

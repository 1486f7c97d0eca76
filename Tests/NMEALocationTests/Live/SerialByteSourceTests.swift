import Foundation
import Synchronization
import TestSupport
import TestTurns
import Testing

@testable import LocationIO
@testable import NMEALocation

@Suite(.inTurn)
struct SerialByteSourceTests {
  let terminal: PseudoTerminal

  init() throws { terminal = try PseudoTerminal() }

  private static let sentence = "$GPGLL,4916.45,N,12311.12,W,225444,A,*1D\r\n"

  @Test func bytesAreReadUnchanged() throws {
    let stream = try SerialByteSource(path: terminal.path, baud: 9600).open()
    #expect(stream.readText(timeout: .zero) == .silence)
    // A terminal that is not raw would change, delay or interpret these bytes.
    let text = "$GPGGA\r\n\u{03}\u{04}\u{11}\u{13}\u{7F}\nno line end"
    terminal.send(text)
    #expect(stream.readText(atLeast: text.utf8.count) == .text(text))
    #expect(stream.readText(timeout: .zero) == .silence)
  }

  @Test func theLineIsRawWhileOpenAndRestoredAtClose() throws {
    let before = terminal.speed
    #expect(!terminal.isRaw)
    let stream = try SerialByteSource(path: terminal.path, baud: 4800).open()
    #expect(terminal.isRaw)
    #expect(terminal.speed == speed_t(B4800))
    #expect(terminal.settings.c_cflag & tcflag_t(CSIZE) == tcflag_t(CS8))
    let unwanted = tcflag_t(PARENB) | tcflag_t(CSTOPB) | tcflag_t(CRTSCTS)
    #expect(terminal.settings.c_cflag & unwanted == 0)
    stream.close()
    #expect(!terminal.isRaw)
    #expect(terminal.speed == before)
  }

  @Test(arguments: [
    1200, 2400, 4800, 9600, 19200, 38400, 57600, 115200, 230400, 460800, 921600,
  ])
  func everyRateCanBeSet(rate: Int) throws {
    let source = SerialByteSource(path: terminal.path, baud: rate)
    #expect(source.openingError() == nil)
    #expect(source.name == "serial:\(terminal.path)?baud=\(rate)")
  }

  @Test(arguments: [-1, 0, 9601])
  func anUnknownRateIsRefused(rate: Int) throws {
    let error = try #require(SerialByteSource(path: terminal.path, baud: rate).openingError())
    #expect(error.code == .invalidSource)
    #expect(error.detail.contains("can not run at \(rate) baud"))
    #expect(!terminal.isRaw)
  }

  @Test func aSecondStreamFindsTheDeviceBusy() async throws {
    let source = SerialByteSource(path: terminal.path, baud: 9600)
    let stream = try source.open()
    let error = try #require(source.openingError())
    #expect(error.code == .sourceUnavailable)
    #expect(error.detail.contains("busy"))
    terminal.send("still here\n")
    #expect(stream.readText(atLeast: 11) == .text("still here\n"))
    stream.close()
    // A program that another test starts shares this test's open files until it executes.
    let deadline = ContinuousClock.now + .seconds(20)
    while source.openingError() != nil, ContinuousClock.now < deadline { await Task.yield() }
    #expect(source.openingError() == nil)
  }

  @Test func unpluggingEndsTheStreamWithAnErrorAfterTheLastBytes() async throws {
    let stream = try SerialByteSource(path: terminal.path, baud: 9600).open()
    terminal.send("last\n")
    #expect(stream.readText() == .text("last\n"))
    async let reading = onThread { stream.readText() }
    terminal.hangUp()
    let end = try await reading
    #expect(end.code == .sourceUnavailable)
    #expect(end.detail.contains("unplugged"))
    #expect(stream.readText().code == .sourceUnavailable)
  }

  @Test func closingWakesAReadThatBlocks() async throws {
    let stream = try SerialByteSource(path: terminal.path, baud: 9600).open()
    async let reading = onThread { stream.readText() }
    stream.close()
    #expect(try await reading.code == .cancelled)
  }

  @Test func aMissingDeviceIsNotFound() {
    #expect(SerialByteSource(path: "/dev/ttyNONE7").openingError()?.code == .sourceNotFound)
  }

  @Test func aDeviceReadAsAFileIsAnErrorWithAdvice() throws {
    let error = try #require(FileByteSource(path: terminal.path).openingError())
    #expect(error.code == .invalidSource)
    #expect(error.detail.hasSuffix("given as serial:\(terminal.path)"))
  }

  @Test func aFileThatIsNoSerialDeviceIsAnError() throws {
    let error = try #require(SerialByteSource(path: "/dev/null").openingError())
    #expect(error.code == .invalidSource)
    #expect(error.detail.contains("not a serial device"))
  }

  @Test func aDeviceWithoutPermissionNamesTheGroup() async throws {
    guard getuid() == 0, let group = getgrnam("dialout") else {
      try Test.cancel("needs root and a group dialout")
    }
    #expect(chown(terminal.path, 0, group.pointee.gr_gid) == 0)
    #expect(chmod(terminal.path, 0o660) == 0)
    let source = SerialByteSource(path: terminal.path, baud: 9600)
    let seen = try await withoutPrivileges { (source.authorizationStatus, source.openingError()) }
    guard let (status, error) = seen else { try Test.cancel("no way to drop a thread's rights") }
    #expect(status == .denied)
    #expect(error?.code == .notAuthorized)
    #expect(error?.detail.contains("usermod -aG dialout") == true)
    #expect(source.isLive)
  }

  @Test func withoutARateTheRateIsDetected() async throws {
    let source = SerialByteSource(
      path: terminal.path, listening: .seconds(20), recognizing: containsSentence)
    #expect(source.name == "serial:\(terminal.path)")
    let stream = try source.open()
    #expect(terminal.isRaw)
    let isDone = Mutex(false)
    // Bytes before the detection starts are discarded, so the receiver repeats them until they are read.
    async let speaking: Void = onThread { [terminal] in
      while !isDone.withLock({ $0 }) {
        if !terminal.send(Self.sentence) { sched_yield() }
      }
    }
    let text = try await onThread {
      var text = ""
      while !text.contains(Self.sentence), case .text(let more) = stream.readText(upTo: 7) {
        text += more
      }
      return text
    }
    isDone.withLock { $0 = true }
    try await speaking
    #expect(text.contains(Self.sentence))
  }

  @Test func silenceAtEveryRateIsAnError() async throws {
    let source = SerialByteSource(
      path: terminal.path, listening: .zero, recognizing: containsSentence)
    let stream = try source.open()
    let reading = try await onThread { stream.readText() }
    #expect(reading.code == .sourceUnavailable)
    #expect(reading.detail.contains("silent"))
  }

  @Test func closingEndsTheDetection() async throws {
    let source = SerialByteSource(
      path: terminal.path, listening: .seconds(3600), recognizing: containsSentence)
    let stream = try source.open()
    async let reading = onThread { stream.readText() }
    stream.close()
    #expect(try await reading.code == .cancelled)
  }
}

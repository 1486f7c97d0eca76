import Foundation
import LocationCore
import Synchronization
import TestSupport
import TestTurns
import Testing

@testable import NMEALocation

@Suite(.inTurn) struct LiveSessionTests {
  private static let timing = LiveTiming(quiet: .milliseconds(250), silence: .seconds(5))

  /// Runs a session to its end on this thread. Each pair of brackets contains the updates of one read.
  private func run(
    _ steps: [ScriptedByteSource.Step]
  ) throws -> (updates: [[LocationUpdate]], error: UserLocationError?, timeouts: [Duration?]) {
    let seconds = Mutex(0.0)
    let source = ScriptedByteSource(.success(steps))
    var session = LiveSession(
      source: FixSource(kind: .live, name: source.name), timing: Self.timing, decoders: [:],
      log: SourceLog(source: source.name, logger: nil),
      clock: DatedClock {
        // Each call returns a later second.
        seconds.withLock {
          $0 += 1
          return Date(timeIntervalSince1970: $0)
        }
      })
    var updates: [[LocationUpdate]] = []
    do throws(UserLocationError) {
      try session.run(try source.open()) { said, _ in updates.append(said) }
      return (updates, nil, source.timeouts)
    } catch {
      return (updates, error, source.timeouts)
    }
  }

  @Test func anEpochIsDeliveredWhenTheLineIsQuiet() throws {
    let (updates, error, timeouts) = try run([.bytes(epoch(1)), .silence, .end])
    #expect(error == nil)
    #expect(updates.map { $0.compactMap(\.fix).count } == [0, 1, 0])
    #expect(timeouts.prefix(2) == [.milliseconds(4750), .milliseconds(250)])
    let fix = try #require(updates[1].first?.fix)
    #expect(fix.altitude == 545.4)
    #expect(fix.speed != nil)
    #expect(fix.source == FixSource(kind: .live, name: "test:receiver"))
  }

  @Test func theEndDeliversTheLastEpoch() throws {
    let (updates, error, _) = try run([.bytes(epoch(1)), .end])
    #expect(error == nil)
    #expect(updates.last?.compactMap(\.fix).count == 1)
  }

  @Test func theTimeOfReceiptIsThatOfTheBytes() throws {
    let (updates, _, _) = try run([.bytes(epoch(1)), .bytes(epoch(2)), .silence, .end])
    let received = updates.flatMap { $0 }.compactMap(\.fix?.receivedAt?.timeIntervalSince1970)
    #expect(received == [2, 2])
    let timestamps = updates.flatMap { $0 }.compactMap(\.fix?.timestamp?.timeIntervalSince1970)
    #expect(timestamps == [1_720_094_401, 1_720_094_402])
  }

  @Test func silenceIsReportedOnceUntilTheReceiverSendsAgain() throws {
    let (updates, _, timeouts) = try run([
      .bytes(epoch(1)), .silence, .silence, .silence, .bytes(epoch(2)), .silence, .silence, .end,
    ])
    let losses = updates.map { $0.compactMap(\.loss?.reason) }
    #expect(losses[2] == [.silent])
    #expect(losses[6] == [.silent])
    #expect(updates[6].first?.loss?.receivedAt != nil)
    // After the silence was reported, reads wait without a timeout, so it is not reported again.
    #expect(
      timeouts == [
        .milliseconds(4750), .milliseconds(250), .milliseconds(4750), nil, nil, .milliseconds(250),
        .milliseconds(4750), nil,
      ])
  }

  @Test func aReceiverThatNeverSendsIsSilent() throws {
    let (updates, _, timeouts) = try run([.silence, .end])
    #expect(updates.first?.compactMap(\.loss?.reason) == [.silent])
    #expect(timeouts.first == .milliseconds(4750))
  }

  @Test func aStreamWithoutNMEAEndsWithAnError() throws {
    let noise = String(repeating: "\u{01}~", count: 2048)
    let (_, error, timeouts) = try run(Array(repeating: .bytes(noise), count: 5))
    #expect(error?.code == .badData)
    #expect(timeouts.count == 4)
  }

  @Test func noiseIsToleratedAfterOneSentence() throws {
    let noise = String(repeating: "\u{01}~", count: 2048)
    let (_, error, _) = try run(
      [.bytes(epoch(1))] + Array(repeating: .bytes(noise), count: 5) + [.end])
    #expect(error == nil)
  }

  @Test func theErrorOfABrokenStreamIsPassedOn() throws {
    let (_, error, _) = try run([.bytes(epoch(1)), .failure(.sourceUnavailable)])
    #expect(error?.code == .sourceUnavailable)
  }
}

import Foundation
import LocationCore
import LocationIO
import LocationPlaces
import LocationPublishing
import Synchronization
import TestSupport

extension FixSource {
  static let simulated = FixSource(kind: .simulated, name: "sim:drive")
}

/// 1 March 2025, 12:00 UTC.
let noon = Date(timeIntervalSince1970: 1_740_830_400)

let center = Coordinate.valid(48, 11)

extension Coordinate {
  static func valid(_ latitude: Double, _ longitude: Double) -> Coordinate {
    guard let place = try? Coordinate(latitude: latitude, longitude: longitude) else {
      preconditionFailure("not a coordinate")
    }
    return place
  }
}

/// A fix at a distance in meters north of the center, some seconds after noon.
func fix(
  _ distance: Double = 0, at second: Double = 0, source: FixSource = .live
) -> Fix {
  var fix = Fix(coordinate: center.destination(bearing: 0, distance: distance), source: source)
  fix.timestamp = noon + second
  fix.errors.horizontal = 5
  return fix
}

/// A circle around the center.
func place(
  _ name: String, radius: Double = 100, isPrivate: Bool = false
) throws -> Place {
  try Place(
    id: "id-\(name)", name: name, region: .circle(around: center, radius: radius),
    isPrivate: isPrivate)
}

func message(_ number: Int, at second: Double? = nil) -> PublishedMessage {
  PublishedMessage(
    kind: .location, createdAt: noon + (second ?? Double(number)), payload: Array("\(number)".utf8))
}

extension PublishedMessage {
  var text: String { String(decoding: payload, as: UTF8.self) }
}

/// Records messages. A test decides which calls fail.
final class PublisherMock: LocationPublisher {
  let window: Int

  private struct State {
    var received: [String] = []
    var batches: [[String]] = []
    var calls = 0
    var isClosed = false
  }

  private let state = Mutex(State())
  private let answer: @Sendable (_ call: Int, _ text: String) -> PublishError?

  /// - Parameters:
  ///   - window: how many messages may be on the way.
  ///   - answer: the error of a call, which is counted from 0; `nil` for none.
  init(
    window: Int = 1, _ answer: @escaping @Sendable (Int, String) -> PublishError? = { _, _ in nil }
  ) {
    self.window = window
    self.answer = answer
  }

  /// The messages that were on the way together.
  var batches: [[String]] { state.withLock { $0.batches } }

  var received: [String] { state.withLock { $0.received } }
  var calls: Int { state.withLock { $0.calls } }
  var isClosed: Bool { state.withLock { $0.isClosed } }

  func publish(_ message: PublishedMessage) async throws(PublishError) {
    let call = state.withLock { state in
      defer { state.calls += 1 }
      return state.calls
    }
    if let error = answer(call, message.text) { throw error }
    state.withLock { $0.received.append(message.text) }
  }

  /// All messages are sent, whatever happens to the first ones.
  func publish(_ messages: [PublishedMessage]) async -> [Result<Void, PublishError>] {
    state.withLock { $0.batches.append(messages.map(\.text)) }
    var results: [Result<Void, PublishError>] = []
    var isBroken = false
    for message in messages {
      var result = Result<Void, PublishError>.success(())
      do throws(PublishError) { try await publish(message) } catch { result = .failure(error) }
      if !isBroken { results.append(result) }
      if case .failure(let error) = result, error.code != .rejected { isBroken = true }
    }
    return results
  }

  func close() async { state.withLock { $0.isClosed = true } }
}

/// Answers only the first message on the way in each call.
final class SlidingPublisher: LocationPublisher {
  let window: Int
  private let failures: [Int: PublishError]
  private let during: @Sendable (Int) -> Void
  private let state = Mutex((calls: [[String]](), inFlight: 0))

  /// - Parameters:
  ///   - failures: the errors of calls, which are counted from 0.
  ///   - during: called in each call.
  init(
    window: Int, failures: [Int: PublishError] = [:],
    during: @escaping @Sendable (Int) -> Void = { _ in }
  ) {
    self.window = window
    self.failures = failures
    self.during = during
  }

  /// The new messages of each call.
  var calls: [[String]] { state.withLock { $0.calls } }

  func publish(_ message: PublishedMessage) async throws(PublishError) {
    for result in await publish([message]) { try result.get() }
  }

  func publish(_ messages: [PublishedMessage]) async -> [Result<Void, PublishError>] {
    let call = state.withLock { state in
      state.calls.append(messages.map(\.text))
      state.inFlight += messages.count
      precondition((1...window).contains(state.inFlight))
      state.inFlight = failures[state.calls.count - 1] == nil ? state.inFlight - 1 : 0
      return state.calls.count - 1
    }
    during(call)
    return [failures[call].map { .failure($0) } ?? .success(())]
  }
}

/// A file in memory, on a disk that may be full.
final class MemoryFile: WritableFile {
  private struct State {
    var bytes: [UInt8] = []
    var room = Int.max
  }

  private let state: Mutex<State>

  init(_ bytes: [UInt8] = []) { state = Mutex(State(bytes: bytes)) }

  var bytes: [UInt8] { state.withLock { $0.bytes } }

  /// How large the file can become.
  func limit(to room: Int) { state.withLock { $0.room = room } }

  func size() -> Int { state.withLock { $0.bytes.count } }

  func read(_ count: Int, at offset: Int) -> [UInt8] {
    state.withLock { Array($0.bytes.dropFirst(offset).prefix(count)) }
  }

  func write(_ bytes: [UInt8], at offset: Int) throws(SystemError) {
    try state.withLock { state throws(SystemError) in
      let end = offset + bytes.count
      // A part of the bytes is written, as on a real disk.
      let written = Array(bytes.prefix(max(0, state.room - offset)))
      let start = min(offset, state.bytes.count)
      let replaced = start..<max(start, min(offset + written.count, state.bytes.count))
      state.bytes.replaceSubrange(replaced, with: written)
      if end > state.room { throw SystemError("write", ENOSPC) }
    }
  }

  func truncate(to size: Int) {
    state.withLock { $0.bytes.removeLast(max(0, $0.bytes.count - size)) }
  }

  func sync() {}
}

/// A number of changes that a process can still make.
final class Counter: Sendable {
  private let left: Mutex<Int>

  init(_ count: Int) { left = Mutex(count) }

  func use() throws(SystemError) {
    try left.withLock { left throws(SystemError) in
      guard left > 0 else { throw SystemError("write", EIO) }
      left -= 1
    }
  }
}

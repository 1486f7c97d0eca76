// Its semaphores are the only ones of all platforms.
import Dispatch
import LocationCore
import LocationIO
import LocationPOSIX
import LocationTracks
import NMEALocation
import Synchronization

/// Converts the parts of a large log on several threads. The output is the same as that of one thread.
///
/// The state of a decoder passes from epoch to epoch. So a thread begins some epochs before its part, with
/// what is known about the receiver. Its text counts only if its state at the start of the part is the
/// state in which the part before ended; otherwise the part is decoded again. The threads take turns at
/// that and at writing, so only these states move from thread to thread.
final class ParallelConversion: Sendable {
  /// Sizes in bytes.
  struct Sizes: Sendable {
    /// What is read at once.
    var chunk = 1 << 16
    /// What one thread decodes first, to learn about the receiver.
    var head = 1 << 20
    /// The rest of a log must have this size to be divided.
    var minimum = 1 << 22
    /// What one thread decodes after it turned out that the log is not of one steady receiver.
    var pause = 1 << 24
    /// What a thread decodes at once. The text of it is in memory until it is written.
    var part = 1 << 18
    /// What a thread decodes before its part.
    var leadIn = 3 << 12
    /// A part begins with the first sentence of an epoch, which is searched for in so many bytes.
    var searchLimit = 1 << 16
  }

  /// A place in the log, and everything that matters for what follows it.
  struct State: Sendable {
    var position: Int
    var decoder: NMEALocationDecoder
    var place: DocumentPlace

    /// Whether what follows becomes the same text.
    fileprivate func isEquivalent(to other: State) -> Bool {
      position == other.position && place == other.place
        && decoder.isEquivalent(to: other.decoder)
    }
  }

  /// What became of the parts after the first one.
  struct Counts: Hashable, Sendable {
    /// Parts that were right at once.
    var hits = 0
    /// Parts that were decoded again.
    var misses = 0
  }

  /// The result of all threads.
  struct Outcome: Sendable {
    /// The place up to which everything was decoded and, without a failure, written.
    var state: State
    /// The error of reading or writing that ended the conversion.
    var failure: (any Error)?
    var counts = Counts()
  }

  private struct Shared: Sendable {
    var outcome: Outcome
    var isOver = false
    /// The number of misses since the last hit.
    var missesInARow = 0
    /// The number of the next part that no thread has.
    var unclaimed = 0
    /// The number of the part that is written next.
    var turn = 0
    /// The threads that wait for their turn, by the number of the part.
    var waiting: [Int: DispatchSemaphore] = [:]
  }

  /// After so many misses in a row, the log is not of one steady receiver.
  private static let mostMisses = 4

  private let file: any SeekableByteStream
  private let sizes: Sizes
  private let makeOutput: @Sendable () -> LocationOutput
  /// Where the first part begins.
  private let origin: Int
  private let borders: PartBorders
  private let shared: Mutex<Shared>

  /// Prepares a conversion; `nil` if one thread is better.
  ///
  /// - Parameters:
  ///   - state: where one thread has arrived.
  ///   - makeOutput: makes an output for a thread. All of them write to the same sink.
  init?(
    _ file: any SeekableByteStream, from state: State, sizes: Sizes,
    makeOutput: @escaping @Sendable () -> LocationOutput
  ) {
    guard let size = file.size, size - state.position >= sizes.minimum,
      let address = state.decoder.firstAddress
    else { return nil }
    self.file = file
    self.sizes = sizes
    self.makeOutput = makeOutput
    origin = state.position
    borders = PartBorders(file, address: address, searchLimit: sizes.searchLimit)
    shared = Mutex(Shared(outcome: Outcome(state: state)))
  }

  /// Converts the parts, and waits for the end. The calling thread works too.
  ///
  /// - Parameter report: called with the counters from time to time.
  func run(threads: Int, _ report: (NMEACounters) -> Void) -> Outcome {
    let ends = DispatchSemaphore(value: 0)
    var others = 0
    for _ in 1..<max(1, threads) {
      // Without another thread, this one does everything.
      guard
        (try? DedicatedThread.start {
          self.work { _ in }
          ends.signal()
        }) != nil
      else { break }
      others += 1
    }
    work(report)
    for _ in 0..<others { ends.wait() }
    return shared.withLock { $0.outcome }
  }

  private func work(_ report: (NMEACounters) -> Void) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: sizes.chunk, alignment: 16)
    defer { buffer.deallocate() }
    var output = makeOutput()
    while true {
      let (part, known) = shared.withLock { shared in
        defer { shared.unclaimed += 1 }
        return (shared.unclaimed, shared.isOver ? nil : shared.outcome.state)
      }
      guard let known else { return }
      let range = range(of: part)
      var attempt: Attempt?
      if let range { attempt = self.attempt(range, from: known, &output, buffer) }
      waitForTurn(part)
      guard let state = shared.withLock({ $0.isOver ? nil : $0.outcome.state }) else {
        return endTurn(part)
      }
      guard let range, range.lowerBound == state.position else {
        shared.withLock { $0.isOver = true }
        return endTurn(part)
      }
      if let attempt, attempt.start.isEquivalent(to: state) {
        accept(attempt, &output)
      } else {
        convert(range, from: state, &output, buffer)
      }
      report(shared.withLock { $0.outcome.state.decoder.counters })
      endTurn(part)
    }
  }

  /// The bytes of a part; `nil` if it does not end in the file with a border.
  private func range(of part: Int) -> Range<Int>? {
    let nominal = origin + part * sizes.part
    guard let end = borders.first(from: nominal + sizes.part) else { return nil }
    if part == 0 { return origin..<end }
    return borders.first(from: nominal).flatMap { $0 < end ? $0..<end : nil }
  }

  // MARK: Turns

  private func waitForTurn(_ part: Int) {
    let semaphore = shared.withLock { shared -> DispatchSemaphore? in
      if shared.turn == part { return nil }
      let mine = DispatchSemaphore(value: 0)
      shared.waiting[part] = mine
      return mine
    }
    semaphore?.wait()
  }

  private func endTurn(_ part: Int) {
    let next = shared.withLock { shared in
      shared.turn = part + 1
      return shared.waiting.removeValue(forKey: part + 1)
    }
    next?.signal()
  }

  // MARK: Parts

  /// A part that was decoded without knowledge of how the part before ends.
  private struct Attempt {
    var start: State
    var end: State
  }

  /// Decodes a part with what is known about the receiver; `nil` if there is nothing to begin with before
  /// it, or if reading fails.
  private func attempt(
    _ range: Range<Int>, from known: State, _ output: inout LocationOutput,
    _ buffer: UnsafeMutableRawBufferPointer
  ) -> Attempt? {
    guard range.lowerBound > origin,
      let leadIn = borders.first(from: range.lowerBound - sizes.leadIn), leadIn < range.lowerBound
    else { return nil }
    var decoder = known.decoder.elsewhere(at: leadIn)
    output.resume(at: known.place)
    do {
      guard try decode(leadIn..<range.lowerBound, &decoder, &output, buffer) == range.lowerBound,
        let place = output.place
      else { return nil }
      let start = State(position: range.lowerBound, decoder: decoder, place: place)
      output.forgetText()
      guard try decode(range, &decoder, &output, buffer) == range.upperBound,
        let place = output.place
      else { return nil }
      return Attempt(
        start: start, end: State(position: range.upperBound, decoder: decoder, place: place))
    } catch {
      // The error is found again if the part is decoded again.
      return nil
    }
  }

  /// Writes the text of an attempt that was right.
  private func accept(_ attempt: Attempt, _ output: inout LocationOutput) {
    let failure = flush(&output)
    shared.withLock { shared in
      shared.outcome.state.position = attempt.end.position
      shared.outcome.state.decoder.advance(to: attempt.end.decoder, from: attempt.start.decoder)
      shared.outcome.state.place = attempt.end.place
      shared.outcome.failure = failure
      shared.outcome.counts.hits += 1
      shared.missesInARow = 0
      shared.isOver = failure != nil
    }
  }

  /// Decodes and writes a part, knowing how the part before ended.
  private func convert(
    _ range: Range<Int>, from state: State, _ output: inout LocationOutput,
    _ buffer: UnsafeMutableRawBufferPointer
  ) {
    var (end, failure): (State, (any Error)?) = (state, nil)
    output.resume(at: state.place)
    do {
      end.position = try decode(range, &end.decoder, &output, buffer)
    } catch {
      failure = error
    }
    if let place = output.place { end.place = place }
    failure = flush(&output) ?? failure
    shared.withLock { shared in
      shared.outcome.state = end
      shared.outcome.failure = failure
      if range.lowerBound > origin {
        shared.outcome.counts.misses += 1
        shared.missesInARow += 1
      }
      // The log may have become shorter.
      shared.isOver =
        failure != nil || end.position < range.upperBound
        || shared.missesInARow >= Self.mostMisses
    }
  }

  private func flush(_ output: inout LocationOutput) -> (any Error)? {
    do {
      try output.flush()
      return nil
    } catch {
      return error
    }
  }

  /// Decodes a part, and returns where it ends: earlier if the log does.
  private func decode(
    _ range: Range<Int>, _ decoder: inout NMEALocationDecoder, _ output: inout LocationOutput,
    _ buffer: UnsafeMutableRawBufferPointer
  ) throws(UserLocationError) -> Int {
    let source = decoder.source
    var position = range.lowerBound
    while position < range.upperBound {
      let room = UnsafeMutableRawBufferPointer(
        rebasing: buffer.prefix(range.upperBound - position))
      let count = try file.read(into: room, at: position)
      if count == 0 { break }
      decoder.decodeEpochs(UnsafeRawBufferPointer(rebasing: room[..<count])) { epoch, satellites in
        output.append(epoch, satellites, from: source)
      }
      position += count
    }
    return position
  }
}

public import LocationCore
public import NMEA0183

/// Turns the bytes of a receiver's NMEA 0183 into location updates, however they are cut into
/// chunks.
///
/// Pure: it opens nothing, reads no clock, and leaves `receivedAt` of what it makes to whoever
/// received the bytes. For each epoch it hands on the view of the sky, if the receiver spoke of
/// it, and then a fix or the news that there is none.
public struct NMEALocationDecoder: Sendable {
  /// Named as the source of everything this decoder makes.
  public let source: FixSource
  /// What went through this decoder so far.
  public private(set) var counters = NMEACounters()

  /// Whether no view of the sky is made of the epochs that begin from now on.
  public var leavesOutSky: Bool {
    get { assembler.leavesOutSatellites }
    set { assembler.leavesOutSatellites = newValue }
  }

  private let decoders: SentenceDecoders
  private var framer = SentenceFramer()
  private var assembler: EpochAssembler
  /// Where among the kinds of sentences the last one's is.
  private var lastPlace = 0

  /// Makes a decoder at the start of a stream.
  ///
  /// - Parameters:
  ///   - source: named as the source of every update. For a live one an epoch comes with what was
  ///     learned to be its last sentence; otherwise it comes when the next begins. See
  ///     `EpochAssembler` for the latency of each.
  ///   - notBefore: a day the data can not be older than; puts dates right that a GPS week
  ///     rollover has moved. `nil` takes dates as they are.
  ///   - decoders: for sentences of one's own.
  public init(
    source: FixSource, notBefore: CalendarDate? = nil, decoders: SentenceDecoders = [:]
  ) {
    self.source = source
    self.decoders = decoders
    assembler = EpochAssembler(notBefore: notBefore, emitsEarly: source.kind == .live)
  }

  /// Takes the next bytes and hands on what they complete, each update with the epoch it is of:
  /// `epoch.time` is there to pace a replay by even where the receiver never says a date.
  public mutating func decode(
    _ bytes: UnsafeRawBufferPointer,
    _ emit: (LocationUpdate, NavigationEpoch) -> Void
  ) {
    let source = source
    decodeEpochs(bytes) { epoch, satellites in
      LocationUpdate.forEach(of: epoch, satellites, from: source, emit)
    }
  }

  /// Takes the next bytes and hands on what they complete; see ``decode(_:_:)-(UnsafeRawBufferPointer,_)``.
  public mutating func decode(
    _ bytes: [UInt8], _ emit: (LocationUpdate, NavigationEpoch) -> Void
  ) {
    bytes.withUnsafeBytes { decode($0, emit) }
  }

  /// Hands on the epoch that is running without waiting for the next one: for a live source that
  /// has fallen silent. A sentence that has begun goes on where it stands.
  public mutating func flush(_ emit: (LocationUpdate, NavigationEpoch) -> Void) {
    let source = source
    flushEpochs { epoch, satellites in
      LocationUpdate.forEach(of: epoch, satellites, from: source, emit)
    }
  }

  /// Ends the stream and hands on what was still incomplete. The decoder must not be used again.
  public mutating func finish(_ emit: (LocationUpdate, NavigationEpoch) -> Void) {
    let source = source
    finishEpochs { epoch, satellites in
      LocationUpdate.forEach(of: epoch, satellites, from: source, emit)
    }
  }

  /// Takes the next bytes and hands on the epochs they complete, with their satellites; what
  /// ``decode(_:_:)-(UnsafeRawBufferPointer,_)`` makes updates of.
  package mutating func decodeEpochs(
    _ bytes: UnsafeRawBufferPointer,
    _ body: (NavigationEpoch, [EpochSatellite]) -> Void
  ) {
    decodeEpochs(bytes, inspect: { _, _ in }, body)
  }

  /// Hands on the epoch that is running; see ``flush(_:)``.
  package mutating func flushEpochs(
    _ body: (NavigationEpoch, [EpochSatellite]) -> Void
  ) {
    var counters = counters
    assembler.flush { epoch, satellites in
      counters.count(epoch)
      body(epoch, satellites)
    }
    self.counters = counters
  }

  /// Ends the stream; see ``finish(_:)``.
  package mutating func finishEpochs(
    _ body: (NavigationEpoch, [EpochSatellite]) -> Void
  ) {
    finishEpochs(inspect: { _, _ in }, body)
  }
}

extension NMEALocationDecoder {
  /// Sees each frame, and what is wrong with it, if anything.
  package typealias Inspection = (borrowing SentenceFrame, SentenceFault?) -> Void

  /// Takes the next bytes and hands on what they complete, and shows every frame to `inspect`.
  mutating func decode(
    _ bytes: UnsafeRawBufferPointer, inspect: Inspection,
    _ emit: (LocationUpdate, NavigationEpoch) -> Void
  ) {
    let source = source
    decodeEpochs(bytes, inspect: inspect) { epoch, satellites in
      LocationUpdate.forEach(of: epoch, satellites, from: source, emit)
    }
  }

  /// Ends the stream, and shows a frame that is cut off to `inspect`.
  mutating func finish(
    inspect: Inspection, _ emit: (LocationUpdate, NavigationEpoch) -> Void
  ) {
    let source = source
    finishEpochs(inspect: inspect) { epoch, satellites in
      LocationUpdate.forEach(of: epoch, satellites, from: source, emit)
    }
  }

  /// Takes the next bytes, and shows every frame to `inspect` when it has been taken.
  // Inlined, so that who inspects nothing pays nothing.
  @inline(__always)
  package mutating func decodeEpochs(
    _ bytes: UnsafeRawBufferPointer, inspect: Inspection,
    _ body: (NavigationEpoch, [EpochSatellite]) -> Void
  ) {
    counters.bytes += bytes.count
    // Taken apart for the call: framer, assembler and counters are changed side by side.
    var counters = NMEACounters()
    swap(&counters, &self.counters)
    framer.push(bytes) { frame in
      Self.take(frame, decoders, &assembler, &counters, &lastPlace, inspect, body)
    }
    swap(&counters, &self.counters)
  }

  /// Ends the stream, and shows a frame that is cut off to `inspect`.
  @inline(__always)
  package mutating func finishEpochs(
    inspect: Inspection, _ body: (NavigationEpoch, [EpochSatellite]) -> Void
  ) {
    var counters = counters
    framer.finish { frame in
      Self.take(frame, decoders, &assembler, &counters, &lastPlace, inspect, body)
    }
    assembler.finish { epoch, satellites in
      counters.count(epoch)
      body(epoch, satellites)
    }
    self.counters = counters
  }

  @inline(__always)
  private static func take(
    _ frame: borrowing SentenceFrame, _ decoders: SentenceDecoders,
    _ assembler: inout EpochAssembler, _ counters: inout NMEACounters, _ last: inout Int,
    _ inspect: Inspection,
    _ body: (NavigationEpoch, [EpochSatellite]) -> Void
  ) {
    do throws(SentenceFault) {
      try add(frame, decoders, &assembler, &counters, &last, body)
      inspect(frame, nil)
    } catch {
      counters.count(error)
      inspect(frame, error)
    }
  }

  @inline(__always)
  private static func add(
    _ frame: borrowing SentenceFrame, _ decoders: SentenceDecoders,
    _ assembler: inout EpochAssembler, _ counters: inout NMEACounters, _ last: inout Int,
    _ body: (NavigationEpoch, [EpochSatellite]) -> Void
  ) throws(SentenceFault) {
    if let fault = frame.fault { throw .frame(fault) }
    do throws(SentenceError) {
      let address = try SentenceAddress(frame)
      let place = counters.place(of: address, after: last)
      if let place { last = place }
      let hasChecksum = frame.checksum != .missing
      // Where its kind otherwise has a checksum, a sentence without one has lost its end.
      if hasChecksum || !counters.hasChecksums(at: place) {
        if decoders.isEmpty {
          try assembler.add(frame, of: address) { epoch, satellites in
            counters.count(epoch)
            body(epoch, satellites)
          }
        } else {
          assembler.add(try Sentence(frame, decoders: decoders)) { epoch, satellites in
            counters.count(epoch)
            body(epoch, satellites)
          }
          assembler.takeReceipt(of: frame)
        }
        return counters.count(address, at: place, hasChecksum: hasChecksum)
      }
    } catch {
      throw .field(error)
    }
    throw .checksumMissing
  }
}

public import LocationCore
public import NMEA0183

/// Turns the bytes of a receiver's NMEA 0183 into location updates. The bytes can be cut into chunks
/// anywhere.
///
/// It opens nothing and reads no clock. `receivedAt` stays `nil` in its updates; the receiver of the
/// bytes sets it. For each epoch it hands on the view of the sky, if the receiver reported one, and
/// then a fix or the loss of the fix.
public struct NMEALocationDecoder: Sendable {
  var framer = SentenceFramer()
  var frames: FrameDecoder

  /// The source of every update of this decoder. If the sentences have TAG blocks, the device of an update is
  /// the source (`s`) in them, and the updates of each device are those of its own sentences.
  public var source: FixSource { frames.source }

  /// Counts of everything that this decoder has read so far.
  public package(set) var counters: NMEACounters {
    get { frames.counters }
    set { frames.counters = newValue }
  }

  /// Makes a decoder at the start of a stream.
  ///
  /// - Parameters:
  ///   - source: the source of every update. If it is live, an epoch comes with its last sentence,
  ///     once the decoder has learned which one that is. Otherwise it comes when the next epoch
  ///     begins. See `EpochAssembler`.
  ///   - dates: what is known about its dates. Without any knowledge, updates before the first stated date have a
  ///     `timeOfDay` only.
  ///   - decoders: decoders for further types of sentences.
  public init(
    source: FixSource, dates: KnownDates = KnownDates(),
    decoders: SentenceDecoders = [:]
  ) {
    frames = FrameDecoder(
      EpochAssembler(
        dates: dates, emitsEarly: source.kind == .live),
      source: source, decoders: decoders)
  }

  /// See `DeviceAssemblers`.
  var isBetweenEpochs: Bool { frames.assemblers.isBetweenEpochs }

  /// Dates the positions of each device from a time on, before it states a date; see ``DateSearch``.
  package mutating func expect(_ starts: [String?: DatedTime]) { frames.assemblers.expect(starts) }

  /// Takes the next bytes and hands on the updates that they complete, each with its epoch. A replay
  /// can follow `epoch.time` even if the receiver never states a date.
  public mutating func decode(
    _ bytes: UnsafeRawBufferPointer,
    _ emit: (LocationUpdate, NavigationEpoch) -> Void
  ) {
    decodeEpochs(bytes) { LocationUpdate.forEach(of: $0, $1, from: $2, emit) }
  }

  /// Takes the next bytes; see ``decode(_:_:)-(UnsafeRawBufferPointer,_)``.
  public mutating func decode(
    _ bytes: [UInt8], _ emit: (LocationUpdate, NavigationEpoch) -> Void
  ) {
    bytes.withUnsafeBytes { decode($0, emit) }
  }

  /// Hands on the running epochs without waiting for the next ones, because a live source is silent. A
  /// sentence that has begun can still be completed.
  public mutating func flush(_ emit: (LocationUpdate, NavigationEpoch) -> Void) {
    flushEpochs { LocationUpdate.forEach(of: $0, $1, from: $2, emit) }
  }

  /// Ends the stream and hands on the running epochs. The decoder must not be used again.
  public mutating func finish(_ emit: (LocationUpdate, NavigationEpoch) -> Void) {
    finishEpochs { LocationUpdate.forEach(of: $0, $1, from: $2, emit) }
  }
}

extension NMEALocationDecoder {
  /// A closure that is called with an epoch, its satellites and its source.
  package typealias EpochTaking = (NavigationEpoch, [EpochSatellite], FixSource) -> Void

  /// A closure that is called with each frame, its kind, and its fault if it has one.
  package typealias Inspection = (borrowing SentenceFrame, SentenceKind, SentenceFault?) -> Void

  /// Takes the next bytes, shows every frame to `inspect`, and hands on the epochs that they complete. Several
  /// epochs are handed on together, the last ones at the end of the bytes.
  @inline(__always)
  package mutating func decodeEpochs(
    _ bytes: UnsafeRawBufferPointer, inspect: Inspection = { _, _, _ in }, _ body: EpochTaking
  ) {
    frames.take(bytes, from: &framer, inspect: inspect, body)
  }

  /// Hands on the running epochs; see ``flush(_:)``.
  package mutating func flushEpochs(
    inspect: Inspection = { _, _, _ in }, _ body: EpochTaking
  ) {
    frames.handOnRunning(&framer, isAtEnd: false, inspect: inspect, body)
  }

  /// Ends the stream, and shows a frame that is cut off to `inspect`.
  package mutating func finishEpochs(
    inspect: Inspection = { _, _, _ in }, _ body: EpochTaking
  ) {
    frames.handOnRunning(&framer, isAtEnd: true, inspect: inspect, body)
  }
}

public import LocationCore
public import NMEA0183

/// Turns the bytes of a receiver's NMEA 0183 into location updates. The bytes can be cut into chunks
/// anywhere.
///
/// It opens nothing and reads no clock. `receivedAt` stays `nil` in its updates; the receiver of the
/// bytes sets it. For each epoch it hands on the view of the sky, if the receiver reported one, and
/// then a fix or the loss of the fix.
public struct NMEALocationDecoder: Sendable {
  /// The source of every update of this decoder.
  public let source: FixSource
  /// Counts of everything that this decoder has read so far.
  public internal(set) var counters = NMEACounters()

  /// Whether the epochs that begin from now on come without a view of the sky.
  public var leavesOutSky: Bool {
    get { assembler.leavesOutSatellites }
    set { assembler.leavesOutSatellites = newValue }
  }

  let decoders: SentenceDecoders
  var framer = SentenceFramer()
  var assembler: EpochAssembler
  /// The index of the last sentence's kind in the counters.
  var lastPlace = 0

  /// Makes a decoder at the start of a stream.
  ///
  /// - Parameters:
  ///   - source: the source of every update. If it is live, an epoch comes with its last sentence,
  ///     once the decoder has learned which one that is. Otherwise it comes when the next epoch
  ///     begins. See `EpochAssembler`.
  ///   - notBefore: a day that the data can not be older than. It corrects dates that a GPS week
  ///     rollover has moved. `nil` takes dates as they are.
  ///   - firstDate: the date of the first time of day, for a receiver that states no dates. Midnight is
  ///     counted forward from it. A date that the receiver states replaces it. Without it, updates
  ///     before the first stated date have a `timeOfDay` only.
  ///   - decoders: decoders for further types of sentences.
  public init(
    source: FixSource, notBefore: CalendarDate? = nil, firstDate: CalendarDate? = nil,
    decoders: SentenceDecoders = [:]
  ) {
    self.source = source
    self.decoders = decoders
    assembler = EpochAssembler(
      notBefore: notBefore, firstDate: firstDate, emitsEarly: source.kind == .live)
  }

  /// Takes the next bytes and hands on the updates that they complete, each with its epoch. A replay
  /// can follow `epoch.time` even if the receiver never states a date.
  public mutating func decode(
    _ bytes: UnsafeRawBufferPointer,
    _ emit: (LocationUpdate, NavigationEpoch) -> Void
  ) {
    let source = source
    decodeEpochs(bytes) { epoch, satellites in
      LocationUpdate.forEach(of: epoch, satellites, from: source, emit)
    }
  }

  /// Takes the next bytes; see ``decode(_:_:)-(UnsafeRawBufferPointer,_)``.
  public mutating func decode(
    _ bytes: [UInt8], _ emit: (LocationUpdate, NavigationEpoch) -> Void
  ) {
    bytes.withUnsafeBytes { decode($0, emit) }
  }

  /// Hands on the running epoch without waiting for the next one, because a live source is silent. A
  /// sentence that has begun can still be completed.
  public mutating func flush(_ emit: (LocationUpdate, NavigationEpoch) -> Void) {
    let source = source
    flushEpochs { epoch, satellites in
      LocationUpdate.forEach(of: epoch, satellites, from: source, emit)
    }
  }

  /// Ends the stream and hands on the running epoch. The decoder must not be used again.
  public mutating func finish(_ emit: (LocationUpdate, NavigationEpoch) -> Void) {
    let source = source
    finishEpochs { epoch, satellites in
      LocationUpdate.forEach(of: epoch, satellites, from: source, emit)
    }
  }

  /// Takes the next bytes and hands on the epochs that they complete, with their satellites.
  package mutating func decodeEpochs(
    _ bytes: UnsafeRawBufferPointer,
    _ body: (NavigationEpoch, [EpochSatellite]) -> Void
  ) {
    decodeEpochs(bytes, together: true, inspect: { _, _ in }, body)
  }

  /// Hands on the running epoch; see ``flush(_:)``.
  package mutating func flushEpochs(
    inspect: Inspection = { _, _ in }, _ body: (NavigationEpoch, [EpochSatellite]) -> Void
  ) {
    var counters = counters
    framer.flush { frame in
      Self.take(
        frame, decoders, &assembler, &counters, &lastPlace, inspect, body, together: false,
        readsSentences: false, makesEpochs: true, show: { _, _ in })
    }
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
  /// A closure that is called with each frame and its fault, if it has one.
  package typealias Inspection = (borrowing SentenceFrame, SentenceFault?) -> Void

  /// Takes the next bytes, hands on the updates that they complete, and shows every frame to `inspect`.
  mutating func decode(
    _ bytes: UnsafeRawBufferPointer, inspect: Inspection,
    _ emit: (LocationUpdate, NavigationEpoch) -> Void
  ) {
    let source = source
    decodeEpochs(bytes, together: false, inspect: inspect) { epoch, satellites in
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

  /// Takes the next bytes, and shows every frame to `inspect` after it was decoded.
  ///
  /// - Parameter together: whether several epochs are handed on together, which is faster. If not, an epoch
  ///   is handed on before the frame that completes it is shown.
  // Inlined, so that an empty `inspect` costs nothing.
  @inline(__always)
  package mutating func decodeEpochs(
    _ bytes: UnsafeRawBufferPointer, together: Bool, inspect: Inspection,
    _ body: (NavigationEpoch, [EpochSatellite]) -> Void
  ) {
    counters.bytes += bytes.count
    // Moved out for the call, because framer, assembler and counters change at the same time.
    var counters = NMEACounters()
    swap(&counters, &self.counters)
    framer.push(bytes) { frame in
      Self.take(
        frame, decoders, &assembler, &counters, &lastPlace, inspect, body, together: together,
        readsSentences: false, makesEpochs: true, show: { _, _ in })
    }
    Self.handOn(&assembler, &counters, body)
    swap(&counters, &self.counters)
  }

  /// Takes the next bytes, and shows every good frame with its sentence to `show`, and every bad frame to
  /// `inspect`.
  ///
  /// - Parameter countsEpochs: whether the epochs are made, in order to be counted.
  package mutating func decodeSentences(
    _ bytes: UnsafeRawBufferPointer, countsEpochs: Bool, inspect: Inspection,
    show: (borrowing SentenceFrame, Sentence) -> Void
  ) {
    counters.bytes += bytes.count
    var counters = NMEACounters()
    swap(&counters, &self.counters)
    framer.push(bytes) { frame in
      Self.take(
        frame, decoders, &assembler, &counters, &lastPlace,
        { frame, fault in if fault != nil { inspect(frame, fault) } }, { _, _ in },
        together: false, readsSentences: true, makesEpochs: countsEpochs, show: show)
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
      Self.take(
        frame, decoders, &assembler, &counters, &lastPlace, inspect, body, together: false,
        readsSentences: false, makesEpochs: true, show: { _, _ in })
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
    _ body: (NavigationEpoch, [EpochSatellite]) -> Void,
    together: Bool, readsSentences: Bool, makesEpochs: Bool,
    show: (borrowing SentenceFrame, Sentence) -> Void
  ) {
    do throws(SentenceFault) {
      try add(
        frame, decoders, &assembler, &counters, &last, body, together: together,
        readsSentences: readsSentences, makesEpochs: makesEpochs, show: show)
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
    _ body: (NavigationEpoch, [EpochSatellite]) -> Void,
    together: Bool, readsSentences: Bool, makesEpochs: Bool,
    show: (borrowing SentenceFrame, Sentence) -> Void
  ) throws(SentenceFault) {
    if let fault = frame.fault { throw .frame(fault) }
    do throws(SentenceError) {
      let address = try SentenceAddress(frame)
      let place = counters.place(of: address, after: last)
      if let place { last = place }
      let hasChecksum = frame.checksum != .missing
      // If other sentences of its kind have a checksum, a sentence without one has lost its end.
      if hasChecksum || !counters.hasChecksums(at: place) {
        var mustHandOn = false
        if decoders.isEmpty, !readsSentences {
          mustHandOn = try assembler.collect(frame, of: address)
        } else {
          let sentence = try Sentence(frame, decoders: decoders)
          if readsSentences { show(frame, sentence) }
          if makesEpochs { mustHandOn = assembler.collect(sentence, from: frame) }
        }
        if mustHandOn || !together { handOn(&assembler, &counters, body) }
        return counters.count(address, at: place, hasChecksum: hasChecksum)
      }
    } catch {
      throw .field(error)
    }
    throw .checksumMissing
  }

  /// Hands on the epochs that were completed.
  @inline(__always)
  private static func handOn(
    _ assembler: inout EpochAssembler, _ counters: inout NMEACounters,
    _ body: (NavigationEpoch, [EpochSatellite]) -> Void
  ) {
    assembler.handOn { epoch, satellites in
      counters.count(epoch)
      body(epoch, satellites)
    }
  }
}

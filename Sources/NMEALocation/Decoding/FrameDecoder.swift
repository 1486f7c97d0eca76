import LocationCore
import NMEA0183

/// Takes the frames of a stream, counts them, and makes epochs of the good ones, apart for each device.
struct FrameDecoder: Sendable {
  let decoders: SentenceDecoders
  var assemblers: DeviceAssemblers
  var counters = NMEACounters()
  /// The source of each device's epochs.
  private var sources: [FixSource]
  /// The index of the last sentence's kind in the counters.
  private var lastPlace = 0

  init(_ assembler: EpochAssembler, source: FixSource, decoders: SentenceDecoders) {
    self.decoders = decoders
    assemblers = DeviceAssemblers(assembler)
    sources = [source]
  }

  /// The source of all devices.
  var source: FixSource { sources[0] }

  /// Which frames are read, and how.
  struct Purpose {
    /// Whether several epochs are handed on together, which is faster. If not, an epoch is handed on before
    /// the frame that completes it is inspected.
    var handsOnTogether = false
    /// Whether every sentence is read and shown.
    var showsSentences = false
    var makesEpochs = true
  }

  /// Takes the next bytes.
  ///
  /// - Parameters:
  ///   - framer: finds the frames in them.
  ///   - inspect: is called with each frame after it was decoded.
  ///   - body: is called with completed epochs.
  ///   - show: is called with the sentences of good frames, if the purpose wants it.
  // Inlined, so that an empty `inspect` costs nothing.
  @inline(__always)
  mutating func take(
    _ bytes: UnsafeRawBufferPointer, from framer: inout SentenceFramer, _ purpose: Purpose,
    inspect: NMEALocationDecoder.Inspection, _ body: NMEALocationDecoder.EpochTaking,
    show: (borrowing SentenceFrame, Sentence) -> Void = { _, _ in }
  ) {
    counters.bytes += bytes.count
    framer.push(bytes) { take($0, purpose, inspect: inspect, body, show: show) }
    handOn(body)
  }

  /// Hands on the running epochs of all devices.
  ///
  /// - Parameter isAtEnd: whether the stream ends. Otherwise, its source is only silent.
  mutating func handOnRunning(
    _ framer: inout SentenceFramer, isAtEnd: Bool, inspect: NMEALocationDecoder.Inspection,
    _ body: NMEALocationDecoder.EpochTaking
  ) {
    if isAtEnd {
      framer.finish { take($0, Purpose(), inspect: inspect, body) }
    } else {
      framer.flush { take($0, Purpose(), inspect: inspect, body) }
    }
    nameDevices()
    assemblers.handOnRunning(isAtEnd: isAtEnd) { epoch, satellites, device in
      counters.count(epoch)
      body(epoch, satellites, sources[device])
    }
  }

  @inline(__always)
  private mutating func take(
    _ frame: borrowing SentenceFrame, _ purpose: Purpose,
    inspect: NMEALocationDecoder.Inspection, _ body: NMEALocationDecoder.EpochTaking,
    show: (borrowing SentenceFrame, Sentence) -> Void = { _, _ in }
  ) {
    do throws(SentenceFault) {
      try add(frame, purpose, body, show: show)
      inspect(frame, nil)
    } catch {
      counters.count(error)
      inspect(frame, error)
    }
  }

  @inline(__always)
  private mutating func add(
    _ frame: borrowing SentenceFrame, _ purpose: Purpose,
    _ body: NMEALocationDecoder.EpochTaking, show: (borrowing SentenceFrame, Sentence) -> Void
  ) throws(SentenceFault) {
    if let fault = frame.fault { throw .frame(fault) }
    do throws(SentenceError) {
      let address = try SentenceAddress(frame)
      let place = counters.place(of: address, after: lastPlace)
      if let place { lastPlace = place }
      let hasChecksum = frame.checksum != .missing
      // If other sentences of its kind have a checksum, a sentence without one has lost its end.
      if hasChecksum || !counters.hasChecksums(at: place) {
        var mustHandOn = false
        if decoders.isEmpty, !purpose.showsSentences {
          mustHandOn = try assemblers.collect(frame, of: address)
        } else {
          let sentence = try Sentence(frame, decoders: decoders)
          if purpose.showsSentences { show(frame, sentence) }
          if purpose.makesEpochs { mustHandOn = assemblers.collect(sentence, from: frame) }
        }
        if mustHandOn || !purpose.handsOnTogether { handOn(body) }
        return counters.count(address, at: place, hasChecksum: hasChecksum)
      }
    } catch {
      throw .field(error)
    }
    throw .checksumMissing
  }

  /// Hands on the epochs that were completed.
  @inline(__always)
  private mutating func handOn(_ body: NMEALocationDecoder.EpochTaking) {
    nameDevices()
    assemblers.handOn { epoch, satellites, device in
      counters.count(epoch)
      body(epoch, satellites, sources[device])
    }
  }

  @inline(__always)
  private mutating func nameDevices() {
    counters.sentencesOfUnknownDevices = assemblers.leftOut
    while sources.count < assemblers.count {
      var source = source
      source.device = assemblers.name(sources.count).map { "\($0)" }
      sources.append(source)
    }
  }
}

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
  private var lastIndex = 0

  init(_ assembler: EpochAssembler, source: FixSource, decoders: SentenceDecoders) {
    self.decoders = decoders
    assemblers = DeviceAssemblers(assembler)
    sources = [source]
  }

  /// The source of all devices.
  var source: FixSource { sources[0] }

  /// Takes the next bytes, and hands on the epochs that they complete, several together.
  ///
  /// - Parameters:
  ///   - framer: finds the frames in them.
  ///   - inspect: is called with each frame, before the epochs that it completes are handed on.
  ///   - body: is called with completed epochs, with the last ones at the end of the bytes.
  // Inlined, so that an empty `inspect` costs nothing.
  @inline(__always)
  mutating func take(
    _ bytes: UnsafeRawBufferPointer, from framer: inout SentenceFramer,
    inspect: NMEALocationDecoder.Inspection, _ body: NMEALocationDecoder.EpochTaking
  ) {
    framer.push(bytes) { take($0, inspect: inspect, body) }
    counters.count(bytes)
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
      framer.finish { take($0, inspect: inspect, body) }
    } else {
      framer.flush { take($0, inspect: inspect, body) }
    }
    nameDevices()
    assemblers.handOnRunning(isAtEnd: isAtEnd) { epoch, satellites, device in
      counters.count(epoch)
      body(epoch, satellites, sources[device])
    }
  }

  @inline(__always)
  private mutating func take(
    _ frame: borrowing SentenceFrame, inspect: NMEALocationDecoder.Inspection,
    _ body: NMEALocationDecoder.EpochTaking
  ) {
    do throws(SentenceFault) {
      let (kind, mustHandOn) = try collect(frame)
      inspect(frame, kind, nil)
      if mustHandOn { handOn(body) }
    } catch {
      counters.count(error, of: frame)
      inspect(frame, .unknown, error)
    }
  }

  /// Takes a frame, and counts it if it is good.
  private mutating func collect(
    _ frame: borrowing SentenceFrame
  ) throws(SentenceFault) -> (SentenceKind, mustHandOn: Bool) {
    if let fault = frame.fault { throw .frame(fault) }
    do throws(SentenceError) {
      let address = try SentenceAddress(frame)
      let kind = frame.kind(of: address)
      let index = counters.index(of: address, after: lastIndex)
      if let index { lastIndex = index }
      let hasChecksum = frame.checksum != .missing
      // If other sentences of its kind have a checksum, a sentence without one has lost its end.
      if hasChecksum || !counters.hasChecksums(address, at: index) {
        let mustHandOn =
          decoders.isEmpty
          ? try assemblers.collect(frame, of: kind, address.talker)
          : assemblers.collect(try Sentence(frame, decoders: decoders), from: frame)
        counters.count(address, at: index, hasChecksum: hasChecksum)
        if frame.hasLeftOutFields { counters.fieldsLeftOut += frame.leftOutFields.count }
        return (kind, mustHandOn)
      }
    } catch {
      throw .field(error)
    }
    throw .checksumMissing
  }

  /// Hands on the epochs that were completed.
  private mutating func handOn(_ body: NMEALocationDecoder.EpochTaking) {
    nameDevices()
    assemblers.handOn { epoch, satellites, device in
      counters.count(epoch)
      body(epoch, satellites, sources[device])
    }
  }

  private mutating func nameDevices() {
    counters.sentencesOfUnknownDevices = assemblers.leftOut
    while sources.count < assemblers.count {
      var source = source
      source.device = assemblers.name(sources.count).map { "\($0)" }
      sources.append(source)
    }
  }
}

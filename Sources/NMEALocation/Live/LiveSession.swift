import LocationCore
import LocationIO
import NMEA0183

/// Decodes one stream of a live receiver, from its first byte to its end.
struct LiveSession {
  private let source: FixSource
  private let timing: LiveTiming
  private let log: SourceLog
  private let clock: any LocationClock
  private var decoder: NMEALocationDecoder
  /// Whether the first byte may be in the middle of a cycle.
  private let isJoined: Bool
  /// The bytes that the next update carries; `nil` if nobody wants them.
  private var sentences: LiveSentences?

  /// This many bytes without a sentence are not NMEA. At 9600 baud they take 17 seconds.
  private static let patience = 16384

  init(
    source: FixSource, isJoined: Bool = true, keepsSentences: Bool = false, timing: LiveTiming,
    dates: KnownDates = KnownDates(), decoders: SentenceDecoders, log: SourceLog,
    clock: any LocationClock
  ) {
    self.source = source
    self.isJoined = isJoined
    self.timing = timing
    self.log = log
    self.clock = clock
    sentences = keepsSentences ? LiveSentences() : nil
    decoder = NMEALocationDecoder(source: source, dates: dates, decoders: decoders)
  }

  /// Reads to the end. The epochs of a cycle that was joined in its middle are withheld, see ``JoinedCycle``,
  /// until the receiver is silent or the stream ends. After each read it calls `say` with the updates of that
  /// read, which may be none, and the counters so far.
  ///
  /// - Throws: the stream's errors; `.badData` if the stream is not NMEA.
  mutating func run(
    _ stream: any ByteStream, _ say: ([LocationUpdate], NMEACounters) -> Void
  ) throws(UserLocationError) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 16)
    defer { buffer.deallocate() }
    // A pause before the first byte shows that a cycle begins with it.
    var awaited =
      timing.quiet > .zero && timing.quiet < timing.silence
      ? Awaited.pause(timing.quiet) : .receiver(timing.silence)
    var received: Date?
    // Whether the first byte may be in the middle of a cycle.
    var isJoined = isJoined
    let log = log
    var sentences = sentences
    var cycles: [String?: JoinedCycle] = [:]
    while true {
      let count = try stream.read(into: buffer, timeout: awaited.timeout)
      var updates: [LocationUpdate] = []
      let take: NMEALocationDecoder.EpochTaking = { epoch, satellites, source in
        let all = epoch.updates(satellites, from: source, at: received)
        let taken = cycles[source.device, default: JoinedCycle(isInMiddle: isJoined)]
          .taken(all, of: epoch)
        if taken.isEmpty, !all.isEmpty { log.withheld(source.device) }
        updates += taken
      }
      let inspect: NMEALocationDecoder.Inspection = { frame, kind, fault in
        sentences?.note(frame)
        log.inspect(frame, kind, fault)
      }
      switch count {
      case 0:
        decoder.finishEpochs(inspect: inspect, take)
        updates = cycles.released() + updates
        sentences?.give(to: &updates, from: 0, isWhole: true)
        sentences?.giveRest(to: &updates, isOver: true, from: source, at: clock.date)
        say(updates, decoder.counters)
        return
      case let count?:
        received = clock.date
        let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        for piece in sentences == nil ? [bytes] : bytes.sentences {
          let given = updates.count
          sentences?.append(piece)
          decoder.decodeEpochs(piece, inspect: inspect, take)
          sentences?.give(to: &updates, from: given, isWhole: decoder.isBetweenEpochs)
        }
        sentences?.giveRest(to: &updates, isOver: false, from: source, at: received)
        awaited = .epoch(timing.quiet)
      case nil:
        switch awaited {
        case .pause:
          isJoined = false
          awaited = .receiver(timing.silence - timing.quiet)
          continue
        case .epoch:
          decoder.flushEpochs(inspect: inspect, take)
          sentences?.give(to: &updates, from: 0, isWhole: true)
          awaited = .receiver(max(.zero, timing.silence - timing.quiet))
        case .receiver, .anything:
          updates = cycles.released()
          updates.append(
            .fixLost(FixLoss(reason: .silent, source: source)).received(at: clock.date))
          sentences?.give(to: &updates, from: 0, isWhole: true)
          awaited = .anything
        }
      }
      say(updates, decoder.counters)
      if decoder.counters.sentences == 0, decoder.counters.bytes >= Self.patience {
        throw UserLocationError(
          .badData, source: source.name,
          detail: ForeignBytes(decoder.counters.foreign).advice
            ?? "\(decoder.counters.strangeness); "
            + "is the rate right, and the receiver set to speak NMEA?")
      }
    }
  }

  /// What the next read waits for, and how long.
  private enum Awaited {
    /// The first bytes. If they do not come in this time, they begin a cycle.
    case pause(Duration)
    /// The rest of an incomplete epoch.
    case epoch(Duration)
    /// Any bytes, before the silence is reported.
    case receiver(Duration)
    /// Any bytes, after the silence was reported.
    case anything

    var timeout: Duration? {
      switch self {
      case .pause(let time), .epoch(let time), .receiver(let time): time
      case .anything: nil
      }
    }
  }
}

extension NavigationEpoch {
  /// Its updates, with the time of receipt.
  fileprivate func updates(
    _ satellites: [EpochSatellite], from source: FixSource, at received: Date?
  ) -> [LocationUpdate] {
    var updates: [LocationUpdate] = []
    LocationUpdate.forEach(of: self, satellites, from: source) { update, _ in
      updates.append(update.received(at: received))
    }
    return updates
  }
}

/// How long a live receiver may send nothing.
struct LiveTiming: Sendable {
  /// After this time the current epoch is complete.
  var quiet: Duration
  /// After this time the receiver is reported as silent.
  var silence: Duration
}

import LocationCore
import LocationIO
import NMEA0183

/// Decodes one stream of a live receiver, from its first byte to its end.
struct LiveSession {
  private let source: FixSource
  private let timing: LiveTiming
  private let log: SourceLog
  private let now: @Sendable () -> Date
  private var decoder: NMEALocationDecoder

  /// This many bytes without a sentence are not NMEA. At 9600 baud they take 17 seconds.
  private static let patience = 16384

  init(
    source: FixSource, timing: LiveTiming, firstDate: CalendarDate? = nil,
    decoders: SentenceDecoders, log: SourceLog, now: @escaping @Sendable () -> Date
  ) {
    self.source = source
    self.timing = timing
    self.log = log
    self.now = now
    decoder = NMEALocationDecoder(source: source, firstDate: firstDate, decoders: decoders)
  }

  /// Reads to the end. After each read it calls `say` with the updates of that read, which may be none,
  /// and the counters so far.
  ///
  /// - Throws: the stream's errors; `.badData` if the stream is not NMEA.
  mutating func run(
    _ stream: any ByteStream, _ say: ([LocationUpdate], NMEACounters) -> Void
  ) throws(UserLocationError) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 16)
    defer { buffer.deallocate() }
    var awaited = Awaited.receiver(timing.silence)
    var received: Date?
    while true {
      let count = try stream.read(into: buffer, timeout: awaited.timeout)
      var updates: [LocationUpdate] = []
      switch count {
      case 0:
        decoder.finish(inspect: log.inspect) { update, _ in
          updates.append(update.received(at: received))
        }
        say(updates, decoder.counters)
        return
      case let count?:
        received = now()
        let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        decoder.decode(bytes, inspect: log.inspect) { update, _ in
          updates.append(update.received(at: received))
        }
        awaited = .epoch(timing.quiet)
      case nil:
        if case .epoch = awaited {
          decoder.flush { update, _ in updates.append(update.received(at: received)) }
          awaited = .receiver(max(.zero, timing.silence - timing.quiet))
        } else {
          updates = [.fixLost(FixLoss(reason: .silent, source: source)).received(at: now())]
          awaited = .anything
        }
      }
      say(updates, decoder.counters)
      if decoder.counters.sentences == 0, decoder.counters.bytes >= Self.patience {
        throw UserLocationError(
          .badData, source: source.name,
          detail: "no NMEA sentence in \(decoder.counters.bytes) bytes; "
            + "is the rate right, and the receiver set to speak NMEA?")
      }
    }
  }

  /// What the next read waits for, and how long.
  private enum Awaited {
    /// The rest of an incomplete epoch.
    case epoch(Duration)
    /// Any bytes, before the silence is reported.
    case receiver(Duration)
    /// Any bytes, after the silence was reported.
    case anything

    var timeout: Duration? {
      switch self {
      case .epoch(let time), .receiver(let time): time
      case .anything: nil
      }
    }
  }
}

/// How long a live receiver may send nothing.
struct LiveTiming: Sendable {
  /// After this time the current epoch is complete.
  var quiet: Duration
  /// After this time the receiver is reported as silent.
  var silence: Duration
}

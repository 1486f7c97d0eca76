/// Your own decoders, by the addresses of the sentences that they read.
///
/// ```swift
/// // $PMINE,12.6,4807.038,N,01131.000,E*hh: battery, position
/// let decoders: SentenceDecoders = [
///   "PMINE": { frame throws(SentenceError) in
///     if let volts = try frame.decimal(1, in: 0...60) { battery.report(volts) }
///     var position = GLL()
///     position.latitude = try frame.latitude(2)
///     position.longitude = try frame.longitude(4)
///     position.status = .active
///     return .gll(position)
///   }
/// ]
/// let provider = NMEAReplayProvider(path: "boat.nmea", decoders: decoders)
/// ```
///
/// A decoder is called for each good frame of its address, in order, on the decoding thread. It
/// replaces this library's own reading of the sentence. The frame is valid during the call only. The
/// payload that a decoder returns takes part in the epoch like a received sentence; `nil` means
/// that the sentence has no information about a location. If a decoder throws a ``SentenceError``, the
/// sentence counts as bad.
public struct SentenceDecoders: Sendable {
  /// Reads a good frame.
  public typealias Decoder =
    @Sendable (borrowing SentenceFrame) throws(SentenceError) -> Sentence.Payload?

  fileprivate var decoders: [SentenceAddress: Decoder] = [:]

  /// No decoders.
  public init() {}

  /// Whether there are none.
  public var isEmpty: Bool { decoders.isEmpty }

  /// The decoder of an address; `nil` for none.
  public subscript(address: SentenceAddress) -> Decoder? {
    get { decoders[address] }
    set { decoders[address] = newValue }
  }
}

extension SentenceDecoders: ExpressibleByDictionaryLiteral {
  /// Decoders by addresses like `PMINE` or `GPXYZ`. If an address has several decoders, the last one counts.
  ///
  /// The program stops at text that ``SentenceAddress/init(_:)-(String)`` rejects, because no sentence would ever
  /// reach that decoder.
  public init(dictionaryLiteral elements: (String, Decoder)...) {
    for (text, decoder) in elements {
      guard let address = SentenceAddress(text) else {
        preconditionFailure(
          "\"\(text)\" is no address of a sentence: two letters for the talker and three for the type, or P and "
            + "at least three, all capitals and digits")
      }
      self[address] = decoder
    }
  }
}

extension Sentence {
  /// Reads a good frame with your own decoder, if there is one for its address.
  ///
  /// - Throws: the errors of ``init(_:)`` and of the decoder.
  @inline(__always)
  public init(
    _ frame: borrowing SentenceFrame, decoders: SentenceDecoders
  ) throws(SentenceError) {
    guard !decoders.isEmpty, frame.fault == nil, let address = frame.address,
      let decode = decoders.decoders[address]
    else {
      try self.init(frame)
      return
    }
    self.init(
      talker: address.talker, type: address.type, payload: try decode(frame) ?? .unknown)
  }
}

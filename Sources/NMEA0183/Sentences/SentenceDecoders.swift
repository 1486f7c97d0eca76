/// Decoders of one's own, by the address of the sentences they read.
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
/// A decoder is called for each good frame of its address, in order, on the thread that decodes,
/// and comes before what this library reads itself. The frame is lent: it lives as long as the
/// call, and what is to stay has to be read from it. What a decoder returns takes part in the
/// epoch as if that sentence had come; `nil` when it has nothing to say of a location. A
/// ``SentenceError`` that it throws makes the sentence a bad one.
public struct SentenceDecoders: Sendable {
  /// Reads a good frame.
  public typealias Decoder =
    @Sendable (borrowing SentenceFrame) throws(SentenceError) -> Sentence.Payload?

  fileprivate var decoders: [SentenceAddress: Decoder] = [:]

  /// No decoders.
  public init() {}

  /// Whether there are none.
  public var isEmpty: Bool { decoders.isEmpty }

  /// The decoder of an address as it is written, `PMINE` or `GPXYZ`. What is no address, by
  /// ``SentenceAddress/init(_:)-(String)``, has none.
  public subscript(address: String) -> Decoder? {
    get { SentenceAddress(address).flatMap { decoders[$0] } }
    set {
      if let address = SentenceAddress(address) { decoders[address] = newValue }
    }
  }
}

extension SentenceDecoders: ExpressibleByDictionaryLiteral {
  /// Decoders by address; see the subscript. The last one of an address counts.
  public init(dictionaryLiteral elements: (String, Decoder)...) {
    for (address, decoder) in elements { self[address] = decoder }
  }
}

extension Sentence {
  /// Reads a good frame, by a decoder of one's own where there is one for its address.
  ///
  /// - Throws: what ``init(_:)`` throws, or the decoder.
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

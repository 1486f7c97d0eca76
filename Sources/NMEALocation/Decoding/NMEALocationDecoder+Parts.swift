import LocationCore
import NMEA0183

// The parts of a recording can be decoded at the same time. A decoder for a later part begins a few epochs
// before it. If its state at the start of the part is that of the decoder of the part before, both decode
// alike from there on.
extension NMEALocationDecoder {
  /// A decoder for a line at another offset of the same stream. It knows what this one has learned about
  /// the receiver.
  package func elsewhere(at offset: Int) -> NMEALocationDecoder {
    // Copies, because two threads that count the references to one string slow each other down.
    let copy = FixSource(
      kind: source.kind, name: source.name.copied, device: source.device.map(\.copied))
    var decoder = NMEALocationDecoder(source: copy, decoders: decoders)
    decoder.assembler = assembler.elsewhere()
    decoder.framer = SentenceFramer(at: offset)
    decoder.counters = counters
    return decoder
  }

  /// Whether both decode alike from now on. Both are at the same offset.
  package func isEquivalent(to other: NMEALocationDecoder) -> Bool {
    framer.isBetweenLines && other.framer.isBetweenLines && assembler == other.assembler
      && counters.judgesAlike(other.counters)
  }

  /// Goes on where another decoder is, which was equivalent to this one at `start`.
  package mutating func advance(to other: NMEALocationDecoder, from start: NMEALocationDecoder) {
    counters.add(other.counters, since: start.counters)
    framer.advance(to: other.framer, from: start.framer)
    assembler = other.assembler
    lastPlace = other.lastPlace
  }

  /// The talker and type of the first sentence of the running epoch, as `GNRMC`; see
  /// `EpochAssembler/firstAddress`.
  package var firstAddress: String? { assembler.firstAddress }
}

extension String {
  /// An equal string with memory of its own.
  fileprivate var copied: String { String(decoding: Array(utf8), as: UTF8.self) }
}

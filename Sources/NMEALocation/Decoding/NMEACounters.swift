public import LocationCore
public import NMEA0183

/// Counts of the bytes, sentences and epochs that an NMEA decoder has read.
public struct NMEACounters: Hashable, Sendable {
  /// Bytes, noise included.
  public private(set) var bytes = 0
  /// The first bytes, as long as there is no sentence among them.
  package private(set) var foreign: [UInt8] = []
  /// Good sentences, including types that this library does not read.
  public private(set) var sentences = 0
  /// Fields of good sentences that were left out, because they are malformed, out of range or cut off.
  public internal(set) var fieldsLeftOut = 0
  /// Bad sentences.
  public private(set) var badSentences = 0
  /// Epochs.
  public private(set) var epochs = 0
  /// Epochs with a sentence for a position, which may state none.
  package private(set) var epochsOfPositions = 0
  /// Epochs with a position in WGS 84.
  public private(set) var fixes = 0
  /// Epochs whose position is in a datum other than WGS 84, so that it is no fix.
  public private(set) var otherDatumPositions = 0
  /// The datum of the last one of them.
  public private(set) var otherDatum: ShortName?
  /// Good sentences that are in no epoch because it is not known which device sent them: their TAG block is
  /// damaged, or there are too many devices.
  public internal(set) var sentencesOfUnknownDevices = 0
  /// Good sentences by talker and type, in the order of their first arrival. After 256 kinds no new
  /// kinds are counted.
  public private(set) var kinds: [Kind] = []
  /// Bad sentences by reason.
  public private(set) var bad: [Reason: Int] = [:]
  /// Sentences with a wrong checksum by their addresses, of which a noisy line has any number.
  private var wrongChecksums: [SentenceAddress: Int] = [:]

  /// The number of sentences of a talker and type.
  public struct Kind: Hashable, Sendable {
    /// The talker.
    public let talker: Talker
    /// The type of sentence.
    public let type: SentenceType
    /// The number of good ones.
    public fileprivate(set) var count: Int
    /// The number of good ones that had a checksum.
    public fileprivate(set) var withChecksum: Int

    @inline(__always)
    fileprivate func isOf(_ address: SentenceAddress) -> Bool {
      type == address.type && talker == address.talker
    }
  }

  /// Why a sentence is bad.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// The checksum is wrong.
    case checksumWrong = "checksum wrong"
    /// The checksum is not two hexadecimal digits.
    case checksumMalformed = "checksum malformed"
    /// It has no checksum, but earlier ones of its kind had one, right or wrong. So its end is missing.
    case checksumMissing = "checksum missing"
    /// Another sentence began inside it.
    case interrupted
    /// The stream ended inside it.
    case truncated
    /// It held a byte that is not printable.
    case unprintable = "unprintable byte"
    /// It was too long.
    case tooLong = "too long"
    /// The time or the position was malformed or out of range.
    case field = "field malformed or out of range"
  }

  /// Makes counters of nothing.
  public init() {}

  /// The index of a talker and type in ``kinds``. `last` is the index of the sentence before it.
  /// Receivers repeat a cycle and send some types several times in a row, so the search begins there.
  func index(of address: SentenceAddress, after last: Int) -> Int? {
    let next = last &+ 1 < kinds.count ? last &+ 1 : 0
    if next < kinds.count, kinds[next].isOf(address) { return next }
    if last < kinds.count, kinds[last].isOf(address) { return last }
    return kinds.firstIndex { $0.isOf(address) }
  }

  /// Whether sentences of a kind had checksums. Radio links and simulators send only wrong ones; then most of the
  /// kind's sentences have one.
  func hasChecksums(_ address: SentenceAddress, at index: Int?) -> Bool {
    let wrong = wrongChecksums.isEmpty ? 0 : wrongChecksums[address] ?? 0
    guard let index else { return wrong > 0 }
    return kinds[index].withChecksum > 0 || wrong > kinds[index].count
  }

  /// More bytes do not show what they are.
  private static let mostForeign = 4096

  /// Counts bytes whose sentences are counted already.
  mutating func count(_ received: UnsafeRawBufferPointer) {
    bytes += received.count
    if sentences == 0 {
      foreign += received.prefix(Self.mostForeign - foreign.count)
    } else if !foreign.isEmpty {
      foreign = []
    }
  }

  mutating func count(_ address: SentenceAddress, at index: Int?, hasChecksum: Bool) {
    sentences += 1
    if let index {
      kinds[index].count += 1
      if hasChecksum { kinds[index].withChecksum += 1 }
    } else if kinds.count < 256 {
      kinds.append(
        Kind(
          talker: address.talker, type: address.type, count: 1, withChecksum: hasChecksum ? 1 : 0))
    }
  }

  mutating func count(_ fault: SentenceFault, of frame: borrowing SentenceFrame) {
    badSentences += 1
    bad[Reason(fault), default: 0] += 1
    guard case .frame(.checksumMismatch) = fault, let address = frame.address,
      wrongChecksums.count < 256 || wrongChecksums[address] != nil
    else { return }
    wrongChecksums[address, default: 0] += 1
  }

  mutating func count(_ epoch: NavigationEpoch) {
    if !epoch.isUpdate {
      epochs += 1
      if !epoch.contents.isDisjoint(with: .positions) { epochsOfPositions += 1 }
    }
    guard epoch.hasFix == true, epoch.hadFix != true else { return }
    if let datum = epoch.datum {
      otherDatumPositions += 1
      otherDatum = datum
    } else {
      fixes += 1
    }
  }
}

/// A provider that decodes NMEA 0183.
public protocol NMEAProvider: LocationProvider {
  /// The decoder's counters since the source was last opened. All are zero before that.
  var counters: NMEACounters { get }
}

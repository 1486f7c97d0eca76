import LocationCore
import LocationReplay
import NMEA0183

/// The bytes of a live receiver that no update carries yet.
///
/// They begin with the first sentence, because a line may be opened in the middle of one. Each update gets whole lines,
/// so a file can begin with any of them.
struct LiveSentences {
  /// With more bytes, they no longer wait for a location: the source may be a transponder or a wind vane.
  private static let most = 65_536

  private var recorded = RecordedBytes()
  /// Where the last sentence is in the stream; `nil` before the first one.
  private var last: Range<Int>?
  /// Whether the rest of a line's end, which was given already, is still to come.
  private var isLineOpen = false

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    recorded.append(bytes)
    if isLineOpen { isLineOpen = recorded.takeLineEnd().last != Self.lineFeed && recorded.isEmpty }
  }

  mutating func note(_ frame: borrowing SentenceFrame) {
    let start = frame.offset
    if last == nil { _ = recorded.take(beforeSentenceAt: start) }
    last = start..<start + frame.count
  }

  /// Gives the bytes to the first of an epoch's updates, those behind an index.
  ///
  /// - Parameter isWhole: whether the last sentence belongs to the epoch. Otherwise it is the first one of the next
  ///   epoch.
  mutating func give(to updates: inout [LocationUpdate], from first: Int, isWhole: Bool) {
    guard let last else { return Self.give([], to: &updates, from: first) }
    guard updates[first...].contains(where: { $0.carrying([]) != nil }) else { return }
    Self.give(
      isWhole
        ? takeLine(endingAt: last.upperBound) : recorded.take(beforeSentenceAt: last.lowerBound),
      to: &updates, from: first)
  }

  /// Gives the bytes that still wait to another update, if the stream is over or if they are too many. The receiver sends,
  /// and says nothing of a fix.
  mutating func giveRest(
    to updates: inout [LocationUpdate], isOver: Bool, from source: FixSource, at date: Date?
  ) {
    guard last != nil, isOver ? !recorded.isEmpty : recorded.count > Self.most else { return }
    let loss = LocationUpdate.fixLost(FixLoss(reason: .undetermined, source: source))
    updates += [loss.received(at: date).carrying(recorded.take(upTo: .max))].compactMap(\.self)
  }

  /// Takes the bytes up to the end of a sentence and of its line. If nothing of the line's end has come yet, the usual one
  /// is taken.
  private mutating func takeLine(endingAt offset: Int) -> [UInt8] {
    var line = recorded.take(upTo: offset)
    let end = recorded.takeLineEnd()
    isLineOpen = !line.isEmpty && end.isEmpty && recorded.isEmpty
    line += isLineOpen ? [UInt8(ascii: "\r"), Self.lineFeed] : end
    return line
  }

  private static func give(
    _ bytes: [UInt8], to updates: inout [LocationUpdate], from first: Int
  ) {
    var bytes = bytes
    for index in updates.indices[first...] {
      guard let carrier = updates[index].carrying(bytes) else { continue }
      updates[index] = carrier
      bytes = []
    }
  }

  private static let lineFeed = UInt8(ascii: "\n")
}

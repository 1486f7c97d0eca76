import LocationCore
import LocationReplay
import NMEA0183
import NMEALocation

/// The bytes of an NMEA log that is converted to NMEA: the sentences of the selected epochs, and everything before each of
/// them that belongs to no epoch, such as wind, depth and other ships.
struct CopiedSentences {
  private var recorded = RecordedBytes()
  /// Whether the last epoch was selected.
  private var isSelected = true

  mutating func append(_ bytes: UnsafeRawBufferPointer) { recorded.append(bytes) }

  /// Decides whether the bytes of an epoch are copied.
  mutating func select(
    _ epoch: NavigationEpoch, from source: FixSource, _ writer: inout TrackWriter,
    _ selection: inout RecordingSelection?
  ) {
    epoch.tell(
      nil, from: source, sky: { _ in },
      fix: { fix in
        isSelected = isSelected(.fix(fix), &selection)
        if isSelected { writer.countCopiedFix() }
      }, loss: { isSelected = isSelected(.fixLost($0), &selection) })
  }

  private func isSelected(
    _ update: LocationUpdate, _ selection: inout RecordingSelection?
  ) -> Bool {
    var isSelected = selection == nil
    selection?.select(update) { _ in isSelected = true }
    return isSelected
  }

  /// Writes the bytes before a sentence at an offset, or the rest, if their epoch was selected.
  mutating func write(beforeSentenceAt offset: Int?, _ writer: inout TrackWriter) {
    let bytes =
      offset.map { recorded.take(beforeSentenceAt: $0) } ?? recorded.take(upTo: .max)
    if isSelected { writer.write(copied: bytes) }
  }
}

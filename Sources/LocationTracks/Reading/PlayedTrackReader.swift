import LocationCore
import LocationIO
import LocationReplay
import LocationTracks
import NMEALocation

/// Reads a recording in any format that is read, for a provider that plays it. Its content decides, not its
/// name.
///
/// A recording in another format is an error that names it. A track file without a track point is an error
/// too, like a log without a fix.
final class RecognizedTrackReader: TrackReader {
  private let source: any ByteSource
  private let request: TrackRequest
  private let file: TrackFileReader
  private var hasFix = false
  private var encoder = LocationEncoder()

  /// Opens a recording.
  ///
  /// - Parameters:
  ///   - settings: its format, if the content does not decide, and whether motion is derived.
  ///   - openLog: makes the reader if it is NMEA 0183.
  init(
    _ source: any ByteSource, _ request: TrackRequest, _ settings: SourceSettings,
    openLog: @escaping NMEALogOpening
  ) throws(UserLocationError) {
    self.source = source
    self.request = request
    file = try TrackFileReader(
      source, request, as: settings.inputFormat, derivesMotion: settings.derivesMotion,
      openLog: openLog)
  }

  nonisolated(nonsending) func next() async throws(UserLocationError) -> TrackItem? {
    guard let item = try await file.next() else {
      if hasFix { return nil }
      throw UserLocationError(withoutTrackPoint: file.format, of: source.name)
    }
    if item.isFix { hasFix = true }
    return withSentences(item)
  }

  func takeBuffered(upTo limit: Int) -> ArraySlice<TrackItem> {
    let items = file.takeBuffered(upTo: limit)
    if !hasFix { hasFix = items.contains { $0.isFix } }
    return needsSentences ? items.map(withSentences)[...] : items
  }

  private var needsSentences: Bool { request.keepsBytes && file.format != nil }

  /// The item with NMEA sentences instead of the bytes of a track file, because a server's clients expect a
  /// receiver's bytes.
  private func withSentences(_ item: TrackItem) -> TrackItem {
    guard needsSentences else { return item }
    var item = item
    item.bytes = item.update.map { encoder.encode($0) } ?? []
    return item
  }
}

extension TrackItem {
  fileprivate var isFix: Bool { if case .fix = update { true } else { false } }
}

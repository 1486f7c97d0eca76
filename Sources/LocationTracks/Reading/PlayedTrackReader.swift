import LocationCore
import LocationIO
import LocationReplay
import NMEALocation

/// Reads a recording for a provider that plays it.
///
/// A track file without a track point is an error, like a log without a fix. Recorded updates may have none: what
/// a failing receiver delivered is recorded too.
final class PlayedTrackReader: TrackReader {
  private let source: any ByteSource
  private let request: TrackRequest
  private let file: TrackFileReader
  private var hasFix = false
  private var encoder = LocationEncoder()

  /// Reads an opened file.
  init(_ file: TrackFileReader, of source: any ByteSource, _ request: TrackRequest) {
    self.file = file
    self.source = source
    self.request = request
  }

  nonisolated(nonsending) func next() async throws(UserLocationError) -> TrackItem? {
    guard let item = try await file.next() else {
      if hasFix || (file.keepsKinds && file.format == .updates) { return nil }
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

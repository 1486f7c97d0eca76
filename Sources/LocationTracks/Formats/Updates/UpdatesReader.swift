import LocationCore
import LocationIO
import LocationReplay

/// Reads ``TrackFormat/updates``. After the last item it throws the error with which the recorded provider
/// ended, if it did.
final class UpdatesReader: TrackReader {
  private let parser: UpdatesParser
  private let reader: ParsedTrackReader

  /// Opens a file.
  ///
  /// - Parameter keepsKinds: whether live fixes stay live; otherwise they are replayed ones.
  init(
    _ source: any ByteSource, _ request: TrackRequest, keepsKinds: Bool
  ) throws(UserLocationError) {
    parser = UpdatesParser(keepsKinds: keepsKinds, keepsBytes: request.keepsBytes)
    reader = try ParsedTrackReader(source, request, parser: parser)
  }

  nonisolated(nonsending) func next() async throws(UserLocationError) -> TrackItem? {
    if let item = try await reader.next() { return item }
    if let failure = parser.failure { throw failure }
    return nil
  }

  func takeBuffered(upTo limit: Int) -> ArraySlice<TrackItem> {
    reader.takeBuffered(upTo: limit)
  }
}

public import LocationCore

/// Reads a track from its start to its end, item by item: a log, a track file, a simulator.
///
/// A reader has no clock and never waits for an item's time; ``TrackPlayer`` does. One task at a
/// time uses it.
///
/// The requirement is asynchronous because some tracks come from a pipe, and a task must not block
/// a shared thread until the next bytes arrive. A reader that has everything at hand implements it
/// by a plain synchronous `mutating func next() throws(UserLocationError) -> TrackItem?`.
///
/// A type that conforms in its declaration is not isolated, also in a module whose default isolation is
/// the main actor. `SendableMetatype` has this effect.
public protocol TrackReader: SendableMetatype {
  /// The next item; `nil` at the end.
  ///
  /// - Throws: why the track cannot be read any further: `.badData`, `.inputOutput`, … All items
  ///   before that point were returned. The reader is not used again.
  nonisolated(nonsending) mutating func next() async throws(UserLocationError) -> TrackItem?

  /// Takes the next items that are already in memory, `limit` at most, so that a consumer can take
  /// many at once. Empty if there are none, if the reader does not read ahead, or if `limit` is 0 or
  /// less.
  mutating func takeBuffered(upTo limit: Int) -> ArraySlice<TrackItem>
}

extension TrackReader {
  /// Empty: the reader does not read ahead.
  public mutating func takeBuffered(upTo limit: Int) -> ArraySlice<TrackItem> { [] }

  /// Reads to the end.
  package nonisolated(nonsending) mutating func forEach(
    _ body: (TrackItem) -> Void
  ) async throws(UserLocationError) {
    while let item = try await next() {
      body(item)
      while true {
        let items = takeBuffered(upTo: 1024)
        if items.isEmpty { break }
        for item in items { body(item) }
      }
    }
  }
}

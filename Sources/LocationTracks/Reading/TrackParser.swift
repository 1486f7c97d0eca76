package import LocationCore
package import LocationReplay

/// Parses the content of a track file that arrives in pieces of any size. It does no input and output.
///
/// ``ParsedTrackReader`` reads the bytes and calls these functions. A format becomes readable by a type
/// that conforms and that its ``FileFormat`` makes.
package protocol TrackParser {
  /// Parses the next bytes. The items before an error can still be taken.
  ///
  /// - Parameter receipt: when the bytes were received; `nil` if the items have to wait for their time.
  mutating func parse(
    _ bytes: UnsafeRawBufferPointer, receivedAt receipt: Date?
  ) throws(TrackFileError)

  /// Ends the file. The items before an error can still be taken.
  mutating func finish() throws(TrackFileError)

  /// Takes the next items that are complete; empty if there are none. A parser may give them in portions.
  mutating func takeItems() -> [TrackItem]

  /// The parts of the file, as far as it is parsed, that make no item and no value of one.
  var skipped: SkippedParts { get }

  /// The document whose elements the items carry; `nil` if they carry none.
  var original: OriginalDocument? { get }

  /// The error with which the recorded provider ended, once all items were taken; `nil` if the file states
  /// none.
  var recordedFailure: UserLocationError? { get }
}

extension TrackParser {
  /// Nothing: the parser does not count it.
  package var skipped: SkippedParts { SkippedParts() }

  /// `nil`: the format has no elements that are kept.
  package var original: OriginalDocument? { nil }

  /// `nil`: the format states no end of a provider.
  package var recordedFailure: UserLocationError? { nil }
}

extension XMLTrackParser: TrackParser {}

extension FileFormat {
  /// Makes a parser of the format; `nil` if none reads it.
  ///
  /// - Parameters:
  ///   - source: the name of the file, for the source of its fixes and for errors.
  ///   - keepsBytes: whether items carry their original bytes.
  ///   - keptElements: the elements that the items of a file carry, if the format keeps them.
  ///   - keepsKinds: whether live fixes of a recording stay live; otherwise they are replayed ones.
  /// - Throws: `.sourceUnavailable` if the format needs a C library that is not installed.
  package func parser(
    source: String, keepsBytes: Bool, keptElements: KeptElements = .none, keepsKinds: Bool = false
  ) throws(UserLocationError) -> (any TrackParser)? {
    guard case .parser(let make)? = reading else { return nil }
    return try make(
      TrackParserSettings(
        source: source, keepsBytes: keepsBytes, keptElements: keptElements, keepsKinds: keepsKinds))
  }
}

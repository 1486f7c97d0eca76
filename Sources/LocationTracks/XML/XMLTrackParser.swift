package import LocationCore
import LocationIO
package import LocationReplay

/// Parses a track file in an XML format that arrives in pieces of any size, and returns items as soon as
/// they are complete.
package struct XMLTrackParser {
  /// The largest number of items that a document makes at once.
  private static let portion = 4096

  private let document: any TrackDocument
  private let parser: XMLPushParser
  private var offset = 0
  private var isAtEnd = false

  init(_ document: any TrackDocument) throws(SystemLibraryError) {
    self.document = document
    parser = try XMLPushParser(document)
  }

  /// Parses the next bytes. The items before an error can still be taken.
  ///
  /// - Parameter receipt: when the bytes were received; `nil` if the items have to wait for their time.
  package mutating func parse(
    _ bytes: UnsafeRawBufferPointer, receivedAt receipt: Date? = nil
  ) throws(TrackFileError) {
    offset += bytes.count
    document.items.receive(bytes, at: receipt)
    do throws(TrackFileError) {
      try parser.parse(bytes)
    } catch {
      document.finish()
      throw error
    }
  }

  /// Ends the file. The items before an error can still be taken.
  package mutating func finish() throws(TrackFileError) {
    defer { document.finish() }
    try parser.finish()
    isAtEnd = true
  }

  package var skipped: SkippedParts { document.items.skipped }

  package var original: OriginalDocument? { document.original }

  /// Takes the next items that are complete; empty if there are none.
  package mutating func takeItems() -> [TrackItem] {
    document.makeItems(upTo: Self.portion)
    if isAtEnd, !document.isWaiting {
      isAtEnd = false
      document.items.end(at: offset)
    }
    return document.items.take()
  }
}

extension FileFormat.Reading {
  /// A parser of an XML format. It needs Expat, which is loaded now.
  static func xml(
    _ document: @escaping @Sendable (TrackParserSettings) -> any TrackDocument
  ) -> FileFormat.Reading {
    .parser { settings throws(UserLocationError) in
      do throws(SystemLibraryError) {
        return try XMLTrackParser(document(settings))
      } catch {
        throw UserLocationError(error, source: settings.source)
      }
    }
  }
}

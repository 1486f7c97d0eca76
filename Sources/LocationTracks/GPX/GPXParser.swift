import LocationCore
import LocationIO
import LocationReplay

/// Parses a GPX document that arrives in pieces of any size, and returns items as soon as they are
/// complete.
package struct GPXParser {
  private let document: GPXDocument
  private let parser: XMLPushParser
  private var offset = 0

  /// Makes a parser.
  ///
  /// - Parameters:
  ///   - source: the name of the file, for the source of its fixes.
  ///   - keepsBytes: whether items carry their original bytes.
  package init(source: String, keepsBytes: Bool = false) throws(SystemLibraryError) {
    document = GPXDocument(
      source: FixSource(kind: .replayed, name: source), keepsBytes: keepsBytes)
    parser = try XMLPushParser(document)
  }

  /// Parses the next bytes. The items before an error can still be taken.
  ///
  /// - Parameter receipt: when the bytes were received; `nil` if the items have to wait for their time.
  package mutating func parse(
    _ bytes: UnsafeRawBufferPointer, receivedAt receipt: Date? = nil
  ) throws(TrackFileError) {
    offset += bytes.count
    document.record(bytes)
    document.receipt = receipt
    try parser.parse(bytes)
  }

  /// Ends the document.
  package mutating func finish() throws(TrackFileError) {
    try parser.finish()
    document.end(at: offset)
  }

  /// Takes the items that are complete.
  package func takeItems() -> [TrackItem] {
    defer { document.items = [] }
    return document.items
  }
}

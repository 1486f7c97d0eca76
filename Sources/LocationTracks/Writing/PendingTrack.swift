import LocationIO
import LocationText

/// Text of a document that must wait until another part is complete, such as a second track.
///
/// Its end is in memory, and everything before in a file without a name, so that memory does not
/// grow with the track. If the file cannot be written, the whole rest stays in memory, and nothing is lost.
final class PendingTrack {
  /// The text to append to.
  var text = ByteText()

  private var file: SpoolFile?
  private var isFileUsable = true
  /// The number of bytes in the file that are part of the track.
  private var stored = 0

  /// More text than this is moved to the file.
  private static let limit = 1 << 16

  init() {}

  /// Moves the text to the file if there is much of it.
  func spill() {
    guard text.count >= Self.limit, isFileUsable else { return }
    do throws(SystemError) {
      let file: SpoolFile
      if let open = self.file { file = open } else { file = try SpoolFile() }
      self.file = file
      try text.withBytes { bytes throws(SystemError) in try file.write(bytes) }
      stored += text.count
      text.removeAll()
    } catch {
      isFileUsable = false
    }
  }

  /// Appends the whole of another text, which is empty afterwards.
  func append(_ other: PendingTrack) {
    while other.appendNext(to: &text) { spill() }
  }

  /// Appends the next part of the track to a text; false if it is complete.
  func appendNext(to destination: inout ByteText) -> Bool {
    if stored > 0, let file {
      return withUnsafeTemporaryAllocation(byteCount: min(stored, Self.limit), alignment: 16) {
        guard let count = try? file.read(into: $0), count > 0 else {
          stored = 0
          return true
        }
        stored -= count
        destination.write(utf8: UnsafeRawBufferPointer(rebasing: $0[..<count]))
        return true
      }
    }
    guard !text.isEmpty else { return false }
    text.withBytes { destination.write(utf8: $0) }
    text.removeAll()
    return true
  }
}

extension ArraySlice<PendingTrack> {
  /// Appends the next part of the first track that is not complete; false if all are complete.
  mutating func appendNext(to destination: inout ByteText) -> Bool {
    while let next = first {
      if next.appendNext(to: &destination) { return true }
      removeFirst()
    }
    return false
  }
}

/// The values of a list while it is written, and whether any of them is known.
struct ValueList {
  let text = PendingTrack()
  private(set) var isKnown = false

  /// Appends what `body` writes, or `unknown`.
  mutating func append<Value>(
    _ value: Value?, unknown: StaticString, _ body: (inout ByteText, Value) -> Void
  ) {
    if let value {
      body(&text.text, value)
      isKnown = true
    } else {
      text.text.write(unknown)
    }
    text.spill()
  }

  /// Appends a number with up to three decimals, or `unknown`.
  mutating func append(number value: Double?, unknown: StaticString) {
    append(value.flatMap { FixedPoint($0, places: 3) }, unknown: unknown) {
      $0.write(trimming: $1)
    }
  }
}

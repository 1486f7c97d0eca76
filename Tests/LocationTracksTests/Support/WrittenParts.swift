import LocationTracks
import Testing

/// Writes a long file in steps, takes the bytes after each, and expects that no part is large.
///
/// - Parameters:
///   - writer: writes the file.
///   - steps: the number of steps.
///   - step: writes the items of the step with this number.
/// - Returns: the whole file.
func bytesInSmallParts(
  of writer: consuming TrackWriter, steps: Int, sourceLocation: SourceLocation = #_sourceLocation,
  _ step: (Int, inout TrackWriter) throws -> Void
) rethrows -> [UInt8] {
  var text: [UInt8] = []
  var longest = 0
  func take(_ bytes: UnsafeRawBufferPointer) {
    longest = max(longest, bytes.count)
    text += bytes
  }
  for index in 0..<steps {
    try step(index, &writer)
    writer.flush(to: take)
  }
  writer.end()
  writer.flush(to: take)
  #expect(longest < 100_000, sourceLocation: sourceLocation)
  return text
}

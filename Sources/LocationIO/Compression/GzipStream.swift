package import LocationCore

/// The decompressed bytes of a gzip stream (RFC 1952), with all its members.
///
/// Unchecked, because zlib's state is not `Sendable`. Only one thread reads a `ByteStream`, and ``close()``
/// uses nothing but the compressed stream.
package final class GzipStream: PromptByteStream, @unchecked Sendable {
  private let base: any ByteStream
  private let isPrompt: Bool
  private let source: String
  private let inflater: Inflater
  private var input = ReadAhead()
  /// Whether zlib has more output, or an error, without more input.
  private var hasMore = false
  private var isBetweenMembers = false
  private var isAtEnd = false

  /// Makes a stream.
  ///
  /// - Parameters:
  ///   - base: the compressed bytes. The new stream takes it over.
  ///   - source: the name of its source, for errors.
  /// - Throws: `.sourceUnavailable` if zlib is not installed.
  package init(_ base: any ByteStream, source: String) throws(UserLocationError) {
    do throws(SystemLibraryError) {
      inflater = try Inflater(.gzip)
    } catch {
      throw UserLocationError(error, source: source)
    }
    self.base = base
    self.source = source
    isPrompt = base is any PromptByteStream
  }

  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(UserLocationError) -> Int {
    try read(into: buffer, timeout: nil) ?? 0
  }

  /// Reads as `ByteStream` says. It throws `.badData` if the compressed data is damaged or cut off, after all
  /// bytes before the damage.
  package func read(
    into buffer: UnsafeMutableRawBufferPointer, timeout: Duration?
  ) throws(UserLocationError) -> Int? {
    while !isAtEnd {
      if input.count == 0, !hasMore {
        // The stream may block although the timeout is zero. The caller then reads on another thread.
        if !isPrompt, timeout == .zero { return nil }
        switch try input.fill(from: base, timeout: timeout) {
        case .silent: return nil
        case .more: break
        case .end:
          guard isBetweenMembers else { throw damage("it is cut off") }
          isAtEnd = true
        }
      } else if isBetweenMembers {
        beginMember()
      } else {
        let count = try inflate(into: buffer)
        if count > 0 { return count }
      }
    }
    return 0
  }

  package func close() { base.close() }

  /// Begins the next member. Some programs write zeros after the last one. Anything else is ignored, as
  /// gzip(1) does.
  private func beginMember() {
    switch input.withBytes({ $0[0] }) {
    case 0x1F:
      inflater.reset()
      isBetweenMembers = false
    case 0: input.drop(1)
    default: isAtEnd = true
    }
  }

  private func inflate(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(UserLocationError) -> Int {
    let step: Inflater.Step
    do throws(Inflater.Damage) {
      step = try input.withBytes { bytes throws(Inflater.Damage) in
        try inflater.inflate(bytes, into: buffer)
      }
    } catch {
      throw damage(error.words)
    }
    input.drop(step.consumed)
    isBetweenMembers = step.isAtEnd
    hasMore = step.hasMore
    return step.produced
  }

  private func damage(_ problem: String) -> UserLocationError {
    UserLocationError(
      .badData, source: source, detail: "damaged gzip data at byte \(input.offset): \(problem)")
  }
}

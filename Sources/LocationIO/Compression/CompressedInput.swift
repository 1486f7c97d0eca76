import LocationCore

/// The compressed bytes that were read and not used yet, and zlib's state.
struct CompressedInput {
  /// The name of the source, for errors.
  let source: String
  let inflater: Inflater
  var ahead = ReadAhead()
  /// Whether zlib has more output, or an error, without more input.
  private(set) var hasMore = false

  private let base: any ByteStream
  private let isPrompt: Bool

  /// - Throws: `.sourceUnavailable` if zlib is not installed.
  init(
    _ base: any ByteStream, source: String, wrapping: Inflater.Wrapping
  ) throws(UserLocationError) {
    do throws(SystemLibraryError) {
      inflater = try Inflater(wrapping)
    } catch {
      throw UserLocationError(error, source: source)
    }
    self.base = base
    self.source = source
    isPrompt = base is any PromptByteStream
  }

  /// Reads more compressed bytes. The timeout is that of ``ByteStream/read(into:timeout:)``.
  mutating func fill(timeout: Duration?) throws(UserLocationError) -> ReadAhead.Outcome {
    // The stream may block although the timeout is zero. The caller then reads on another thread.
    if !isPrompt, timeout == .zero { return .silent }
    return try ahead.fill(from: base, timeout: timeout)
  }

  /// Decompresses some of the bytes.
  mutating func inflate(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(Inflater.Damage) -> Inflater.Step {
    let step = try ahead.withBytes { bytes throws(Inflater.Damage) in
      try inflater.inflate(bytes, into: buffer)
    }
    ahead.drop(step.consumed)
    hasMore = step.hasMore
    return step
  }
}

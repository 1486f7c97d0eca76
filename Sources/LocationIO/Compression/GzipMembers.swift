import LocationCore

/// The members of a gzip stream (RFC 1952).
struct GzipMembers: Decompressor {
  private var input: CompressedInput
  private var isBetweenMembers = false
  private var isAtEnd = false

  init(_ input: CompressedInput) { self.input = input }

  mutating func read(
    into buffer: UnsafeMutableRawBufferPointer, timeout: Duration?
  ) throws(UserLocationError) -> Int? {
    while !isAtEnd {
      if input.ahead.count == 0, !input.hasMore {
        switch try input.fill(timeout: timeout) {
        case .silent: return nil
        case .more: break
        case .end:
          guard isBetweenMembers else { throw damage("it is cut off", cause: CompressedDataEnd()) }
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

  /// Begins the next member. Some programs write zeros after the last one. Anything else is ignored, as
  /// gzip(1) does.
  private mutating func beginMember() {
    switch input.ahead.withBytes({ $0[0] }) {
    case 0x1F:
      input.inflater.reset()
      isBetweenMembers = false
    case 0: input.ahead.drop(1)
    default: isAtEnd = true
    }
  }

  private mutating func inflate(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(UserLocationError) -> Int {
    let step: Inflater.Step
    do throws(Inflater.Damage) {
      step = try input.inflate(into: buffer)
    } catch {
      throw damage(error.words)
    }
    isBetweenMembers = step.isAtEnd
    return step.produced
  }

  private func damage(_ problem: String, cause: CompressedDataEnd? = nil) -> UserLocationError {
    UserLocationError(
      .badData, source: input.source,
      detail: "damaged gzip data at byte \(input.ahead.offset): \(problem)", cause: cause)
  }
}

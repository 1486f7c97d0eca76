package import LocationCore

/// What a stream does on its reading thread. One thread at a time calls it, so it is a plain value
/// without locks; ``WakeableStream`` does the rest.
package protocol StreamReader: Sendable {
  /// Reads as ``WakeableStream/read(into:timeout:)`` does, and waits only through `wake`.
  mutating func read(
    into buffer: UnsafeMutableRawBufferPointer, until deadline: Deadline, wake: WakeChannel
  ) throws(UserLocationError) -> Int?

  /// Closes what the reader holds. Called once; no read comes after it.
  mutating func release()
}

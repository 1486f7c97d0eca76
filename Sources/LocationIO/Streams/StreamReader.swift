package import LocationCore

/// The reading part of a ``WakeableStream``, which calls it from one thread at a time.
///
/// A reader owns its descriptors and closes them when it is released.
package protocol StreamReader: Sendable {
  /// Reads as ``WakeableStream/read(into:timeout:)`` does. It may wait only through `wake`.
  mutating func read(
    into buffer: UnsafeMutableRawBufferPointer, until deadline: Deadline, wake: WakeChannel
  ) throws(UserLocationError) -> Int?
}

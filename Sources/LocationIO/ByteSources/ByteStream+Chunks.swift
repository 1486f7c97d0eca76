import LocationCore

extension ByteStream {
  /// Reads at most `capacity` bytes, and passes them to `body`; at the end it passes none.
  ///
  /// Bytes that are at hand, as those of a file, are read on this thread. For all others this does the same as
  /// ``chunk(upTo:)``. Canceling the task closes the stream.
  nonisolated(nonsending) package func readChunk(
    upTo capacity: Int, _ body: (UnsafeRawBufferPointer) -> Void
  ) async throws(UserLocationError) {
    if Task.isCancelled {
      close()
      throw .cancelled
    }
    if self is any PromptByteStream {
      let isRead = try withUnsafeTemporaryAllocation(
        byteCount: capacity, alignment: 16
      ) { buffer throws(UserLocationError) -> Bool in
        guard let count = try read(into: buffer, timeout: .zero) else { return false }
        body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        return true
      }
      if isRead { return }
    }
    try await chunk(upTo: capacity).withUnsafeBytes(body)
  }

  /// Reads at most `capacity` bytes; returns an empty array at the end.
  ///
  /// The read occupies a thread of its own, so it never blocks Swift's tasks. Canceling the task
  /// closes the stream.
  nonisolated(nonsending) package func chunk(
    upTo capacity: Int
  ) async throws(UserLocationError) -> [UInt8] {
    while true {
      if let bytes = try await chunk(upTo: capacity, timeout: nil) { return bytes }
    }
  }

  /// Reads as ``chunk(upTo:)`` does; returns `nil` if the source was silent for `timeout`, which
  /// ``ByteStream/read(into:timeout:)`` defines.
  nonisolated(nonsending) package func chunk(
    upTo capacity: Int, timeout: Duration?
  ) async throws(UserLocationError) -> [UInt8]? {
    try await DedicatedThread.run {
      self.blockingChunk(upTo: capacity, timeout)
    } onCancel: {
      close()
    } withoutThread: { error in
      .failure(
        UserLocationError(.inputOutput, detail: "no thread to read with: \(error)", cause: error))
    }
    .get()
  }

  private func blockingChunk(
    upTo capacity: Int, _ timeout: Duration?
  ) -> Result<[UInt8]?, UserLocationError> {
    var failure: UserLocationError?
    var isSilent = false
    let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      do throws(UserLocationError) {
        let read = try read(into: UnsafeMutableRawBufferPointer(buffer), timeout: timeout)
        isSilent = read == nil
        count = read ?? 0
      } catch {
        failure = error
      }
    }
    return failure.map { .failure($0) } ?? .success(isSilent ? nil : bytes)
  }
}

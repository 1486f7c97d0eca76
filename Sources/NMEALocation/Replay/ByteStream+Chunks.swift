import LocationCore
import LocationSystem

extension ByteStream {
  /// The next bytes, at most `capacity` of them; empty at the end.
  ///
  /// The read blocks a thread of its own and not one of those that tasks share. Cancelling the
  /// task closes the stream.
  nonisolated(nonsending) package func chunk(
    upTo capacity: Int
  ) async throws(UserLocationError) -> [UInt8] {
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        startReading(capacity) { continuation.resume(returning: $0) }
      }
    } onCancel: {
      close()
    }
    return try result.get()
  }

  private func startReading(
    _ capacity: Int, then answer: @escaping @Sendable (Result<[UInt8], UserLocationError>) -> Void
  ) {
    do throws(SystemError) {
      try DedicatedThread.start { answer(self.blockingChunk(upTo: capacity)) }
    } catch {
      answer(
        .failure(
          UserLocationError(
            .inputOutput, detail: "no thread to read with: \(error)", cause: error)))
    }
  }

  private func blockingChunk(upTo capacity: Int) -> Result<[UInt8], UserLocationError> {
    var failure: UserLocationError?
    let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      do throws(UserLocationError) {
        count = try read(into: UnsafeMutableRawBufferPointer(buffer))
      } catch {
        failure = error
      }
    }
    return failure.map { .failure($0) } ?? .success(bytes)
  }
}

import CYardsticks
import GPSDLocation
import GPSDProtocol
import Glibc
import LocationCore
import Synchronization

/// Benchmarks of gpsd's lines: libgps alone, and the provider.
enum GPSDBenchmarks {
  /// The benchmarks whose names are `wanted`.
  static func all(_ recording: Recording, wanted: (String) -> Bool) -> [Benchmark] {
    let benchmarks = [
      Benchmark("gps_unpack", bytes: recording.bytes.count) {
        let positions = recording.bytes.withUnsafeBufferPointer { bytes in
          bytes.withMemoryRebound(to: CChar.self) {
            yardstick_gps_unpack($0.baseAddress, $0.count)
          }
        }
        return Outcome(count: positions, unit: "fixes")
      },
      Benchmark("gpsd-reports", bytes: recording.bytes.count) { reports(recording) },
      Benchmark("gpsd-fixes", bytes: recording.bytes.count) {
        try await read(recording, interests: [])
      },
      Benchmark("gpsd-updates", bytes: recording.bytes.count) {
        try await read(recording, interests: .all)
      },
    ]
    return benchmarks.filter { wanted($0.name) }
  }

  /// Each line as a `GPSDReport`, with its satellites.
  private static func reports(_ recording: Recording) -> Outcome {
    let source = FixSource(kind: .live, name: "gpsd://localhost")
    var fixes = 0
    recording.bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress,
        let end = memchr(start, 10, rest.count)
      {
        let line = UnsafeRawBufferPointer(start: start, count: start.distance(to: end))
        if case .update(.fix) = try? GPSDReport(line, source: source) { fixes += 1 }
        rest = rest.dropFirst(line.count + 1)
      }
    }
    return Outcome(count: fixes, unit: "fixes")
  }

  /// From gpsd's lines in a socket to updates in a closure, on the thread that reads the socket.
  private static func read(
    _ recording: Recording, interests: LocationInterests
  ) async throws -> Outcome {
    let server = try LineServer(recording)
    let provider = GPSDProvider(host: "127.0.0.1", port: server.port, retry: nil)
    let service = UserLocationService(provider: provider)
    let fixes = Mutex(0)
    // The service is released, and the observation canceled, only after the end.
    let end = await withCheckedContinuation { continuation in
      service.observe(interests: interests) { update in
        if case .fix = update { fixes.withLock { $0 += 1 } }
      } onEnd: {
        continuation.resume(returning: $0)
      }
    }
    withExtendedLifetime(service) {}
    // Any other error means that the server has closed the connection after its last line.
    if let end, end.code == .cancelled { throw end }
    let count = fixes.withLock { $0 }
    return Outcome(count: count, unit: "fixes", overhead: server.processorTime)
  }
}

import CYardsticks
import GPSDLocation
import Glibc
import LocationCore

/// gpsd's lines, by libgps alone and by the provider.
enum GPSDBenchmarks {
  /// Those of them that are `wanted` by name.
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
      Benchmark("gpsd-fixes", bytes: recording.bytes.count) {
        try await read(recording, without: .sky)
      },
      Benchmark("gpsd-updates", bytes: recording.bytes.count) {
        try await read(recording, without: [])
      },
    ]
    return benchmarks.filter { wanted($0.name) }
  }

  /// From gpsd's lines in a socket to updates in a loop, on the thread that reads the socket.
  private static func read(
    _ recording: Recording, without unwanted: LocationUpdate.Kinds
  ) async throws -> Outcome {
    let server = try LineServer(recording)
    let provider = GPSDProvider(host: "127.0.0.1", port: server.port, retry: nil)
    let reading = Task(executorPreference: InlineExecutor()) {
      var count = 0
      do {
        let updates = provider.startUpdatingLocation()
        updates.leaveOut(unwanted)
        for try await update in updates {
          if case .fix = update { count += 1 }
        }
      } catch let error as UserLocationError where error.code != .cancelled {
        // The server has closed the connection: all was said.
      }
      return count
    }
    let count = try await reading.value
    return Outcome(count: count, unit: "fixes", overhead: server.processorTime)
  }
}

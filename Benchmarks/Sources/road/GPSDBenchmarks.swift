import CYardsticks
import GPSDLocation
import Glibc
import LocationCore

/// gpsd's lines, by libgps alone and by the provider.
enum GPSDBenchmarks {
  static func all(_ recording: Recording) -> [Benchmark] {
    [
      Benchmark("gps_unpack", bytes: recording.bytes.count) {
        let positions = recording.bytes.withUnsafeBufferPointer { bytes in
          bytes.withMemoryRebound(to: CChar.self) {
            yardstick_gps_unpack($0.baseAddress, $0.count)
          }
        }
        return Outcome(count: positions, unit: "fixes")
      },
      Benchmark("gpsd-fixes", bytes: recording.bytes.count) { try await fixes(recording) },
    ]
  }

  /// From gpsd's lines in a socket to fixes in a loop, on the thread that reads the socket.
  private static func fixes(_ recording: Recording) async throws -> Outcome {
    let server = try LineServer(recording)
    let provider = GPSDProvider(host: "127.0.0.1", port: server.port, retry: nil)
    let reading = Task(executorPreference: InlineExecutor()) {
      var count = 0
      do {
        for try await update in provider.startUpdatingLocation() {
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

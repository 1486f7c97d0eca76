import CYardsticks
import Glibc

/// A measurement: its name, its work, and the number of bytes of the work.
struct Benchmark {
  let name: String
  /// The number of bytes of a run; 0 if its work is not counted in bytes.
  let byteCount: Int
  let run: () async throws -> Outcome

  init(_ name: String, bytes: Int, run: @escaping () async throws -> Outcome) {
    self.name = name
    byteCount = bytes
    self.run = run
  }
}

/// The result of a run.
struct Outcome {
  /// The number of items that it read or made. It is the same in every run.
  var count: Int
  /// The name of the items, such as `sentences`.
  var unit: String
  /// The memory blocks that were allocated for each item after the warm-up, if they were counted.
  var allocations: Double?
  /// Seconds of CPU of work that is not measured.
  var overhead = 0.0
}

/// All runs of one benchmark.
struct Measurement {
  let benchmark: Benchmark
  var outcome: Outcome?
  /// Seconds of CPU of the whole process, run by run.
  var seconds: [Double] = []

  /// Megabytes a second of CPU.
  var rate: Double? {
    benchmark.byteCount > 0 ? Double(benchmark.byteCount) / seconds.median / 1e6 : nil
  }

  /// The ratio of the speeds of this benchmark and another one, from runs next to each other.
  func ratio(to other: Measurement) -> Double? {
    guard benchmark.byteCount > 0, other.benchmark.byteCount > 0 else { return nil }
    return zip(seconds, other.seconds).map { own, others in
      Double(benchmark.byteCount) / own / (Double(other.benchmark.byteCount) / others)
    }.median
  }

  /// Runs all benchmarks in turn, so that a disturbance affects all of them. The first round only
  /// warms up.
  static func alternating(_ benchmarks: [Benchmark], runs: Int) async throws -> [Measurement] {
    var measurements = benchmarks.map { Measurement(benchmark: $0) }
    for run in 0...runs {
      for index in measurements.indices {
        let start = processorTime()
        let outcome = try await benchmarks[index].run()
        let seconds = processorTime() - start - outcome.overhead
        guard measurements[index].outcome?.count ?? outcome.count == outcome.count else {
          throw Failure("\(benchmarks[index].name): two runs have different results")
        }
        measurements[index].outcome = outcome
        if run > 0 { measurements[index].seconds.append(seconds) }
      }
    }
    return measurements
  }
}

/// The reason why nothing was measured.
struct Failure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// Seconds of CPU that all threads of this process have used.
func processorTime() -> Double { time(CLOCK_PROCESS_CPUTIME_ID) }

/// Seconds of CPU that this thread has used.
func threadTime() -> Double { time(CLOCK_THREAD_CPUTIME_ID) }

private func time(_ clock: clockid_t) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

extension [Double] {
  /// The median.
  var median: Double {
    let ordered = sorted()
    guard !ordered.isEmpty else { return .nan }
    let middle = ordered.count / 2
    return ordered.count.isMultiple(of: 2)
      ? (ordered[middle - 1] + ordered[middle]) / 2 : ordered[middle]
  }
}

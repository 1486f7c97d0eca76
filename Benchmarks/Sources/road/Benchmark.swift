import CYardsticks
import Glibc

/// Something to measure: a name, and work on so many bytes.
struct Benchmark {
  let name: String
  /// What a run goes through; 0 where that is no bytes.
  let byteCount: Int
  let run: () async throws -> Outcome

  init(_ name: String, bytes: Int, run: @escaping () async throws -> Outcome) {
    self.name = name
    byteCount = bytes
    self.run = run
  }
}

/// What a run came to.
struct Outcome {
  /// How many of these it took or made: the same number every time.
  var count: Int
  /// What they are, as `sentences`.
  var unit: String
  /// Blocks of memory that were allocated for each of them after the warm-up, where it was counted.
  var allocations: Double?
  /// Seconds of CPU that went into what is not measured.
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

  /// How many times as fast as another one, each run compared with the one beside it.
  func ratio(to other: Measurement) -> Double? {
    guard benchmark.byteCount > 0, other.benchmark.byteCount > 0 else { return nil }
    return zip(seconds, other.seconds).map { own, others in
      Double(benchmark.byteCount) / own / (Double(other.benchmark.byteCount) / others)
    }.median
  }

  /// Runs all in alternation, so that what disturbs one disturbs the others. The first round is to
  /// warm up.
  static func alternating(_ benchmarks: [Benchmark], runs: Int) async throws -> [Measurement] {
    var measurements = benchmarks.map { Measurement(benchmark: $0) }
    for run in 0...runs {
      for index in measurements.indices {
        let start = processorTime()
        let outcome = try await benchmarks[index].run()
        let seconds = processorTime() - start - outcome.overhead
        guard measurements[index].outcome?.count ?? outcome.count == outcome.count else {
          throw Failure("\(benchmarks[index].name): two runs came to two results")
        }
        measurements[index].outcome = outcome
        if run > 0 { measurements[index].seconds.append(seconds) }
      }
    }
    return measurements
  }
}

/// Why nothing was measured.
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
  /// The middle one.
  var median: Double {
    let ordered = sorted()
    guard !ordered.isEmpty else { return .nan }
    let middle = ordered.count / 2
    return ordered.count.isMultiple(of: 2)
      ? (ordered[middle - 1] + ordered[middle]) / 2 : ordered[middle]
  }
}

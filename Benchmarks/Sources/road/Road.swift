import CYardsticks
import Glibc

/// Measures the library's road from bytes to fixes; see ``usage``.
@main
struct Road {
  static let usage = """
    usage: road [--runs N] [--only NAME,NAME...] [--checksums LIBRARY] FILE...

    Measures each part of the road from a file's bytes to fixes, on one core, in this process. Prints
    megabytes (10^6 bytes) a second of CPU time: the median of N runs (default 5) of all parts in turn.
    NMEA 0183:

      checksums      a plain loop in C that only finds the sentences and their checksums
      decode         framer, checksum and all fields of every sentence; reads the values
      sentences      the same, with a Sentence of each
      epochs         decode, and epochs of the sentences
      fixes          the same, and a Fix of each epoch that has one
      updates        the same with the sky, as NMEALocationDecoder delivers it
      encode         sentences into bytes; bytes written
      encode-epochs  epochs into a receiver's cycle of sentences; bytes written
      replay         an unpaced NMEAReplayProvider through UserLocationService, from memory
      replay-10m     the same with a distance filter of 10 m
      distances      Coordinate.distance(to:), from each place to the next

    gpsd's JSON, as gpspipe -w writes it, if the file begins with {:

      gps_unpack     libgps alone, every line
      gpsd-reports   GPSDProtocol alone, every line
      gpsd-fixes     GPSDProvider on a socket, to a closure on the thread that reads it,
                     without satellites
      gpsd-updates   the same with satellites

    LIBRARY has the loop of checksums from another compiler, such as
    gcc -O3 -shared -fPIC -I Sources/CYardsticks/include -o LIBRARY Sources/CYardsticks/checksums.c

    allocs are blocks of memory allocated for each sentence (or fix, or epoch) after the first
    tenth of the file.
    """

  static func main() async {
    do {
      try await run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      let line = "road: \(error)\n"
      write(STDERR_FILENO, line, line.utf8.count)
      exit(1)
    }
  }

  private static func run(_ arguments: [String]) async throws {
    var (runs, only, paths) = (5, Set<Substring>(), [String]())
    var checksums: ChecksumLoop = yardstick_checksums
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--runs": runs = rest.popFirst().flatMap { Int($0) } ?? 0
      case "--only": only = Set(rest.popFirst()?.split(separator: ",") ?? [])
      case "--checksums": checksums = try checksumLoop(ofLibrary: rest.popFirst() ?? "")
      case _ where argument.hasPrefix("-"): runs = 0
      default: paths.append(argument)
      }
    }
    guard runs > 0, !paths.isEmpty else {
      print(usage)
      exit(64)
    }
    for path in paths {
      let recording = try Recording(path: path)
      let wanted = { (name: String) in only.isEmpty || only.contains(name[...]) }
      let benchmarks =
        recording.isJSON
        ? GPSDBenchmarks.all(recording, wanted: wanted)
        : NMEABenchmarks.all(recording, checksums: checksums, wanted: wanted)
      guard !benchmarks.isEmpty else {
        throw Failure("\(path): --only has an unknown part; --help lists the parts")
      }
      report(recording, try await Measurement.alternating(benchmarks, runs: runs))
    }
  }

  private static func report(_ recording: Recording, _ measurements: [Measurement]) {
    let yardsticks = measurements.filter {
      ["checksums", "decode", "gps_unpack"].contains($0.benchmark.name)
    }
    print("\(recording.path), \(recording.bytes.count) bytes")
    print(
      padded("", -14), padded("MB/s", 8),
      yardsticks.map { padded("of " + $0.benchmark.name, 13) }.joined(separator: " "),
      padded("allocs", 8), padded("ns each", 9))
    for measurement in measurements {
      guard let outcome = measurement.outcome else { continue }
      print(
        padded(measurement.benchmark.name, -14), padded(fixed(measurement.rate, 1), 8),
        yardsticks.map { padded(fixed(measurement.ratio(to: $0), 2), 13) }.joined(separator: " "),
        padded(fixed(outcome.allocations, 4), 8),
        padded(fixed(measurement.seconds.median / Double(max(1, outcome.count)) * 1e9, 0), 9),
        " \(outcome.count) \(outcome.unit)")
    }
  }

  /// Right-aligned in this many columns; left-aligned if the number is negative.
  private static func padded(_ text: String, _ width: Int) -> String {
    let padding = String(repeating: " ", count: max(0, abs(width) - text.count))
    return width < 0 ? text + padding : padding + text
  }

  private static func fixed(_ number: Double?, _ decimals: Int) -> String {
    guard let number, number.isFinite, abs(number) < 1e12 else { return "" }
    let scale = [1.0, 10, 100, 1000, 10_000][decimals]
    let digits = String(Int((abs(number) * scale).rounded()))
    let all = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    return (number < 0 ? "-" : "") + all.dropLast(decimals)
      + (decimals > 0 ? "." + all.suffix(decimals) : "")
  }
}

import CYardsticks
import Glibc
import LocationCore
import LocationIO
import NMEA0183
import NMEALocation

/// A loop in C over bytes and their number, which returns the number of right checksums.
typealias ChecksumLoop = @convention(c) (UnsafePointer<CChar>?, Int) -> Int

/// Loads the loop of a shared library that another compiler has built from `checksums.c`.
func checksumLoop(ofLibrary path: String) throws -> ChecksumLoop {
  guard let library = dlopen(path, RTLD_NOW), let symbol = dlsym(library, "yardstick_checksums")
  else { throw Failure(dlerror().map { String(cString: $0) } ?? "\(path) can not be loaded") }
  return unsafeBitCast(symbol, to: ChecksumLoop.self)
}

extension Recording {
  fileprivate func sentences(rightBy loop: ChecksumLoop) -> Int {
    bytes.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { loop($0.baseAddress, $0.count) }
    }
  }
}

/// Benchmarks of each part of the road from bytes to fixes and back.
enum NMEABenchmarks {
  /// The benchmarks whose names are `wanted`.
  ///
  /// - Parameter checksums: the plain loop that finds sentences and their checksums.
  static func all(
    _ recording: Recording, checksums: @escaping ChecksumLoop, wanted: (String) -> Bool
  ) -> [Benchmark] {
    let size = recording.bytes.count
    var benchmarks = [
      Benchmark("checksums", bytes: size) {
        Outcome(count: recording.sentences(rightBy: checksums), unit: "right ones")
      },
      Benchmark("decode", bytes: size) { decode(recording) },
      Benchmark("sentences", bytes: size) { sentences(recording) },
      Benchmark("epochs", bytes: size) { epochs(recording) },
      Benchmark("fixes", bytes: size) { fixes(recording) },
      Benchmark("updates", bytes: size) { updates(recording) },
    ]
    for (name, distance) in [("replay", nil), ("replay-10m", 10.0)] {
      benchmarks.append(
        Benchmark(name, bytes: size) { try await replay(recording, distanceFilter: distance) })
    }
    if wanted("encode") {
      let sentences = Sentences(of: recording)
      benchmarks.append(
        Benchmark("encode", bytes: sentences.encodedCount) { sentences.encode() })
    }
    if wanted("encode-epochs") || wanted("distances") {
      let instants = Instants(of: recording)
      benchmarks.append(
        Benchmark("encode-epochs", bytes: instants.encodedCount) { instants.encode() })
      benchmarks.append(Benchmark("distances", bytes: 0) { instants.distances() })
    }
    return benchmarks.filter { wanted($0.name) }
  }

  /// Framer, checksum and all fields of every sentence, each read as its own type, and a look at the values.
  private static func decode(_ recording: Recording) -> Outcome {
    var framer = SentenceFramer()
    var tally = Tally()
    let counted = recording.forEachChunk { chunk in
      let before = tally.sentences
      framer.push(chunk) { frame in
        if frame.fault == nil { try? tally.add(frame) }
      }
      return tally.sentences - before
    }
    return tally.outcome(counted)
  }

  /// The same with a `Sentence` of each.
  private static func sentences(_ recording: Recording) -> Outcome {
    var framer = SentenceFramer()
    var tally = Tally()
    let counted = recording.forEachChunk { chunk in
      let before = tally.sentences
      framer.push(chunk) { frame in
        if frame.fault == nil, let sentence = try? Sentence(frame) { tally.add(sentence) }
      }
      return tally.sentences - before
    }
    return tally.outcome(counted)
  }

  /// The same, and epochs of the sentences.
  private static func epochs(_ recording: Recording) -> Outcome {
    var framer = SentenceFramer()
    var assembler = EpochAssembler()
    var tally = Tally()
    let counted = recording.forEachChunk { chunk in
      let before = tally.sentences
      framer.push(chunk) { frame in
        guard frame.fault == nil else { return }
        tally.sentences += 1
        try? assembler.add(frame) { epoch, satellites in
          tally.add(epoch.latitude)
          tally.add(satellites.count)
        }
      }
      return tally.sentences - before
    }
    return tally.outcome(counted)
  }

  /// The same, and the fix of each epoch that has one. No update is made of the fix, because
  /// an update is a block of memory.
  private static func fixes(_ recording: Recording) -> Outcome {
    let source = FixSource(kind: .replayed, name: "file:track")
    var framer = SentenceFramer()
    var assembler = EpochAssembler()
    var tally = Tally()
    let counted = recording.forEachChunk { chunk in
      let before = tally.sentences
      framer.push(chunk) { frame in
        guard frame.fault == nil else { return }
        tally.sentences += 1
        try? assembler.add(frame) { epoch, _ in
          tally.add(Fix(epoch, source: source)?.coordinate.latitude)
        }
      }
      return tally.sentences - before
    }
    return tally.outcome(counted)
  }

  /// The same with the sky, as a source delivers it.
  private static func updates(_ recording: Recording) -> Outcome {
    var decoder = NMEALocationDecoder(source: FixSource(kind: .replayed, name: "file:track"))
    var tally = Tally()
    let counted = recording.forEachChunk { chunk in
      let before = decoder.counters.sentences
      decoder.decode(chunk) { update, _ in tally.add(update) }
      return decoder.counters.sentences - before
    }
    tally.sentences = decoder.counters.sentences
    return tally.outcome(counted)
  }

  /// A replay at full speed through the service, from memory.
  private static func replay(
    _ recording: Recording, distanceFilter: Double?
  ) async throws -> Outcome {
    let source = DataByteSource(bytes: recording.bytes)
    let service = UserLocationService(provider: NMEAReplayProvider(source, pace: .unpaced))
    var fixes = 0
    for try await fix in service.locationUpdates(distanceFilter: distanceFilter)
    where fix.coordinate.latitude.isFinite {
      fixes += 1
    }
    return Outcome(count: fixes, unit: "fixes")
  }
}

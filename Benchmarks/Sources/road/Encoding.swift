import CYardsticks
import LocationCore
import NMEA0183

/// Sentences to write.
struct Sentences {
  /// The largest number of sentences that are kept. They are written repeatedly.
  private static let limit = 50_000

  private var sentences: [Sentence] = []
  private let encoder = SentenceEncoder.exact
  private let rounds: Int
  /// How many bytes a run writes.
  private(set) var encodedCount = 0

  /// The sentences of a recording that can be written.
  init(of recording: Recording) {
    var framer = SentenceFramer()
    var sentences: [Sentence] = []
    var once = 0
    var buffer: [UInt8] = []
    let encoder = encoder
    recording.bytes.withUnsafeBytes { bytes in
      framer.push(UnsafeRawBufferPointer(rebasing: bytes.prefix(8 << 20))) { frame in
        guard sentences.count < Self.limit, frame.fault == nil, let sentence = try? Sentence(frame),
          (try? encoder.encode(sentence, into: &buffer)) != nil
        else { return }
        sentences.append(sentence)
        once += buffer.count
        buffer.removeAll(keepingCapacity: true)
      }
    }
    self.sentences = sentences
    rounds = max(1, recording.bytes.count / max(1, once))
    encodedCount = rounds * once
  }

  /// Writes all sentences.
  func encode() -> Outcome {
    rewriting(sentences, times: rounds, into: encodedCount, "sentences") { sentence, buffer in
      try? encoder.encode(sentence, into: &buffer)
    }
  }
}

/// Instants of a recording: epochs to write, and places to measure between.
struct Instants {
  private static let limit = 10_000

  private var epochs: [(epoch: NavigationEpoch, satellites: [EpochSatellite])] = []
  private var places: [Coordinate] = []
  private let encoder = EpochEncoder()
  private let rounds: Int
  /// How many bytes a run writes.
  private(set) var encodedCount = 0

  /// The epochs of a recording that have a position and can be written.
  init(of recording: Recording) {
    var framer = SentenceFramer()
    var assembler = EpochAssembler()
    var epochs: [(epoch: NavigationEpoch, satellites: [EpochSatellite])] = []
    var once = 0
    var buffer: [UInt8] = []
    let encoder = encoder
    recording.bytes.withUnsafeBytes { bytes in
      let start = UnsafeRawBufferPointer(rebasing: bytes.prefix(8 << 20))
      framer.push(start) { frame in
        guard frame.fault == nil else { return }
        try? assembler.add(frame) { epoch, satellites in
          guard epochs.count < Self.limit, epoch.hasFix == true, epoch.latitude != nil,
            (try? encoder.encode(epoch, satellites: satellites, into: &buffer)) != nil
          else { return }
          epochs.append((epoch, satellites))
          once += buffer.count
          buffer.removeAll(keepingCapacity: true)
        }
      }
    }
    self.epochs = epochs
    places = epochs.compactMap { pair in
      guard let latitude = pair.epoch.latitude, let longitude = pair.epoch.longitude else {
        return nil
      }
      return try? Coordinate(latitude: latitude, longitude: longitude)
    }
    rounds = max(1, recording.bytes.count / max(1, once))
    encodedCount = rounds * once
  }

  /// Writes each epoch as a receiver's cycle of sentences.
  func encode() -> Outcome {
    rewriting(epochs, times: rounds, into: encodedCount, "epochs") { pair, buffer in
      try? encoder.encode(pair.epoch, satellites: pair.satellites, into: &buffer)
    }
  }

  /// The distance filter's work: from each place to the next.
  func distances() -> Outcome {
    var length = 0.0
    for (place, next) in zip(places, places.dropFirst()) { length += place.distance(to: next) }
    return Outcome(count: places.count - 1, unit: length > 0 ? "distances" : "standing still")
  }
}

/// Writes all of `items` repeatedly, in chunks of bytes. The number of all written bytes must be
/// `expected`.
@inline(__always)
private func rewriting<Item>(
  _ items: [Item], times rounds: Int, into expected: Int, _ unit: String,
  by write: (Item, inout [UInt8]) -> Void
) -> Outcome {
  var buffer: [UInt8] = []
  buffer.reserveCapacity(2 * Recording.chunkSize)
  let before = yardstick_allocations()
  var written = 0
  for _ in 0..<rounds {
    for item in items {
      write(item, &buffer)
      if buffer.count >= Recording.chunkSize {
        written += buffer.count
        buffer.removeAll(keepingCapacity: true)
      }
    }
  }
  let count = rounds * items.count
  return Outcome(
    count: written + buffer.count == expected ? count : -1, unit: unit,
    allocations: before < 0 ? nil : Double(yardstick_allocations() - before) / Double(count))
}

import LocationCore
import LocationReplay

/// Points of a track in little memory.
///
/// A `Fix` has half a kilobyte, because it has a place for each value that a receiver may report. A packed fix
/// has only the values that the receiver reported: with altitude and time it has 48 bytes.
struct PackedFixes {
  /// For each fix: a word that says which values follow, latitude and longitude, and the values.
  private var words: [UInt64] = []
  /// Where each fix begins in `words`.
  private var starts: [Int] = []
  /// The different sources of the fixes. The fixes of a track have few.
  private var sources: [FixSource] = []

  /// The names and texts of points, by their indices. Most tracks have none.
  private var names: [Int: String] = [:]
  private var originals: [Int: OriginalElement] = [:]
  /// What the receiver reported for the fixes that a program changed.
  private var reported: [Int: Fix] = [:]

  // The first word, from its lowest bit: whether each value is stated, the mode, the status, the derived
  // values, whether the last two words are values of sensors, and the index of the source.
  private static let modeShift: UInt64 = 32
  private static let statusShift: UInt64 = 34
  private static let derivedShift: UInt64 = 38
  private static let sensorsShift: UInt64 = 41
  private static let sourceShift: UInt64 = 42

  var count: Int { starts.count }

  var isEmpty: Bool { starts.isEmpty }

  var coordinates: [Coordinate] { starts.map(coordinate) }

  mutating func append(_ point: TrackPoint) {
    if let name = point.name { names[count] = name }
    if let original = point.original { originals[count] = original }
    if let fix = point.fix.original { reported[count] = fix }
    append(point.fix)
    if point.sensors.isEmpty { return }
    words[starts[count - 1]] |= 1 << Self.sensorsShift
    let (one, other) = point.sensors.packed
    words += [one, other]
  }

  private mutating func append(_ fix: consuming Fix) {
    var fix = fix
    let start = words.count
    starts.append(start)
    words.append(0)
    words.append(fix.coordinate.latitude.bitPattern)
    words.append(fix.coordinate.longitude.bitPattern)
    var stated: UInt64 = 0
    var bit: UInt64 = 1
    fix.forEachOptionalValue { value in
      if let value {
        words.append(value)
        stated |= bit
      }
      bit <<= 1
    }
    words[start] =
      stated | UInt64(fix.mode?.rawValue ?? 0) << Self.modeShift
      | UInt64(fix.status?.rawValue ?? 0) << Self.statusShift
      | UInt64(fix.derived?.rawValue ?? 0) << Self.derivedShift
      | UInt64(index(of: fix.source)) << Self.sourceShift
  }

  subscript(index: Int) -> TrackPoint {
    var fix = fix(at: index)
    fix.original = reported[index]
    return TrackPoint(
      fix, name: names[index], sensors: sensors(at: index), original: originals[index])
  }

  private func sensors(at index: Int) -> SensorValues {
    guard words[starts[index]] >> Self.sensorsShift & 1 == 1 else { return SensorValues() }
    let end = index + 1 < starts.count ? starts[index + 1] : words.count
    return SensorValues(packed: (words[end - 2], words[end - 1]))
  }

  private func fix(at index: Int) -> Fix {
    let start = starts[index]
    let head = words[start]
    var fix = Fix(
      coordinate: coordinate(at: start),
      mode: FixMode(rawValue: Int(head >> Self.modeShift & 0x3)),
      source: sources[Int(head >> Self.sourceShift)])
    fix.status = FixStatus(rawValue: Int(head >> Self.statusShift & 0xF))
    let derived = DerivedValues(rawValue: UInt8(head >> Self.derivedShift & 0x7))
    fix.derived = derived.isEmpty ? nil : derived
    var next = start + 3
    var bit: UInt64 = 1
    fix.forEachOptionalValue { value in
      if head & bit != 0 {
        value = words[next]
        next += 1
      }
      bit <<= 1
    }
    return fix
  }

  private func coordinate(at start: Int) -> Coordinate {
    Coordinate(
      unchecked: Double(bitPattern: words[start + 1]), Double(bitPattern: words[start + 2]))
  }

  private mutating func index(of source: FixSource) -> Int {
    // Most fixes have the source of the fix before.
    if sources.last == source { return sources.count - 1 }
    if let index = sources.firstIndex(of: source) { return index }
    sources.append(source)
    return sources.count - 1
  }
}

extension Fix {
  /// Calls `body` with the bits of every value that a fix may leave out, and stores the bits that `body` leaves.
  /// There are at most 32 such values.
  @inline(__always)
  fileprivate mutating func forEachOptionalValue(_ body: (inout UInt64?) -> Void) {
    exchange(Fix.dates, of: &self, body)
    exchange(Fix.numbers, of: &self, body)
    exchange(Fix.integers, of: &self, body)
    exchange(ErrorEstimates.numbers, of: &errors, body)
    exchange(DilutionOfPrecision.numbers, of: &dilution, body)
  }
}

/// Calls `body` with the bits of some values, and stores the bits that it changes.
@inline(__always)
private func exchange<Root, Value: Packable>(
  _ values: [StatedValue<Root, Value>], of root: inout Root, _ body: (inout UInt64?) -> Void
) {
  for value in values {
    let former = value.get(root)?.packedBits
    var bits = former
    body(&bits)
    if bits != former { value.set(&root, bits.map(Value.init(packedBits:))) }
  }
}

/// A value that fits into a word.
private protocol Packable {
  init(packedBits: UInt64)
  var packedBits: UInt64 { get }
}

extension Double: Packable {
  fileprivate init(packedBits: UInt64) { self.init(bitPattern: packedBits) }
  fileprivate var packedBits: UInt64 { bitPattern }
}

extension Int: Packable {
  fileprivate init(packedBits: UInt64) { self.init(truncatingIfNeeded: packedBits) }
  fileprivate var packedBits: UInt64 { UInt64(bitPattern: Int64(self)) }
}

extension Date: Packable {
  fileprivate init(packedBits: UInt64) {
    self.init(timeIntervalSinceReferenceDate: Double(bitPattern: packedBits))
  }
  fileprivate var packedBits: UInt64 { timeIntervalSinceReferenceDate.bitPattern }
}

/// The bytes of one sentence while it is written.
///
/// They are in memory of the encoder's call. Writing to an array checks at each byte whether the array has
/// other owners and enough room, which took half of the time.
struct SentenceBytes {
  /// More than the longest sentence of this library: PUBX,03 with all its satellites has 883 bytes. Swift
  /// puts up to this many bytes on the stack, and more of them on the heap.
  static let most = 1024

  private let capacity: Int
  private let base: UnsafeMutablePointer<UInt8>
  private(set) var count = 0

  /// Writes to memory that must outlive this value and has room for the whole sentence.
  init(_ memory: UnsafeMutableBufferPointer<UInt8>) {
    guard let base = memory.baseAddress else {
      preconditionFailure("there is no memory")
    }
    capacity = memory.count
    self.base = base
  }

  /// Everything that was written.
  var written: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: count) }

  /// All bytes after the first, combined by exclusive or.
  var checksum: UInt8 {
    var words: UInt64 = 0
    var index = 1
    while index &+ 8 <= count {
      words ^= UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self)
      index &+= 8
    }
    words ^= words &>> 32
    words ^= words &>> 16
    var sum = UInt8(truncatingIfNeeded: words ^ words &>> 8)
    while index < count {
      sum ^= base[index]
      index &+= 1
    }
    return sum
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    precondition(count < capacity, "no sentence is that long")
    base[count] = byte
    count &+= 1
  }

  mutating func append(contentsOf bytes: StaticString) {
    for index in 0..<bytes.utf8CodeUnitCount { append(bytes.utf8Start[index]) }
  }

  /// Writes at least this many digits, with zeros in front, and a point before the last `decimals` of
  /// them.
  @inline(__always)
  mutating func append(_ value: UInt64, digits: Int, decimals: Int = 0) {
    let length = max(digits, Self.digitCount(value)) &+ (decimals > 0 ? 1 : 0)
    precondition(count &+ length <= capacity, "no sentence is that long")
    var rest = value
    var place = base + count + length
    for _ in 0..<decimals { place = Self.write(&rest, before: place) }
    if decimals > 0 {
      place -= 1
      place.pointee = FieldWriter.point
    }
    count &+= length
    while place > base + (count &- length) { place = Self.write(&rest, before: place) }
  }

  /// Writes the last digit of a number and takes it from the number.
  @inline(__always)
  private static func write(
    _ rest: inout UInt64, before place: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    let tens = rest / 10
    (place - 1).pointee = FieldWriter.zero &+ UInt8(truncatingIfNeeded: rest &- tens &* 10)
    rest = tens
    return place - 1
  }

  /// The number of digits of a number, at least one.
  @inline(__always)
  private static func digitCount(_ value: UInt64) -> Int {
    var count = 1
    var rest = value
    while rest >= 10_000 {
      rest /= 10_000
      count &+= 4
    }
    return count &+ (rest >= 1000 ? 3 : rest >= 100 ? 2 : rest >= 10 ? 1 : 0)
  }
}

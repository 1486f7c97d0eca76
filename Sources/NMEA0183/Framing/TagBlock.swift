import LocationText

/// The values of a TAG block in front of a sentence (NMEA 4.10):
/// `\s:r003669945,c:1120959341*51\$GPGGA,…`.
///
/// A gateway that passes sentences on writes it.
public struct TagBlock: Hashable, Sendable {
  /// `s`: the device that sent the sentence.
  public var source: ShortName?
  /// `c`: when the gateway received the sentence, in milliseconds since 1970-01-01 00:00 UTC. Some
  /// gateways write whole seconds.
  public var receiptMilliseconds: Int?
  /// `g`: the sentence's place in a group of sentences that belong together.
  public var group: Group?
  /// `n`: the number of the line, as the gateway counts.
  public var lineNumber: Int?
  /// Whether a block has no checksum or a wrong one. Its values are left out.
  public var isDamaged = false

  /// The place of a sentence in a group.
  public struct Group: Hashable, Sendable {
    /// The number of the sentence in the group, from 1.
    public var index: Int
    /// The number of sentences in the group.
    public var size: Int
    /// The number of the group.
    public var id: Int

    /// Makes a place in a group.
    public init(index: Int, size: Int, id: Int) {
      self.index = index
      self.size = size
      self.id = id
    }
  }

  /// Makes a TAG block without values.
  public init() {}

  /// The longest block that is recognized, in bytes. The standard allows 80 characters.
  static let limit = 256

  /// Reads the fields between the backslash and the `*`. A field that cannot be read is `nil`. Fields
  /// with unknown letters are skipped.
  init(_ fields: UnsafeBufferPointer<UInt8>) {
    for field in fields.split(separator: Byte.comma) where field.count > 2 {
      guard field[field.startIndex + 1] == Self.colon else { continue }
      let value = UnsafeBufferPointer(rebasing: field.dropFirst(2))
      switch field[field.startIndex] {
      case 0x73: source = ShortName(value)
      case 0x63: receiptMilliseconds = Self.milliseconds(value)
      case 0x67: group = Self.group(value)
      case 0x6E: lineNumber = Self.number(value[...])
      default: break
      }
    }
  }

  /// Takes a block for the sentence behind it. Several blocks directly after each other belong to the
  /// same sentence.
  ///
  /// - Parameter end: the offset of the byte behind the last block.
  mutating func take(
    _ block: TagBlock, from offset: Int, count: Int, endingAt end: inout Int
  ) {
    if offset != end { self = TagBlock() }
    merge(block)
    end = offset + count
  }

  /// Takes the values of a later block of the same sentence.
  private mutating func merge(_ later: TagBlock) {
    source = later.source ?? source
    receiptMilliseconds = later.receiptMilliseconds ?? receiptMilliseconds
    group = later.group ?? group
    lineNumber = later.lineNumber ?? lineNumber
    isDamaged = isDamaged || later.isDamaged
  }

  /// Seconds or milliseconds: seconds have eleven digits from the year 5138 on.
  private static func milliseconds(_ value: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let number = FixedPoint(value)?.limited(toDecimals: 3), number.digits > 0
    else { return nil }
    let scale = integerPowerOfTen(number.decimals)
    if number.digits / scale >= 100_000_000_000 { return number.digits / scale }
    return number.digits * 1000 / scale
  }

  private static func group(_ value: UnsafeBufferPointer<UInt8>) -> Group? {
    let parts = value.split(separator: Self.hyphen, omittingEmptySubsequences: false)
    guard parts.count == 3, let index = number(parts[0]), let size = number(parts[1]),
      let id = number(parts[2])
    else { return nil }
    return Group(index: index, size: size, id: id)
  }

  private static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    guard !digits.isEmpty, digits.count <= 10, digits.allSatisfy(Byte.isDigit) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  fileprivate static let colon: UInt8 = 0x3A
  private static let hyphen: UInt8 = 0x2D
}

/// The result of a search for a TAG block at a backslash.
enum TagScan {
  /// A TAG block and its number of bytes, both backslashes included.
  case block(TagBlock, count: Int)
  /// Something else.
  case other
  /// More bytes are needed to tell.
  case incomplete

  /// Looks at the bytes from a backslash on. A block has a letter and a colon behind the backslash, is
  /// printable, and ends at the next backslash.
  init(_ base: UnsafePointer<UInt8>, available: Int) {
    var index = 1
    var sum: UInt8 = 0
    var star = 0
    while index < min(available, TagBlock.limit) {
      let byte = base[index]
      if index == 1 && !(0x61...0x7A).contains(byte) || index == 2 && byte != TagBlock.colon
        || byte < 0x20 || byte > 0x7E
      {
        self = .other
        return
      }
      if byte == Byte.backslash {
        var block = TagBlock()
        if star == index - 3, let high = Byte.hexadecimalValue(base[star + 1]),
          let low = Byte.hexadecimalValue(base[star + 2]), high << 4 | low == sum
        {
          block = TagBlock(UnsafeBufferPointer(start: base + 1, count: star - 1))
        } else {
          block.isDamaged = true
        }
        self = .block(block, count: index + 1)
        return
      }
      if byte == Byte.star, star == 0 { star = index }
      if star == 0 { sum ^= byte }
      index += 1
    }
    self = available < TagBlock.limit ? .incomplete : .other
  }
}

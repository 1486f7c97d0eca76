/// Writes FIT files of either byte order.
struct FITBuilder {
  /// A field of a definition: its number, its base type, and the size of its value in bytes.
  typealias Field = (number: UInt8, type: UInt8, size: Int)

  static let timestamp: Field = (253, 0x86, 4)
  static let latitude: Field = (0, 0x85, 4)
  static let longitude: Field = (1, 0x85, 4)
  static let altitude: Field = (2, 0x84, 2)
  static let speed: Field = (6, 0x84, 2)
  static let accuracy: Field = (31, 0x02, 1)
  static let climb: Field = (32, 0x83, 2)
  static let enhancedSpeed: Field = (73, 0x86, 4)
  static let enhancedAltitude: Field = (78, 0x86, 4)

  var isBigEndian = false
  var headerSize = 14
  private(set) var data: [UInt8] = []

  init(isBigEndian: Bool = false, headerSize: Int = 14) {
    self.isBigEndian = isBigEndian
    self.headerSize = headerSize
  }

  /// Writes a definition, also with fields of a developer.
  mutating func define(
    _ type: UInt8, as message: UInt16, _ fields: [Field], developerSizes: [UInt8] = [],
    byteOrder: UInt8? = nil
  ) {
    data += [0x40 | (developerSizes.isEmpty ? 0 : 0x20) | type, 0]
    data.append(byteOrder ?? (isBigEndian ? 1 : 0))
    data += bytes(UInt64(message), 2) + [UInt8(fields.count)]
    for field in fields { data += [field.number, UInt8(field.size), field.type] }
    guard !developerSizes.isEmpty else { return }
    data.append(UInt8(developerSizes.count))
    for size in developerSizes { data += [0, size, 0] }
  }

  /// Writes data: pairs of a value and the number of its bytes.
  mutating func add(_ type: UInt8, _ values: (Int, Int)..., developer: [UInt8] = []) {
    data.append(type)
    for (value, size) in values { data += bytes(UInt64(bitPattern: Int64(value)), size) }
    data += developer
  }

  /// Writes data whose header states the lowest five bits of the time.
  mutating func add(_ type: UInt8, fiveBits: UInt8, _ values: (Int, Int)...) {
    data.append(0x80 | type << 5 | fiveBits)
    for (value, size) in values { data += bytes(UInt64(bitPattern: Int64(value)), size) }
  }

  mutating func add(raw: [UInt8]) { data += raw }

  /// The whole file.
  var file: [UInt8] {
    let size = UInt32(data.count)
    var header: [UInt8] = [UInt8(headerSize), 0x20, 0x40, 0x08]
    header += (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) }
    header += Array(".FIT".utf8)
    if headerSize == 14 { header += Self.littleEndian(Self.checksum(header)) }
    let content = header + data
    return content + Self.littleEndian(Self.checksum(content))
  }

  private func bytes(_ value: UInt64, _ size: Int) -> [UInt8] {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    return isBigEndian ? bytes.reversed() : bytes
  }

  private static func littleEndian(_ value: UInt16) -> [UInt8] {
    [UInt8(value & 0xFF), UInt8(value >> 8)]
  }

  /// Bit by bit, so that it has nothing in common with the reader's table.
  static func checksum(_ bytes: [UInt8]) -> UInt16 {
    var value: UInt16 = 0
    for byte in bytes {
      for bit in 0..<8 {
        let isOdd = (value ^ UInt16(byte >> bit)) & 1 == 1
        value >>= 1
        if isOdd { value ^= 0xA001 }
      }
    }
    return value
  }

  /// Degrees in the unit of FIT.
  static func semicircles(_ degrees: Double) -> (Int, Int) {
    (Int((degrees / 180 * 2_147_483_648).rounded()), 4)
  }
}

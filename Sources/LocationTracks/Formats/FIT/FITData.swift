/// The values of a data message of a FIT file. A value that the device marked as invalid is `nil`.
struct FITData {
  private let bytes: UnsafeRawBufferPointer
  private let definition: FITDefinition

  /// - Parameter message: the whole message, valid as long as this value is used.
  init(_ message: UnsafeRawBufferPointer, _ definition: FITDefinition) {
    bytes = UnsafeRawBufferPointer(rebasing: message.dropFirst())
    self.definition = definition
  }

  /// The integer in a field; the first one if the field has several.
  func integer(_ number: UInt8) -> Int? {
    guard let field = field(number) else { return nil }
    let raw = raw(field)
    switch field.type {
    case .enumeration, .uint8, .byte: return raw == 0xFF ? nil : Int(raw)
    case .uint16: return raw == 0xFFFF ? nil : Int(raw)
    case .uint32: return raw == 0xFFFF_FFFF ? nil : Int(raw)
    case .uint64: return Int(exactly: raw)
    case .uint8z, .uint16z, .uint32z, .uint64z: return raw == 0 ? nil : Int(exactly: raw)
    case .int8: return raw == 0x7F ? nil : Int(Int8(truncatingIfNeeded: raw))
    case .int16: return raw == 0x7FFF ? nil : Int(Int16(truncatingIfNeeded: raw))
    case .int32: return raw == 0x7FFF_FFFF ? nil : Int(Int32(truncatingIfNeeded: raw))
    case .int64: return raw == 0x7FFF_FFFF_FFFF_FFFF ? nil : Int(Int64(bitPattern: raw))
    case .string, .float32, .float64: return nil
    }
  }

  /// The same for a value that is never negative. A file may define it with a sign all the same.
  func positive(_ number: UInt8) -> Int? { integer(number).flatMap { $0 < 0 ? nil : $0 } }

  /// Degrees, which FIT counts in parts of a half circle: 2^31 are 180 degrees.
  func degrees(_ number: UInt8) -> Double? {
    guard field(number)?.type == .int32 else { return nil }
    return integer(number).map { Double($0) * 180 / 2_147_483_648 }
  }

  /// Meters above mean sea level, which FIT counts in fifths of a meter from 500 meters below.
  func altitude(_ number: UInt8) -> Double? { integer(number).map { Double($0) / 5 - 500 } }

  /// The text in a field, up to its first zero byte; `nil` for an empty one.
  func string(_ number: UInt8) -> String? {
    guard let field = field(number), field.type == .string else { return nil }
    let text = bytes[field.start..<field.start + field.size].prefix { $0 != 0 }
    return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
  }

  private func field(_ number: UInt8) -> FITDefinition.Field? {
    for field in definition.fields where field.number == number { return field }
    return nil
  }

  private func raw(_ field: FITDefinition.Field) -> UInt64 {
    let size = field.type.size
    precondition(field.start + size <= bytes.count)
    var value: UInt64 = 0
    for index in 0..<size {
      let place = definition.isBigEndian ? index : size - 1 - index
      value = value << 8 | UInt64(bytes[field.start + place])
    }
    return value
  }
}

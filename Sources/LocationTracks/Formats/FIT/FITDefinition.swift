/// How the data messages of a local type are laid out.
struct FITDefinition {
  /// A field of a message.
  struct Field {
    /// The number that the profile gives to the field.
    let number: UInt8
    /// Where the field begins, counted from the byte after the message's header.
    let start: Int
    let size: Int
    let type: FITBaseType
  }

  /// The messages that are read, by their global numbers.
  enum Kind: UInt16 {
    case sport = 12
    case session = 18
    case lap = 19
    case record = 20
    case event = 21
    case location = 29
    case coursePoint = 32
    case timeCorrelation = 162
  }

  /// `nil` for a message that is not read.
  let kind: Kind?
  /// The number of bytes of a message, without its header.
  let size: Int
  let isBigEndian: Bool
  /// The fields with a known type, without those of developers.
  let fields: [Field]
  /// The fields of sensors that a `record` message has.
  let sensors: [SensorField]
  /// Whether a message also has fields of developers.
  let hasDeveloperFields: Bool

  /// The number of bytes of a definition message; `nil` if more bytes are needed to know it.
  static func size(of message: UnsafeRawBufferPointer) -> Int? {
    guard message.count >= 6 else { return nil }
    let size = 6 + 3 * Int(message[5])
    guard message[0] & 0x20 != 0 else { return size }
    // The fields of developers have a count of their own.
    guard message.count > size else { return nil }
    return size + 1 + 3 * Int(message[size])
  }

  /// Reads a whole definition message.
  ///
  /// - Throws: if the byte order is neither of the two.
  init(_ message: UnsafeRawBufferPointer, at offset: Int) throws(TrackFileError) {
    guard message[2] <= 1 else {
      throw TrackFileError(
        offset: offset + 2,
        problem: "expected a definition with the byte order 0 or 1, not \(message[2])")
    }
    isBigEndian = message[2] == 1
    let (low, high) = isBigEndian ? (message[4], message[3]) : (message[3], message[4])
    kind = Kind(rawValue: UInt16(high) << 8 | UInt16(low))
    let count = Int(message[5])
    var fields: [Field] = []
    var size = 0
    for index in 0..<count {
      let start = 6 + 3 * index
      let length = Int(message[start + 1])
      if let type = FITBaseType(rawValue: message[start + 2] & 0x1F), length >= type.size {
        fields.append(
          Field(number: message[start], start: size, size: length, type: type))
      }
      size += length
    }
    let developers = 6 + 3 * count
    hasDeveloperFields = message[0] & 0x20 != 0
    if hasDeveloperFields {
      for index in 0..<Int(message[developers]) {
        size += Int(message[developers + 1 + 3 * index + 1])
      }
    }
    self.fields = fields
    self.size = size
    sensors =
      kind == .record
      ? SensorField.all.filter { sensor in fields.contains { $0.number == sensor.fit } } : []
  }
}

/// The types of fields, by the lower five bits of their numbers.
enum FITBaseType: UInt8 {
  case enumeration = 0
  case int8, uint8, int16, uint16, int32, uint32, string, float32, float64, uint8z, uint16z, uint32z
  case byte, int64, uint64, uint64z

  /// The number of bytes of one value.
  var size: Int {
    switch self {
    case .enumeration, .int8, .uint8, .string, .uint8z, .byte: 1
    case .int16, .uint16, .uint16z: 2
    case .int32, .uint32, .float32, .uint32z: 4
    case .float64, .int64, .uint64, .uint64z: 8
    }
  }
}

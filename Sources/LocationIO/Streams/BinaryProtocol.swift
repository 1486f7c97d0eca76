/// A binary protocol of receivers that gpsd reads and this library does not.
package enum BinaryProtocol: String, Sendable, CaseIterable {
  case ubx = "UBX"
  case sirf = "SiRF"
  case skyTraq = "SkyTraq"
  case rtcm = "RTCM 3"
  case allystar = "Allystar"
  case casic = "CASIC"
  /// Garmin's protocol has the same frame.
  case tsip = "TSIP"

  /// Recognizes the protocol of bytes from a receiver: a message, and directly after it the next one or a sentence.
  package init?(in bytes: [UInt8]) {
    for start in bytes.indices {
      let rest = bytes[start...]
      guard let found = Self.allCases.first(where: { rest.starts(with: $0.start) }),
        let end = found.end(of: rest), end < rest.endIndex
      else { continue }
      let next = rest[end...]
      guard next.starts(with: found.start.prefix(next.count)) || next.first == UInt8(ascii: "$")
      else { continue }
      self = found
      return
    }
    return nil
  }

  /// What a receiver with this protocol does, and what to do about it.
  package var advice: String {
    "it sends \(rawValue), a binary protocol; gpsd reads it: give gpsd the device, and read "
      + "gpsd://localhost"
  }

  /// The first bytes of a message.
  private var start: [UInt8] {
    switch self {
    case .ubx: [0xB5, 0x62]
    case .sirf: [0xA0, 0xA2]
    case .skyTraq: [0xA0, 0xA1]
    case .rtcm: [0xD3]
    case .allystar: [0xF1, 0xD9]
    case .casic: [0xBA, 0xCE]
    case .tsip: [0x10]
    }
  }

  /// The index after a message at the start of `bytes`; `nil` if it is no whole message.
  private func end(of bytes: ArraySlice<UInt8>) -> Int? {
    func number(_ high: Int, _ low: Int) -> Int? {
      guard bytes.count > max(high, low) else { return nil }
      return Int(bytes[bytes.startIndex + high]) << 8 | Int(bytes[bytes.startIndex + low])
    }
    func after(_ length: Int?, _ frame: Int) -> Int? {
      guard let length, length > 0, length + frame <= bytes.count else { return nil }
      return bytes.startIndex + length + frame
    }
    switch self {
    case .ubx, .allystar: return after(number(5, 4), 8)
    case .sirf: return after(number(2, 3), 8)
    case .skyTraq: return after(number(2, 3), 7)
    case .casic: return after(number(3, 2), 10)
    case .rtcm:
      // Six bits are reserved, and zero.
      guard let length = number(1, 2), length < 1024 else { return nil }
      return after(length, 6)
    case .tsip:
      // DLE, the identifier, the data with each DLE twice, DLE, ETX.
      var index = bytes.startIndex + 2
      guard index < bytes.endIndex, ![0x10, 0x03].contains(bytes[index - 1]) else { return nil }
      while index + 1 < bytes.endIndex {
        if bytes[index] != 0x10 {
          index += 1
        } else if bytes[index + 1] == 0x03 {
          return index + 2
        } else if bytes[index + 1] == 0x10 {
          index += 2
        } else {
          return nil
        }
      }
      return nil
    }
  }
}

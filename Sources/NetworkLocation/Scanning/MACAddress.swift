/// The address of a network interface (IEEE 802), such as `00:1b:63:84:45:e6`.
public struct MACAddress: Hashable, Sendable {
  /// The six bytes, the first one in bits 40 … 47.
  private let value: UInt64

  /// Reads six pairs of hexadecimal digits with `:` or `-` between them; `nil` for other text.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "-" }
    guard parts.count == 6 else { return nil }
    var value: UInt64 = 0
    for part in parts {
      guard part.utf8.count == 2, part.allSatisfy(\.isHexDigit), let byte = UInt8(part, radix: 16)
      else { return nil }
      value = value << 8 | UInt64(byte)
    }
    self.value = value
  }

  /// Whether its owner chose it, instead of its maker. Telephones that share their connection have such
  /// addresses, and they move.
  var isLocallyAdministered: Bool { value >> 40 & 0x02 != 0 }

  /// Whether it belongs to one interface: it is not zero, and not of a group.
  var isOfOneInterface: Bool { value != 0 && value >> 40 & 0x01 == 0 }
}

extension MACAddress: CustomStringConvertible {
  /// Six pairs of lower-case hexadecimal digits with `:` between them.
  public var description: String {
    (0..<6).map { index in
      let byte = value >> UInt64(8 * (5 - index)) & 0xFF
      return (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined(separator: ":")
  }
}

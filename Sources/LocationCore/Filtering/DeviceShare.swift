/// One of several parts of all devices, for consumers that share the work. A device is always in the same part.
///
///     // The third of eight programs that follow the same broker.
///     let provider = broker.sharing(DeviceShare(3, of: 8)!)
///
/// The part of a device is the FNV-1a hash, with 64 bits, of its name in UTF-8, modulo the number of parts, plus 1.
public struct DeviceShare: Hashable, Codable, Sendable, CustomStringConvertible {
  /// The part, from 1.
  public let number: Int
  /// The number of parts, at least 1.
  public let count: Int

  /// Names a part; `nil` if it is not one of 1 … `count`.
  public init?(_ number: Int, of count: Int) {
    guard number >= 1, number <= count else { return nil }
    (self.number, self.count) = (number, count)
  }

  /// `3/8`
  public var description: String { "\(number)/\(count)" }

  /// Whether a device is in the part.
  ///
  /// - Parameter device: see ``FixSource/device``. A device without a name is in the part of the empty name.
  public func contains(_ device: String?) -> Bool {
    StableHash.value(device ?? "") % UInt64(count) == UInt64(number - 1)
  }

  /// Whether an update is that of a device in the part. A loss that names no device is about the whole source, so it
  /// is in each part, and so is a change of the authorization.
  func contains(_ update: LocationUpdate) -> Bool {
    switch update {
    case .fix(let fix): contains(fix.source.device)
    case .sky(let sky): contains(sky.source.device)
    case .fixLost(let loss): loss.source.device.map(contains) ?? true
    case .authorization: true
    }
  }
}

extension LocationProvider {
  /// The same provider with the devices of one part only. The delivery and the interests stay the same.
  public func sharing(_ share: DeviceShare) -> some LocationProvider {
    ChangedProvider(base: self) { $0.changed { share.contains($0) ? $0 : nil } }
  }
}

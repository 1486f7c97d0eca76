public import LocationCore

/// An access point of a Wi-Fi network that this machine receives.
public struct WiFiAccessPoint: Hashable, Sendable {
  /// The address of the access point (BSSID).
  public var address: MACAddress
  /// The network's name (SSID), 0 … 32 bytes, usually UTF-8; empty for a hidden network. It never leaves
  /// this machine.
  public var networkName: [UInt8]
  /// The signal's strength in dBm, about −100 … −10; `nil` if the scanner does not report it.
  public var signalStrength: Int?
  /// The channel's center frequency in MHz; `nil` if the scanner does not report it.
  public var frequency: Int?
  /// The time since the access point was last received; `nil` if the scanner does not report it.
  public var age: Duration?

  /// Makes an access point.
  ///
  /// - Parameters:
  ///   - address: see ``address``.
  ///   - networkName: see ``networkName``.
  ///   - signalStrength: see ``signalStrength``.
  ///   - frequency: see ``frequency``.
  ///   - age: see ``age``.
  public init(
    address: MACAddress, networkName: [UInt8], signalStrength: Int? = nil, frequency: Int? = nil,
    age: Duration? = nil
  ) {
    self.address = address
    self.networkName = networkName
    self.signalStrength = signalStrength
    self.frequency = frequency
    self.age = age
  }

  /// The oldest access point that is sent. This machine may have moved since.
  static let maximumAge = Duration.seconds(120)

  /// Why an access point is not sent to a server.
  public enum Exclusion: String, Hashable, Sendable, CaseIterable {
    /// The network does not announce its name.
    case hidden = "hidden network"
    /// The owner of the network does not want it to be used for this: its name ends with `_nomap`, or
    /// contains `_optout`.
    case optedOut = "its owner opted out"
    /// The address was not given by the maker, so the access point may move, or change its address.
    case locallyAdministered = "locally administered address"
    /// The address is zero, or of a group.
    case invalidAddress = "not the address of an access point"
    /// It was last received more than two minutes ago.
    case old = "not received for two minutes"
  }

  /// Why this access point is not sent to a server; `nil` if it may be sent.
  public var exclusion: Exclusion? {
    if !address.isOfOneInterface { return .invalidAddress }
    if networkName.allSatisfy({ $0 == 0 }) { return .hidden }
    if Self.hasOptedOut(networkName) { return .optedOut }
    if address.isLocallyAdministered { return .locallyAdministered }
    if let age, age > Self.maximumAge { return .old }
    return nil
  }

  private static func hasOptedOut(_ name: [UInt8]) -> Bool {
    // Owners write these marks in any case. Leaving out too many does no harm.
    let name = name.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
    let optOut = Array("_optout".utf8)
    return name.suffix(6).elementsEqual("_nomap".utf8)
      || name.indices.contains { name[$0...].starts(with: optOut) }
  }
}

/// Finds the access points of Wi-Fi networks that this machine receives now. It sends nothing to a server.
public protocol WiFiScanner: Sendable {
  /// Scans, or returns what a scan of the last minutes found. It may take several seconds, and it ends
  /// early when its task is canceled.
  ///
  /// - Returns: all access points, hidden networks included; an empty array if there are none.
  /// - Throws: `.notAuthorized` with a remedy if the system refuses, `.sourceUnavailable` if this machine
  ///   can not scan, `.cancelled`.
  func accessPoints() async throws(UserLocationError) -> [WiFiAccessPoint]
}

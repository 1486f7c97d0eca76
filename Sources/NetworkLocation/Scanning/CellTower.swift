public import LocationCore

/// A cell of a mobile network that this machine's modem uses.
public struct CellTower: Hashable, Sendable {
  /// The technology of a cell, with its name in requests.
  public enum Radio: String, Hashable, Sendable {
    /// Second generation.
    case gsm
    /// Third generation, UMTS.
    case wcdma
    /// Fourth generation.
    case lte
  }

  /// The technology.
  public let radio: Radio
  /// The mobile country code (MCC), 1 … 999.
  public let countryCode: Int
  /// The mobile network code (MNC), 0 … 999.
  public let networkCode: Int
  /// The location area code (LAC), or the tracking area code (TAC) of LTE, 1 … 65,533.
  public let areaCode: Int
  /// The number of the cell in its network, 1 … 268,435,455.
  public let cellID: Int

  /// Makes a cell.
  ///
  /// - Returns: `nil` if a number is out of range. Modems report such numbers for values that they do not
  ///   know.
  public init?(radio: Radio, countryCode: Int, networkCode: Int, areaCode: Int, cellID: Int) {
    guard (1...999).contains(countryCode), (0...999).contains(networkCode),
      (1...65_533).contains(areaCode), (1...268_435_455).contains(cellID)
    else { return nil }
    self.radio = radio
    self.countryCode = countryCode
    self.networkCode = networkCode
    self.areaCode = areaCode
    self.cellID = cellID
  }
}

/// Finds the cells of mobile networks that this machine's modems use now. It sends nothing to a server.
public protocol CellScanner: Sendable {
  /// Asks the modems. It ends early when its task is canceled.
  ///
  /// - Returns: at most one cell for each modem; an empty array if there is no modem, or if it is not
  ///   registered in a network.
  /// - Throws: `.notAuthorized` with a remedy if the system refuses, `.sourceUnavailable` if the modems can
  ///   not be asked, `.cancelled`.
  func cells() async throws(UserLocationError) -> [CellTower]
}

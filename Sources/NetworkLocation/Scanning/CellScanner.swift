public import LocationCore

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

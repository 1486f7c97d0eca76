public import LocationCore
public import NetworkLocation

/// A `CellScanner` that answers with the result that a test chose. It needs no modem.
public struct CellScannerMock: CellScanner {
  private let result: Result<[CellTower], UserLocationError>

  /// Makes a mock that always answers the same.
  public init(result: Result<[CellTower], UserLocationError>) { self.result = result }

  /// Makes a mock that always finds the same cells.
  public init(cells: [CellTower] = []) { result = .success(cells) }

  /// Answers with the result.
  public func cells() throws(UserLocationError) -> [CellTower] { try result.get() }
}

public import LocationCore
public import NetworkLocation
import Synchronization

/// A `WiFiScanner` that counts scans, and answers with the result that a test chose. It needs no radio.
///
/// Without a result, scans wait for ``answer(with:)`` or the cancellation of their tasks.
public final class WiFiScannerMock: WiFiScanner {
  /// What a scan finds, or why it fails.
  public typealias Scan = Result<[WiFiAccessPoint], UserLocationError>

  private struct State {
    var result: Scan?
    var waiting: [Promise<Scan>] = []
  }

  private let state: Mutex<State>
  private let scans = AwaitedCount()

  /// Makes a mock.
  ///
  /// - Parameter result: the answer to each scan; with `nil`, scans wait.
  public init(result: Scan?) { state = Mutex(State(result: result)) }

  /// Makes a mock that always finds the same access points.
  public convenience init(accessPoints: [WiFiAccessPoint]) {
    self.init(result: .success(accessPoints))
  }

  /// The answer to scans from now on; with `nil` they wait. A change does not answer the scans that wait
  /// already; ``answer(with:)`` does.
  public var result: Scan? {
    get { state.withLock { $0.result } }
    set { state.withLock { $0.result = newValue } }
  }

  /// How many scans were started.
  public var scanCallCount: Int { scans.count }

  /// Whether a scan was started.
  public var isScanCalled: Bool { scanCallCount > 0 }

  /// Waits until `count` scans were started in total. Returns at once if `count` is zero or less, and when
  /// its task is canceled.
  public func waitForScans(_ count: Int = 1) async { await scans.reaches(count) }

  /// Answers all waiting scans, and no later ones.
  public func answer(with result: Scan) {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    for scan in waiting { scan.give(result) }
  }

  /// Answers with ``result``, or waits for ``answer(with:)``.
  public func accessPoints() async throws(UserLocationError) -> [WiFiAccessPoint] {
    let scan = Promise<Scan>()
    let result = state.withLock { state -> Scan? in
      if Task.isCancelled { return .failure(.cancelled) }
      if state.result == nil { state.waiting.append(scan) }
      return state.result
    }
    scans.increment()
    if let result { return try result.get() }
    return try await scan.value { scan.give(.failure(.cancelled)) }.get()
  }
}

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

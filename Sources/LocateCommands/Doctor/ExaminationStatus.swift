import LocationCore
import LocationSources
import Synchronization

/// What the doctor waits for, in the terminal's status line.
final class ExaminationStatus: Sendable {
  /// `nil` for a server of `--to`.
  private let source: SourceDescription?
  private let clock: ErasedClock
  /// The last link that was examined.
  private let last = Mutex<Check.Name?>(nil)

  /// The status before the first link.
  init(of source: SourceDescription?, clock: any Clock<Duration>) {
    self.source = source
    self.clock = ErasedClock(clock)
  }

  /// Notes the result for a link.
  func note(_ check: Check) { last.withLock { $0 = check.name } }

  /// "waiting for data at any of the usual rates, 3 s".
  var text: String { "\(words), \(clock.now.components.seconds) s" }

  private var words: String {
    guard let source else { return "waiting for the server" }
    return switch (source, last.withLock { $0 }) {
    case (.gpsd, nil), (.gpsd, .address), (.gpsd, .connection): "waiting for gpsd"
    case (.gpsd, .gpsd): "waiting for gpsd's list of receivers"
    case (.gpsd, _): "waiting for reports of the receiver"
    case (.geoClue, _): "waiting for GeoClue"
    case (.file, _), (.standardInput, _): "reading"
    case (.simulated, _): "simulating"
    case (.network, _): "scanning for Wi-Fi access points"
    case (_, .connection): "waiting for a fix and satellites"
    case (.serial(_, nil), _): "waiting for data at any of the usual rates"
    default: "waiting for data"
    }
  }
}

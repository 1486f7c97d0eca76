import LocationCore
import LocationIO
import LocationReplay
import LocationTracks
import NMEALocation
import Synchronization
import Testing

@testable import LocationTracks

/// Fixes with numbers, and what is found of them in a recording.
enum RecordedFixes {
  static let source = FixSource(kind: .live, name: "test", device: "/dev/a")

  /// A fix whose latitude is its number, in millionths of a degree.
  static func fix(_ number: Int, source: FixSource = source) throws -> Fix {
    let place = try Coordinate(latitude: Double(number) / 1e6, longitude: 1)
    var fix = Fix(coordinate: place, source: source)
    fix.timestamp = Date(timeIntervalSince1970: 1_740_787_200 + Double(number))
    // The lengths of the texts vary, so that the borders of pages come at all places of a text.
    if number % 3 == 0 { fix.altitude = Double(number) }
    if number % 5 == 0 { fix.speed = 1 }
    return fix
  }

  /// The numbers of the fixes in a recording; the error of reading it, if it is not a valid document.
  static func numbers(
    in content: [UInt8], _ format: RecordingFormat
  ) async -> (numbers: [Int], error: UserLocationError?) {
    var numbers: [Int] = []
    do throws(UserLocationError) {
      let reader = try TrackFileReader(DataByteSource(bytes: content, name: "file:recording"))
      while let item = try await reader.next() {
        if case .fix(let fix) = item.update {
          numbers.append(Int((fix.coordinate.latitude * 1e6).rounded()))
        }
      }
      return (numbers, nil)
    } catch {
      // A log without a fix is an error, but it is a valid log.
      return (numbers, error.code == .sourceEnded || content.isEmpty ? nil : error)
    }
  }
}

/// The events that a recorder reported.
final class ReportedEvents: Sendable {
  private let events = Mutex<[LocationRecorder.Event]>([])

  func note(_ event: LocationRecorder.Event) { events.withLock { $0.append(event) } }

  var all: [LocationRecorder.Event] { events.withLock { $0 } }

  /// Whether the disk was full once.
  var isFull: Bool {
    all.contains { event in if case .diskFull = event { true } else { false } }
  }
}

import LocationCore
import LocationIO
import LocationText

/// When a recorder begins a new file.
public enum RecordingSplit: Hashable, Sendable {
  /// With the first location of each day, in UTC or in the local time zone; see
  /// ``RecordingName/usesLocalTime``.
  case day
  /// With the first location after a pause of this duration.
  case gap(Duration)
  /// With the first location after this distance along the track, in meters.
  case distance(Double)
}

/// Decides to which file an update of a device, or of all devices, is recorded.
struct RecordingPaths {
  /// The path of the only file; `nil` if there are several.
  let fixedPath: String?

  private let folder: String
  private let name: RecordingName
  private let split: RecordingSplit?
  /// Whether a file may have no location.
  private let recordsEverything: Bool
  /// Whether a file was begun.
  private var hasBegun = false
  /// The time of the last location of any receiver; `nil` if no file has a location.
  private var lastTime: Date?
  /// How far each receiver has moved in the file. Several receivers may be behind a source.
  private var ways: [Way] = []

  private struct Way {
    let device: String?
    var coordinate: Coordinate
    /// In meters.
    var length = 0.0
  }

  /// A source rarely has so many receivers. The limit keeps a server that invents names from filling the memory.
  private static let mostReceivers = 64

  /// One file.
  init(path: String) {
    fixedPath = path
    folder = ""
    recordsEverything = true
    name = RecordingName()
    split = nil
  }

  /// Several files.
  ///
  /// - Parameters:
  ///   - split: `nil` for one file of each device.
  ///   - name: the name of each file, with its extension.
  ///   - recordsEverything: whether a file may have no location.
  init(
    folder: String, split: RecordingSplit?, name: RecordingName, recordsEverything: Bool
  ) {
    self.recordsEverything = recordsEverything
    fixedPath = nil
    self.folder = folder
    self.split = split
    self.name = name
  }

  /// Whether each device has files of its own.
  var isForEachDevice: Bool { name.isForEachDevice }

  /// The path of the file that an update begins; `nil` if it belongs to the open file.
  mutating func next(for update: LocationUpdate, at now: Date) -> String? {
    guard fixedPath == nil else { return nil }
    guard case .fix(let fix) = update else {
      // What comes before the first location is in no file, so that each file has a location.
      if hasBegun || !recordsEverything { return nil }
      return begin(at: update.receivedAt ?? now, update.source?.device)
    }
    // A name needs a time. The host's is the next best one if the receiver gives no date.
    let time = fix.timestamp ?? fix.receivedAt ?? now
    defer { note(fix, at: time) }
    guard hasBegun else { return begin(at: time, fix.source.device) }
    guard let split, let lastTime else { return nil }
    let isSplit =
      switch split {
      case .day: name.day(of: time) != name.day(of: lastTime)
      case .gap(let duration): Duration.seconds(time.timeIntervalSince(lastTime)) >= duration
      case .distance(let meters): ways.contains { $0.length >= meters }
      }
    return isSplit ? begin(at: time, fix.source.device) : nil
  }

  private mutating func note(_ fix: Fix, at time: Date) {
    lastTime = time
    if let index = ways.firstIndex(where: { $0.device == fix.source.device }) {
      ways[index].length += ways[index].coordinate.distance(to: fix.coordinate)
      ways[index].coordinate = fix.coordinate
    } else if ways.count < Self.mostReceivers {
      ways.append(Way(device: fix.source.device, coordinate: fix.coordinate))
    }
  }

  private mutating func begin(at time: Date, _ device: String?) -> String {
    hasBegun = true
    ways = []
    let separator = folder.isEmpty || folder.hasSuffix("/") ? "" : "/"
    return folder + separator + name.text(at: time, of: device)
  }
}

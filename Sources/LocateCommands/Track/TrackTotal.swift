import GPSDProtocol
import LocationText
import LocationTracks

/// The sums of the numbers of several files.
struct TrackTotal {
  private var files = 0
  private var tracks = 0
  private var points = 0
  private var distance = 0.0
  private var duration: Double?
  private var movingTime: Double?
  private var ascent: Double?, descent: Double?

  /// Whether there is more than one file.
  var isOfSeveral: Bool { files > 1 }

  /// Adds the numbers of a file: those of each of its receivers.
  mutating func add(_ infos: [TrackInfo]) {
    if infos.isEmpty { return }
    files += 1
    for info in infos {
      tracks += info.tracks
      points += info.numbers.points
      distance += info.numbers.distance
      Self.add(info.numbers.duration, to: &duration)
      Self.add(info.numbers.movingTime, to: &movingTime)
      Self.add(info.numbers.ascent, to: &ascent)
      Self.add(info.numbers.descent, to: &descent)
    }
  }

  private static func add(_ value: Double?, to sum: inout Double?) {
    if let value { sum = (sum ?? 0) + value }
  }

  /// Lines for people.
  func text(_ shown: TrackInfoText) -> [UInt8] {
    var text = ByteText()
    text.write("\nTotal      ")
    text.write(integer: files)
    text.write(" files, ")
    text.write(integer: points)
    text.write(" points\nDistance   ")
    shown.write(length: distance, into: &text)
    if let duration {
      text.write("\nDuration   ")
      text.write(seconds: duration)
      if let movingTime {
        text.write(", moving ")
        text.write(seconds: movingTime)
      }
    }
    if ascent != nil {
      let unit = shown.presentation.units.length
      text.member("\nClimb      up ", ascent, in: unit)
      text.member(", down ", descent, in: unit)
    }
    text.write("\n")
    return text.bytes
  }

  /// A JSON object on one line, with `files` in place of `file`.
  var json: [UInt8] {
    var text = ByteText()
    text.member(#"{"files":"#, integer: files)
    text.member(#","tracks":"#, integer: tracks)
    text.member(#","points":"#, integer: points)
    text.member(#","duration":"#, total: duration)
    text.member(#","movingTime":"#, total: movingTime)
    text.member(#","distance":"#, total: distance)
    text.member(#","ascent":"#, total: ascent)
    text.member(#","descent":"#, total: descent)
    text.write("}\n")
    return text.bytes
  }
}

import LocationCore
import LocationText
internal import NMEALocation

/// NMEA 0183 4.1, as ``LocationEncoder`` makes it: the sentences of one cycle of a receiver for each fix,
/// with the satellites of the same instant. For a lost fix, the sentences report that there is none. An update that
/// carries the receiver's own bytes is written as these.
struct NMEAWriter: FormatWriter {
  private var encoder = LocationEncoder()

  var holds: TrackContents {
    [
      .untimedPoint, .loss, .satellites, .time, .timeOfDay, .altitude, .geoidSeparation, .speed,
      .course, .heading, .magneticVariation, .otherErrors, .mode, .status, .satelliteCount,
      .horizontalDilution, .verticalDilution, .positionDilution, .correction,
    ]
  }

  func lacking(of fix: Fix) -> TrackContents {
    if fix.sentences != nil { return [] }
    let stated = TrackContents(fix)
    var lacking = stated.subtracting(holds)
    // A receiver whose status says that there is no correction has no age and no station of one.
    switch fix.status {
    case .differential, .precise, .rtkFixed, .rtkFloat: break
    default: lacking.insert(.correction, if: stated.contains(.correction))
    }
    // The sentences of the first device do not name it.
    if let device = fix.source.device, encoder.names(device) { lacking.remove(.device) }
    return lacking
  }

  mutating func write(_ update: LocationUpdate, into text: inout ByteText) {
    text.write(utf8: update.sentences ?? encoder.encode(update))
  }
}

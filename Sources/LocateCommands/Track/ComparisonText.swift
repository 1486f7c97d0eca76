import GPSDProtocol
import LocationCore
import LocationText
import LocationTracks

/// A comparison of two tracks as text for people, and as JSON.
struct ComparisonText {
  /// The files as the user named them.
  let measured: String
  let reference: String
  let comparison: TrackComparison

  /// A line for each group of numbers.
  func lines(in units: UnitSystem) -> [UInt8] {
    let (length, speed) = (units.length, units.speed)
    var text = ByteText()
    file("Measured   ", measured, comparison.points, untimed: comparison.untimed, into: &text)
    file(
      "Reference  ", reference, comparison.referencePoints,
      untimed: comparison.untimedReference, into: &text)
    if comparison.horizontal == nil {
      text.write("Matched    no point has a reference at its time\n")
    } else {
      text.write("Matched    ")
      text.write(integer: comparison.errors.count)
      text.write(" points, ")
      text.write(integer: comparison.missing)
      text.write(" missing, ")
      text.write(integer: comparison.extra)
      text.write(" extra\n")
    }
    spread("Horizontal ", comparison.horizontal, length, into: &text)
    stated(comparison.statedHorizontal, into: &text)
    spread("Vertical   ", comparison.vertical, length, hasSign: true, into: &text)
    stated(comparison.statedVertical, into: &text)
    spread("Speed      ", comparison.speed, speed, places: 2, hasSign: true, into: &text)
    spread("Course     ", comparison.course, .degree, hasSign: true, into: &text)
    spread("Across     ", comparison.crossTrack, length, into: &text)
    if let frechet = comparison.frechet {
      text.member("Shape      ", frechet.distance, in: length)
      if frechet.stride > 1 {
        text.write(" (from 1 point in ")
        text.write(integer: frechet.stride)
        text.write(")")
      }
      text.write("\n")
    }
    if let shift = comparison.shift {
      text.write(shift.seconds > 0 ? "Shift      +" : "Shift      ")
      if let seconds = FixedPoint(shift.seconds, places: 1) { text.write(seconds) }
      text.member(" s fits best: RMS ", shift.rms, in: length)
      text.write("\n")
    }
    return text.bytes
  }

  private func file(
    _ title: StaticString, _ name: String, _ points: Int, untimed: Int, into text: inout ByteText
  ) {
    text.write(title)
    text.write(printable: name)
    text.write(text: ", \(HelpText.count(points, "point"))")
    if untimed > 0 { text.write(text: ", \(untimed) without a time") }
    text.write("\n")
  }

  private func spread(
    _ title: StaticString, _ spread: ErrorSpread?, _ unit: UnitSystem.Unit, places: Int = 1,
    hasSign: Bool = false, into text: inout ByteText
  ) {
    guard let spread else { return }
    text.write(title)
    text.member("RMS ", spread.rms, in: unit, places: places)
    text.member(", 50 % ", spread.median, in: unit, places: places)
    text.member(", 68 % ", spread.percent68, in: unit, places: places)
    text.member(", 95 % ", spread.percent95, in: unit, places: places)
    text.member(", 100 % ", spread.greatest, in: unit, places: places)
    if hasSign { text.member(", mean ", spread.mean, in: unit, places: places) }
    text.write("\n")
  }

  private func stated(_ check: StatedErrorCheck?, into text: inout ByteText) {
    guard let check else { return }
    text.member("           ", check.share * 100, places: 1, " % of ")
    text.write(integer: check.count)
    text.write(" within their stated error\n")
  }

  /// A JSON object on one line. Lengths are in meters, times in seconds, speeds in m/s, angles in degrees.
  func json() -> [UInt8] {
    var text = ByteText()
    text.member(#"{"measured":"#, string: measured)
    text.member(#","reference":"#, string: reference)
    text.member(#","points":"#, integer: comparison.points)
    text.member(#","referencePoints":"#, integer: comparison.referencePoints)
    text.member(#","untimed":"#, integer: comparison.untimed)
    text.member(#","untimedReference":"#, integer: comparison.untimedReference)
    text.member(#","matched":"#, integer: comparison.errors.count)
    text.member(#","missing":"#, integer: comparison.missing)
    text.member(#","extra":"#, integer: comparison.extra)
    spread(#","horizontal":"#, comparison.horizontal, into: &text)
    text.member(
      #","withinStated":"#, trimming: comparison.statedHorizontal?.share, places: 4)
    spread(#","vertical":"#, comparison.vertical, into: &text)
    text.member(
      #","withinStatedVertical":"#, trimming: comparison.statedVertical?.share, places: 4)
    spread(#","speed":"#, comparison.speed, into: &text)
    spread(#","course":"#, comparison.course, into: &text)
    spread(#","crossTrack":"#, comparison.crossTrack, into: &text)
    text.member(#","frechet":"#, trimming: comparison.frechet?.distance, places: 3)
    text.member(#","frechetStride":"#, integer: comparison.frechet?.stride)
    text.member(#","shift":"#, trimming: comparison.shift?.seconds, places: 1)
    text.member(#","shiftedRMS":"#, trimming: comparison.shift?.rms, places: 3)
    text.write("}\n")
    return text.bytes
  }

  private func spread(
    _ name: StaticString, _ spread: ErrorSpread?, into text: inout ByteText
  ) {
    guard let spread else { return }
    text.write(name)
    text.member(#"{"count":"#, integer: spread.count)
    text.member(#","mean":"#, trimming: spread.mean, places: 3)
    text.member(#","rms":"#, trimming: spread.rms, places: 3)
    text.member(#","p50":"#, trimming: spread.median, places: 3)
    text.member(#","p68":"#, trimming: spread.percent68, places: 3)
    text.member(#","p95":"#, trimming: spread.percent95, places: 3)
    text.member(#","p100":"#, trimming: spread.greatest, places: 3)
    text.write("}")
  }
}

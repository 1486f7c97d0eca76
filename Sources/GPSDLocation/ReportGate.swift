/// Decides what may be believed, and what libgps may see: a line that is one complete JSON object of
/// gpsd's.
///
/// libgps says of no line that it is damaged, and loops for ever on some: those in which an error
/// is followed by another `"class":`. Of a time that is none it makes a date of 1900.
struct ReportGate {
  /// A line that may be believed.
  struct Passed: Equatable {
    /// The value of its class, as `TPV`.
    let className: Range<Int>
    /// How many objects are in it, itself apart.
    let innerObjects: Int
    /// Whether libgps may have it, if it is of a class that libgps is to decode.
    let isFitForLibgps: Bool
  }

  /// What every object of gpsd's begins with, written so by gpsd.
  private static let opening = Array(#"{"class":""#.utf8)
  /// What libgps looks for.
  private static let classKey = Array(#""class":"#.utf8)
  private static let timeKey = Array(#""time":"#.utf8)

  /// Examines a line without its end.
  ///
  /// - Throws: what is wrong with it.
  static func examine(_ line: UnsafeRawBufferPointer) throws(GPSDCounters.Damage) -> Passed {
    guard line.starts(with: opening) else { throw .notAnObject }
    var syntax = JSONSyntax(line)
    guard syntax.readsObject() else { throw .malformed }
    let rest = line[opening.count...]
    guard let end = rest.firstIndex(of: UInt8(ascii: "\"")) else { throw .malformed }
    return Passed(
      className: opening.count..<end, innerObjects: syntax.objects - 1,
      isFitForLibgps: index(of: classKey, in: line, from: classKey.count) == nil
        && hasOnlyATime(line))
  }

  /// Whether the instant in a line, if there is one, is as gpsd writes it.
  private static func hasOnlyATime(_ line: UnsafeRawBufferPointer) -> Bool {
    guard let key = index(of: timeKey, in: line, from: 0) else { return true }
    let value = key + timeKey.count
    return ReportTime.isQuoted(UnsafeRawBufferPointer(rebasing: line[value...]))
      && index(of: timeKey, in: line, from: value) == nil
  }

  private static func index(
    of wanted: [UInt8], in line: UnsafeRawBufferPointer, from start: Int
  ) -> Int? {
    var index = start
    let last = line.count - wanted.count
    while index <= last {
      if line[index] == wanted[0], line[index...].starts(with: wanted) { return index }
      index += 1
    }
    return nil
  }
}

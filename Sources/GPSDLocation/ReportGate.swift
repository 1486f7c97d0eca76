/// Decides what may be believed, and what libgps may see: a line that is one complete JSON object of
/// gpsd's.
///
/// libgps says of no line that it is damaged, and loops for ever on some: those in which an error
/// is followed by another `"class":`.
struct ReportGate {
  /// A line that may be believed.
  struct Passed: Equatable {
    /// The value of its class, as `TPV`.
    let className: Range<Int>
    /// How many objects are in it, itself apart.
    let innerObjects: Int
    /// Whether `"class":` is in it once.
    let hasOneClass: Bool
  }

  /// What every object of gpsd's begins with, written so by gpsd.
  private static let opening = Array(#"{"class":""#.utf8)
  /// What libgps looks for.
  private static let classKey = Array(#""class":"#.utf8)

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
      hasOneClass: !contains(line, classKey, after: classKey.count))
  }

  private static func contains(
    _ line: UnsafeRawBufferPointer, _ wanted: [UInt8], after start: Int
  ) -> Bool {
    var index = start
    let last = line.count - wanted.count
    while index <= last {
      if line[index] == wanted[0], line[index...].starts(with: wanted) { return true }
      index += 1
    }
    return false
  }
}

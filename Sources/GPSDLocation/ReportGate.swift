#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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
  private static let opening: StaticString = #"{"class":""#

  /// Examines a line without its end.
  ///
  /// - Throws: what is wrong with it.
  static func examine(_ line: UnsafeRawBufferPointer) throws(GPSDCounters.Damage) -> Passed {
    guard line.begins(with: opening) else { throw .notAnObject }
    var syntax = JSONSyntax(line)
    guard syntax.readsObject() else { throw .malformed }
    let start = opening.utf8CodeUnitCount
    var end = start
    while line[end] != UInt8(ascii: "\"") { end += 1 }
    // What libgps looks for is `"class":`, wherever that may be. Between two keys' words and a
    // colon there may be space; gpsd leaves none.
    return Passed(
      className: start..<end, innerObjects: syntax.objects - 1,
      isFitForLibgps: syntax.classKeys == 1 && hasOnlyATime(line, syntax))
  }

  /// Whether the instant in a line, if there is one, is as gpsd writes it.
  private static func hasOnlyATime(_ line: UnsafeRawBufferPointer, _ syntax: JSONSyntax) -> Bool {
    switch syntax.timeKeys {
    case 0: true
    case 1: ReportTime.isQuoted(UnsafeRawBufferPointer(rebasing: line[syntax.time...]))
    default: false
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether they begin with a text.
  func begins(with text: StaticString) -> Bool {
    guard let start = baseAddress, count >= text.utf8CodeUnitCount else { return false }
    return memcmp(start, text.utf8Start, text.utf8CodeUnitCount) == 0
  }
}

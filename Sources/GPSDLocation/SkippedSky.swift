/// Recognizes a SKY whose satellites no subscription reads, so that it is not decoded.
///
/// Only the path of its receiver is read, from a line that ``ReportGate`` passed. A line that gpsd would
/// write differently is decoded like any other line.
enum SkippedSky {
  private static let opening: StaticString = #"{"class":"SKY","device":""#

  /// The path of the receiver; `nil` if the line must be decoded.
  static func device(of line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    guard line.begins(with: opening) else { return nil }
    let start = opening.utf8CodeUnitCount
    var end = start
    while end < line.count, line[end] != UInt8(ascii: "\"") {
      guard line[end] != UInt8(ascii: "\\") else { return nil }
      end += 1
    }
    guard end > start, end < line.count else { return nil }
    return UnsafeRawBufferPointer(rebasing: line[start..<end])
  }
}

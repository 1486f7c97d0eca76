/// A SKY that is not decoded because nobody wants it.
///
/// All that is looked at is whose it is: nobody can be told anything wrong by what is not read. Where
/// that is not written as gpsd does, or the line does not end as an object does, it is a line like
/// any other, to be examined.
enum SkippedSky {
  private static let opening: StaticString = #"{"class":"SKY","device":""#

  /// The path of the receiver; `nil` when the line is another, or to be examined.
  static func device(of line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    guard line.begins(with: opening), line.last == UInt8(ascii: "}") else { return nil }
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

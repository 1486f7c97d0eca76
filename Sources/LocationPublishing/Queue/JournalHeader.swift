internal import LocationText

/// The first line of a journal. It always has the same size, so one write changes it.
struct JournalHeader {
  private static let title = Array("locate queue 1 ".utf8)
  private static let width = 16
  /// The number of bytes.
  static let size = title.count + 3 * (width + 1)

  /// Where the first message begins that was not delivered.
  var start: Int
  /// The number of dropped messages.
  var dropped: Int
  /// Where the last message ends, while the rest of the file is not removed yet; `nil` otherwise.
  var movedEnd: Int?

  init(start: Int, dropped: Int, movedEnd: Int?) {
    self.start = start
    self.dropped = dropped
    self.movedEnd = movedEnd
  }

  /// Reads a header; `nil` if the bytes are none.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.size, bytes.starts(with: Self.title),
      bytes.last == UInt8(ascii: "\n")
    else { return nil }
    let words = bytes[Self.title.count...].dropLast().split(separator: UInt8(ascii: " "))
    let numbers = words.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    guard numbers.count == 3, numbers[0] >= Self.size, numbers[1] >= 0, numbers[2] >= 0 else {
      return nil
    }
    start = numbers[0]
    dropped = numbers[1]
    movedEnd = numbers[2] > 0 ? numbers[2] : nil
  }

  /// The line, with its line feed.
  var bytes: [UInt8] {
    var text = ByteText()
    text.write(utf8: Self.title)
    text.write(integer: start, width: Self.width)
    text.write(" ")
    text.write(integer: dropped, width: Self.width)
    text.write(" ")
    text.write(integer: movedEnd ?? 0, width: Self.width)
    text.write("\n")
    return text.bytes
  }
}

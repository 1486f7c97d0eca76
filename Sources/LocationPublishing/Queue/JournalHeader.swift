import LocationCore
internal import LocationText

/// The first line of a journal. It always has the same size, so one write changes it.
struct JournalHeader {
  /// The versions of journals.
  enum Version: Int {
    /// Without checksums. It is only read.
    case first = 1
    case present
  }

  private static let title = Array("locate queue ".utf8)
  private static let width = 16
  /// The number of bytes of the present version, with the checksum of the others at its end.
  static let size = size(.present)

  private static func size(_ version: Version) -> Int {
    title.count + 2 + (version == .first ? 3 : 4) * (width + 1)
  }

  /// The version of the messages that follow.
  private(set) var version = Version.present
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

  /// Reads a header from the first ``size`` bytes of a file; `nil` if they are none, or are damaged.
  init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: Self.title), bytes.count > Self.title.count,
      let version = Version(rawValue: Int(bytes[Self.title.count]) - 0x30)
    else { return nil }
    let line = bytes.prefix(Self.size(version))
    guard line.count == Self.size(version), line.last == UInt8(ascii: "\n") else { return nil }
    let words = line.dropFirst(Self.title.count + 2).dropLast().split(separator: UInt8(ascii: " "))
      .map { String(decoding: $0, as: UTF8.self) }
    let numbers = words.prefix(3).compactMap { Int($0) }
    guard numbers.count == 3, numbers.allSatisfy({ $0 >= 0 }), numbers[0] >= line.count else {
      return nil
    }
    self.init(
      start: numbers[0], dropped: numbers[1], movedEnd: numbers[2] > 0 ? numbers[2] : nil)
    self.version = version
    if version == .present, Array(line) != self.bytes { return nil }
  }

  /// Whether a file may be a journal with a damaged header: most of the title is there.
  static func mayBegin(_ bytes: [UInt8]) -> Bool {
    zip(bytes, title).count(where: ==) >= title.count - 3
  }

  /// The line, with its line feed.
  var bytes: [UInt8] {
    var text = ByteText()
    text.write(utf8: Self.title)
    text.write(integer: Version.present.rawValue)
    for number in [start, dropped, movedEnd ?? 0] {
      text.write(" ")
      text.write(integer: number, width: Self.width)
    }
    let checksum = StableHash.value(text.bytes)
    text.write(" ")
    text.write(checksum: checksum)
    text.write("\n")
    return text.bytes
  }
}

extension ByteText {
  /// Writes 16 hexadecimal digits.
  mutating func write(checksum: UInt64) {
    let digits = String(checksum, radix: 16)
    write(text: String(repeating: "0", count: 16 - digits.count) + digits)
  }
}

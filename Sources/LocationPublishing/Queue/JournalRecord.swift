import LocationCore
import LocationIO
internal import LocationText

/// A message in a journal: a line with the time, the kind, two lengths and a checksum, then the device's name, the
/// payload and a line feed.
///
///     1740830400.5 location 12 183 00f3c1d2a4b59687
///
/// The checksum is that of the line before it, of the name and of the payload. Version 1 had none.
struct JournalRecord {
  let message: PublishedMessage
  /// The number of bytes in the file.
  let size: Int

  /// Reads a message; `nil` if no whole message is there.
  ///
  /// - Parameter end: the end of the messages in the file.
  init?(
    _ file: any ReadableFile, at offset: Int, end: Int,
    version: JournalHeader.Version = .present
  ) throws(SystemError) {
    guard offset < end else { return nil }
    let head = try file.read(min(JournalLine.longest, end - offset), at: offset)
    guard let line = JournalLine(head, version) else { return nil }
    size = line.recordSize
    guard size <= end - offset else { return nil }
    // The line feed at the end is not checked: nothing is lost without it.
    let data = try file.read(size - line.size - 1, at: offset + line.size)
    guard data.count == size - line.size - 1 else { return nil }
    if let checksum = line.checksum {
      guard Self.checksum(of: head[..<line.checkedSize], data) == checksum else { return nil }
    } else {
      guard try file.read(1, at: offset + size - 1) == [UInt8(ascii: "\n")] else { return nil }
    }
    let deviceSize = max(0, line.deviceSize)
    message = PublishedMessage(
      kind: line.kind,
      device: line.deviceSize < 0 ? nil : String(decoding: data.prefix(deviceSize), as: UTF8.self),
      createdAt: line.createdAt, payload: Array(data.dropFirst(deviceSize)))
  }

  static func bytes(of message: PublishedMessage) -> [UInt8] {
    let device = message.device.map { Array($0.utf8) }
    let data = (device ?? []) + message.payload
    var text = ByteText()
    text.write(jsonNumber: message.createdAt.timeIntervalSince1970)
    text.write(" ")
    text.write(text: message.kind.rawValue)
    text.write(" ")
    text.write(integer: device?.count ?? -1)
    text.write(" ")
    text.write(integer: message.payload.count)
    let checksum = checksum(of: text.bytes, data)
    text.write(" ")
    text.write(checksum: checksum)
    text.write("\n")
    text.write(utf8: data)
    text.write("\n")
    return text.bytes
  }

  private static func checksum(of line: some Sequence<UInt8>, _ data: [UInt8]) -> UInt64 {
    StableHash.value(Array(line) + data)
  }
}

/// The line of a message.
struct JournalLine {
  /// A line has at most so many bytes.
  static let longest = 100

  let createdAt: Date
  let kind: PublishedMessage.Kind
  /// −1 for a message without a device.
  let deviceSize: Int
  private let payloadSize: Int
  let checksum: UInt64?
  /// The number of bytes, with the line feed.
  let size: Int
  /// The number of bytes before the checksum.
  let checkedSize: Int

  /// The size of the whole message with a line feed at its end.
  var recordSize: Int { size + max(0, deviceSize) + payloadSize + 1 }

  init?(_ bytes: [UInt8], _ version: JournalHeader.Version) {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let words = bytes[..<end].split(separator: UInt8(ascii: " "))
    let texts = words.map { String(decoding: $0, as: UTF8.self) }
    let sizes = 0...(1 << 40)
    guard texts.count == (version == .first ? 4 : 5), let seconds = Double(texts[0]),
      seconds.isFinite, let kind = PublishedMessage.Kind(rawValue: texts[1]),
      let deviceSize = Int(texts[2]), deviceSize == -1 || sizes.contains(deviceSize),
      let payloadSize = Int(texts[3]), sizes.contains(payloadSize)
    else { return nil }
    createdAt = Date(timeIntervalSince1970: seconds)
    self.kind = kind
    self.deviceSize = deviceSize
    self.payloadSize = payloadSize
    size = end + 1
    checkedSize = words[3].endIndex
    if version == .first {
      checksum = nil
    } else {
      guard let checksum = UInt64(texts[4], radix: 16) else { return nil }
      self.checksum = checksum
    }
  }
}

import LocationCore
import LocationIO
internal import LocationText

/// A message in a journal: a line with the time, the kind and two lengths, then the device's name, the
/// payload and a line feed.
struct JournalRecord {
  /// A line of four words has at most so many bytes.
  private static let longestLine = 100

  let createdAt: Date
  private let kind: PublishedMessage.Kind
  private let hasDevice: Bool
  private let lineSize: Int
  private let deviceSize: Int
  private let payloadSize: Int

  /// The number of bytes in the file.
  var size: Int { lineSize + deviceSize + payloadSize + 1 }

  /// Reads the line of a message; `nil` if no complete message is there.
  ///
  /// - Parameter end: the end of the messages in the file.
  init?(_ file: any ReadableFile, at offset: Int, end: Int) throws(SystemError) {
    guard offset < end else { return nil }
    let bytes = try file.read(min(Self.longestLine, end - offset), at: offset)
    guard let lineEnd = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let words = bytes[..<lineEnd].split(separator: UInt8(ascii: " "))
      .map { String(decoding: $0, as: UTF8.self) }
    guard words.count == 4, let seconds = Double(words[0]), seconds.isFinite,
      let kind = PublishedMessage.Kind(rawValue: words[1]),
      let deviceSize = Int(words[2]), (-1...end).contains(deviceSize),
      let payloadSize = Int(words[3]), (0...end).contains(payloadSize)
    else { return nil }
    createdAt = Date(timeIntervalSince1970: seconds)
    self.kind = kind
    lineSize = lineEnd + 1
    hasDevice = deviceSize >= 0
    self.deviceSize = max(0, deviceSize)
    self.payloadSize = payloadSize
    guard offset + size <= end,
      try file.read(1, at: offset + size - 1) == [UInt8(ascii: "\n")]
    else { return nil }
  }

  func message(in file: any ReadableFile, at offset: Int) throws(SystemError) -> PublishedMessage {
    let bytes = try file.read(deviceSize + payloadSize, at: offset + lineSize)
    let device = String(decoding: bytes.prefix(deviceSize), as: UTF8.self)
    return PublishedMessage(
      kind: kind, device: hasDevice ? device : nil, createdAt: createdAt,
      payload: Array(bytes.dropFirst(deviceSize)))
  }

  static func bytes(of message: PublishedMessage) -> [UInt8] {
    let device = message.device.map { Array($0.utf8) }
    var text = ByteText()
    text.write(jsonNumber: message.createdAt.timeIntervalSince1970)
    text.write(" ")
    text.write(text: message.kind.rawValue)
    text.write(" ")
    text.write(integer: device?.count ?? -1)
    text.write(" ")
    text.write(integer: message.payload.count)
    text.write("\n")
    text.write(utf8: device ?? [])
    text.write(utf8: message.payload)
    text.write("\n")
    return text.bytes
  }
}

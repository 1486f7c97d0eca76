/// Puts the lines of datagrams together, apart for each sender.
///
/// A bridge from a serial line to UDP fills datagrams of 64, 128 or 256 bytes, and cuts sentences at their ends. So an
/// unfinished sentence waits for the sender's next datagram. The end of a datagram ends any other line, and whole
/// sentences never wait.
struct DatagramLines {
  private struct Sender {
    let address: SocketAddress
    /// The unfinished sentence.
    var rest: [UInt8] = []
    /// Whether the sender leaves out checksums and line feeds, and so each datagram ends a sentence.
    var endsSentences = false
  }

  /// More senders than a boat has. Beyond it, the sender that was silent for the longest time is forgotten.
  private static let mostSenders = 64
  /// More than the longest sentence. A longer rest is no sentence.
  private static let longestRest = 1024

  /// The last one sent the last datagram.
  private var senders: [Sender] = []
  /// The lines that were not returned yet.
  private var lines: [UInt8] = []
  private var returned = 0

  var isEmpty: Bool { returned == lines.count }

  /// Takes a datagram.
  mutating func take(_ datagram: some Collection<UInt8>, from address: SocketAddress) {
    guard let first = datagram.first else { return }
    var sender = sender(address)
    if !sender.rest.isEmpty || sender.endsSentences {
      // Behind a backslash, a TAG block or its sentence goes on.
      sender.endsSentences =
        Self.beginsSentence(first)
        && sender.rest.last(where: Self.beginsSentence) != UInt8(ascii: "\\")
    }
    if sender.endsSentences { endLine(&sender.rest) }
    sender.rest += datagram
    if let end = sender.rest.lastIndex(of: UInt8(ascii: "\n")) {
      lines += sender.rest[...end]
      sender.rest.removeSubrange(...end)
    }
    let isWaiting =
      !sender.endsSentences && sender.rest.count <= Self.longestRest
      && Self.isUnfinished(sender.rest)
    if !isWaiting { endLine(&sender.rest) }
    senders.append(sender)
  }

  /// Moves lines into a buffer; returns the number of their bytes.
  mutating func move(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let part = lines[returned...].prefix(buffer.count)
    buffer.copyBytes(from: part)
    returned = part.endIndex
    if isEmpty {
      lines.removeAll(keepingCapacity: true)
      returned = 0
    }
    return part.count
  }

  /// Takes a known sender out of the list, or makes a new one.
  private mutating func sender(_ address: SocketAddress) -> Sender {
    if let index = senders.firstIndex(where: { $0.address == address }) {
      return senders.remove(at: index)
    }
    if senders.count >= Self.mostSenders { senders.removeFirst() }
    return Sender(address: address)
  }

  private mutating func endLine(_ rest: inout [UInt8]) {
    guard !rest.isEmpty else { return }
    lines += rest
    lines.append(UInt8(ascii: "\n"))
    rest.removeAll(keepingCapacity: true)
  }

  /// Whether a line without its end has a sentence or a TAG block without its end.
  private static func isUnfinished(_ line: [UInt8]) -> Bool {
    guard let start = line.lastIndex(where: beginsSentence) else { return false }
    // A sentence follows a TAG block.
    if line[start] == UInt8(ascii: "\\") { return true }
    let body = line[(start + 1)...]
    if let letter = body.first, letter < UInt8(ascii: "A") || letter > UInt8(ascii: "Z") {
      return false
    }
    guard let star = body.firstIndex(of: UInt8(ascii: "*")) else { return true }
    return body.endIndex - star <= 2
  }

  /// Whether a byte begins a sentence or a TAG block.
  private static func beginsSentence(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "$") || byte == UInt8(ascii: "!") || byte == UInt8(ascii: "\\")
  }
}

import LocationCore
import LocationText

/// Cuts what a client sends into requests, however it was cut into packets: `?NAME;` or
/// `?NAME={…};`, several on a line. As with gpsd, a line that begins otherwise is ignored.
///
/// It keeps an incomplete request and no more than ``limit`` bytes of it: an endless line costs
/// its sender time, and nobody else anything.
package struct GPSDRequestReader {
  /// The longest request, in bytes. Of those that mean something none comes near.
  package static let limit = 4096

  private var pending: [UInt8] = []
  /// Where in `pending` the next request begins.
  private var start = 0
  /// Whether the rest of a line is being thrown away.
  private var skipsLine = false

  package init() {}

  /// Takes the next bytes and hands on every request that they complete, in order.
  package mutating func push(_ bytes: some Sequence<UInt8>, _ body: (GPSDRequest) -> Void) {
    pending.append(contentsOf: bytes)
    while let request = next() { body(request) }
    pending.removeFirst(start)
    start = 0
    if pending.count > Self.limit {
      pending.removeAll(keepingCapacity: false)
      skipsLine = true
      body(.bad("Request longer than \(Self.limit) bytes"))
    }
  }

  private mutating func next() -> GPSDRequest? {
    while true {
      if skipsLine {
        guard let end = pending[start...].firstIndex(of: Character.lineFeed) else {
          start = pending.count
          return nil
        }
        start = end + 1
        skipsLine = false
      }
      start = pending[start...].firstIndex { !Character.separates($0) } ?? pending.count
      guard let first = pending[start...].first else { return nil }
      if first == UInt8(ascii: "?") { return request() }
      skipsLine = true
    }
  }

  /// The request that begins at `start`; `nil` as long as it is incomplete.
  private mutating func request() -> GPSDRequest? {
    let body = pending[(start + 1)...]
    guard let end = body.firstIndex(where: { Character.endsName($0) }) else { return nil }
    let name = String(decoding: body[..<end], as: UTF8.self)
    switch pending[end] {
    case UInt8(ascii: ";"):
      start = end + 1
      return GPSDRequest(name: name, argument: nil)
    case UInt8(ascii: "="):
      switch JSONObjectEnd(of: pending[(end + 1)...]) {
      case .at(let last):
        start = last + 1
        return GPSDRequest(name: name, argument: pending[(end + 1)...last])
      case .missing: return nil
      case .noObject:
        start = end
        skipsLine = true
        return .bad("Invalid \(name.prefix(40)): it is not a JSON object")
      }
    default:
      // gpsd insists on the semicolon, and a client that works here is to work there.
      start = end + 1
      return .bad("Unrecognized request '?\(name.prefix(40))'; is the ';' missing?")
    }
  }
}

/// Where a JSON object ends that is to begin a text.
private enum JSONObjectEnd {
  case at(Int)
  /// Not in what there is so far.
  case missing
  /// The text begins otherwise, or its line ends before the object does.
  case noObject

  init(of text: ArraySlice<UInt8>) {
    var depth = 0
    var isString = false
    var isEscaped = false
    for index in text.indices {
      let byte = text[index]
      if byte == Character.lineFeed { break }
      if isString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}") where depth > 0:
        depth -= 1
        if depth == 0 {
          self = .at(index)
          return
        }
      case UInt8(ascii: "\"") where depth > 0: isString = true
      case _ where depth > 0 || byte == UInt8(ascii: " "): break
      default:
        self = .noObject
        return
      }
    }
    self = text.contains(Character.lineFeed) ? .noObject : .missing
  }
}

private enum Character {
  static let lineFeed = UInt8(ascii: "\n")

  /// Whether it stands between requests.
  static func separates(_ byte: UInt8) -> Bool { byte <= 0x20 || byte == UInt8(ascii: ";") }

  static func endsName(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ";") || byte == UInt8(ascii: "=") || byte == lineFeed
  }
}

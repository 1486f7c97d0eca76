import LocationCore
import LocationText

/// Cuts the bytes from a client into requests, at whatever places they were cut into packets:
/// `?NAME;` or `?NAME={…};`, several on a line. Like gpsd, it ignores a line that does not begin
/// with `?`.
///
/// It keeps one incomplete request of at most ``limit`` bytes, so that a client cannot fill the
/// memory with an endless line.
public struct GPSDRequestReader: Sendable {
  /// The longest request in bytes. Real requests are much shorter.
  public static let limit = 4096

  private var pending: [UInt8] = []
  /// The offset in `pending` of the next request.
  private var start = 0
  /// Whether the rest of the line is ignored.
  private var skipsLine = false

  /// Makes a reader at the beginning of a line.
  public init() {}

  /// Takes bytes, and calls `body` with each request that they complete, in order.
  public mutating func push(
    _ bytes: some Sequence<UInt8>, _ body: (Result<GPSDRequest, GPSDRequestError>) -> Void
  ) {
    pending.append(contentsOf: bytes)
    while let request = next() { body(request) }
    pending.removeFirst(start)
    start = 0
    if pending.count > Self.limit {
      pending.removeAll(keepingCapacity: false)
      skipsLine = true
      body(.failure(GPSDRequestError(description: "Request longer than \(Self.limit) bytes")))
    }
  }

  private mutating func next() -> Result<GPSDRequest, GPSDRequestError>? {
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

  /// The request that begins at `start`; `nil` while it is incomplete.
  private mutating func request() -> Result<GPSDRequest, GPSDRequestError>? {
    let body = pending[(start + 1)...]
    guard let end = body.firstIndex(where: { Character.endsName($0) }) else { return nil }
    let name = String(decoding: body[..<end], as: UTF8.self)
    switch pending[end] {
    case UInt8(ascii: ";"):
      start = end + 1
      return Result { () throws(GPSDRequestError) in try GPSDRequest(name: name, argument: nil) }
    case UInt8(ascii: "="):
      switch objectEnd(from: end + 1) {
      case .at(let objectEnd):
        start = objectEnd
        return pending.withUnsafeBytes { bytes in
          Result { () throws(GPSDRequestError) in
            try GPSDRequest(
              name: name, argument: UnsafeRawBufferPointer(rebasing: bytes[(end + 1)..<objectEnd]))
          }
        }
      case .missing: return nil
      case .noObject:
        // The rest of the line, which begins with `=`, is ignored.
        start = end
        return .failure(
          GPSDRequestError(description: "Invalid \(name.prefix(40)): it is not a JSON object"))
      }
    default:
      // gpsd also insists on the semicolon. A client that works here then works there too.
      start = end + 1
      return .failure(
        GPSDRequestError(
          description: "Unrecognized request '?\(name.prefix(40))'; is the ';' missing?"))
    }
  }

  private enum ObjectEnd {
    /// The offset after the object.
    case at(Int)
    /// The object is correct so far and does not end yet.
    case missing
    /// The text is not an object, or its line ends before the object does.
    case noObject
  }

  /// Where the JSON object ends that begins at an offset, or after spaces there.
  private func objectEnd(from first: Int) -> ObjectEnd {
    let lineEnd = pending[first...].firstIndex(of: Character.lineFeed)
    return pending.withUnsafeBytes { bytes in
      var json = JSONScanner(
        UnsafeRawBufferPointer(rebasing: bytes[..<(lineEnd ?? bytes.count)]), from: first)
      do throws(JSONScanner.Failure) {
        guard try json.next() == .beginObject else { return .noObject }
        while json.depth > 0 { _ = try json.next() }
        return .at(json.offset)
      } catch {
        return error.isIncomplete && lineEnd == nil ? .missing : .noObject
      }
    }
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

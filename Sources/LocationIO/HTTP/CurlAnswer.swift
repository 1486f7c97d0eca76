/// The response that libcurl hands over in pieces.
final class CurlAnswer {
  /// The largest size of all headers in bytes.
  private static let headerLimit = 65_536

  private(set) var headers: HTTPHeaders = [:]
  private(set) var body: [UInt8] = []
  /// Why libcurl was told to stop.
  private(set) var error: HTTPError?
  private let limit: Int
  private var headerSize = 0

  /// Makes an empty answer whose body may have `limit` bytes.
  init(limit: Int) { self.limit = limit }

  /// Passes bytes from a callback of libcurl on.
  ///
  /// - Returns: the number of bytes; another number makes libcurl end the exchange.
  static func receive(
    _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?,
    _ add: (CurlAnswer, UnsafeRawBufferPointer) -> Bool
  ) -> Int {
    guard let context, count > 0 else { return 0 }
    let answer = Unmanaged<CurlAnswer>.fromOpaque(context).takeUnretainedValue()
    return add(answer, UnsafeRawBufferPointer(start: bytes, count: count)) ? count : -1
  }

  /// Adds a piece of the body, and returns whether there is room for it.
  func addBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count <= limit - body.count else {
      return stop("the response is larger than \(limit) bytes")
    }
    body.append(contentsOf: bytes)
    return true
  }

  /// Adds a line of the head, and returns whether there is room for it.
  func addHeader(_ line: UnsafeRawBufferPointer) -> Bool {
    headerSize += line.count
    guard headerSize <= Self.headerLimit else {
      return stop("the headers are larger than \(Self.headerLimit) bytes")
    }
    // A response follows an interim one, such as 100 Continue, in the same stream.
    if line.starts(with: "HTTP/".utf8) { headers = [:] }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return true }
    let name = String(decoding: line[..<colon], as: UTF8.self)
    let value = line[(colon + 1)...]
    let isSpace = { (byte: UInt8) in byte <= 0x20 }
    let start = value.firstIndex { !isSpace($0) } ?? value.endIndex
    let end = value.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? start
    headers.append(name, String(decoding: value[start..<end], as: UTF8.self))
    return true
  }

  private func stop(_ detail: String) -> Bool {
    error = HTTPError(.tooLarge, detail: detail)
    return false
  }
}

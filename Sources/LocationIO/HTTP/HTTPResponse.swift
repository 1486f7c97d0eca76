public import LocationCore
import LocationText

/// The complete response of a web server.
public struct HTTPResponse: Hashable, Sendable {
  /// The status code, 100 … 599.
  public var status: Int
  /// The headers.
  public var headers: HTTPHeaders
  /// The body, without a transfer encoding.
  public var body: [UInt8]

  /// Makes a response.
  public init(status: Int, headers: HTTPHeaders = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

extension HTTPResponse {
  /// How long the server asks its client to wait before the next request (RFC 9110 section 10.2.3).
  ///
  /// - Parameter now: the time of day, because `Retry-After` may be a date.
  /// - Returns: at least zero and at most a year; `nil` if the header is missing or can not be understood.
  public func retryAfter(now: Date) -> Duration? {
    guard let value = headers["Retry-After"] else { return nil }
    let longest = 366 * 86_400
    if !value.isEmpty, value.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) {
      // More digits than an integer holds are a long time too.
      return .seconds(min(Int(value) ?? longest, longest))
    }
    guard let date = Self.date(value) else { return nil }
    let seconds = Double(date) - now.timeIntervalSince1970
    return .seconds(max(0, min(seconds, Double(longest))))
  }

  /// Reads a date such as `Sun, 06 Nov 1994 08:49:37 GMT` as seconds since 1970.
  private static func date(_ text: String) -> Int? {
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let words = text.split(separator: " ")
    guard words.count == 6, words[5] == "GMT", let day = Int(words[1]),
      let month = months.firstIndex(of: String(words[2])), let year = Int(words[3]),
      (1...9999).contains(year),
      let date = CivilDay(year: year, month: month + 1, day: day)
    else { return nil }
    let time = words[4].split(separator: ":").compactMap { Int($0) }
    guard time.count == 3, (0...23).contains(time[0]), (0...59).contains(time[1]),
      (0...60).contains(time[2])
    else { return nil }
    return date.daysSince1970 * 86_400 + time[0] * 3600 + time[1] * 60 + time[2]
  }
}

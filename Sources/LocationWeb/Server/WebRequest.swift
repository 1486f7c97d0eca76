#if Web
  /// A complete request of a client.
  struct WebRequest: Sendable {
    enum Method: Sendable {
      case get, head, post, other
    }

    var method: Method
    /// The path without the query.
    var path: String
    /// The values of the query by their names, decoded.
    var query: [String: String]
    /// The values by the lowercase names of their headers. Of repeated headers, the last one counts.
    var headers: [String: String]
    var body: [UInt8]

    init(
      method: Method, target: String, headers: [String: String] = [:], body: [UInt8] = []
    ) {
      let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
      self.method = method
      path = String(parts[0])
      query = parts.count > 1 ? Self.values(parts[1]) : [:]
      self.headers = headers
      self.body = body
    }

    private static func values(_ query: Substring) -> [String: String] {
      var values: [String: String] = [:]
      for pair in query.split(separator: "&") {
        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        values[decoded(parts[0])] = parts.count > 1 ? decoded(parts[1]) : ""
      }
      return values
    }

    /// Decodes `%41` and `+`. Anything else stays as it is.
    private static func decoded(_ text: Substring) -> String {
      var bytes: [UInt8] = []
      var rest = Array(text.utf8)[...]
      while let byte = rest.popFirst() {
        if byte == UInt8(ascii: "%"), rest.count >= 2,
          let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
        {
          bytes.append(value)
          rest.removeFirst(2)
        } else {
          bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
        }
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// A complete answer.
  struct WebResponse: Sendable {
    var status: Int
    var headers: [(name: String, value: String)] = []
    var body: [UInt8] = []

    init(_ status: Int, _ type: String, _ body: [UInt8]) {
      self.status = status
      self.body = body
      headers = [("Content-Type", type)]
    }

    /// A text for people and programs: what is wrong and what to do.
    static func text(_ status: Int, _ text: String) -> WebResponse {
      WebResponse(status, "text/plain; charset=utf-8", Array((text + "\n").utf8))
    }

    static func json(_ body: [UInt8]) -> WebResponse { WebResponse(200, "application/json", body) }
  }
#endif

#if Web
  import LocationText

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
    /// The network of the client: an IPv4 address, or the first half of an IPv6 address.
    var network: String

    init(
      method: Method, target: String, headers: [String: String] = [:], body: [UInt8] = [],
      network: String = ""
    ) {
      let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
      self.method = method
      path = String(parts[0])
      query = parts.count > 1 ? Self.values(parts[1]) : [:]
      self.headers = headers
      self.body = body
      self.network = network
    }

    /// The token of `Authorization: Bearer TOKEN`. The scheme may have any case (RFC 9110, section 11.1).
    var bearer: String? {
      let words = (headers["authorization"] ?? "").split(separator: " ", maxSplits: 1)
      guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
      return String(words[1].drop { $0 == " " })
    }

    /// The answer to a request that cannot be fulfilled: what is wrong and what to do. Programs get it as JSON
    /// (RFC 9457), people as text.
    func failure(_ status: Int, _ detail: String) -> WebResponse {
      guard path.hasPrefix("/api/") || path.hasPrefix("/v1/") else {
        return WebResponse(status, "text/plain; charset=utf-8", Array((detail + "\n").utf8))
      }
      var text = ByteText()
      text.member(#"{"status":"#, integer: status)
      text.member(#","title":"#, string: WebResponse.title(of: status))
      text.member(#","detail":"#, string: detail)
      text.write("}")
      return WebResponse(status, "application/problem+json", text.bytes)
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

    static func json(_ body: [UInt8]) -> WebResponse { WebResponse(200, "application/json", body) }

    /// The words of a status.
    static func title(of status: Int) -> String {
      switch status {
      case 400: "Bad Request"
      case 401: "Unauthorized"
      case 403: "Forbidden"
      case 404: "Not Found"
      case 405: "Method Not Allowed"
      case 409: "Conflict"
      case 413: "Content Too Large"
      case 415: "Unsupported Media Type"
      case 417: "Expectation Failed"
      case 421: "Misdirected Request"
      case 500: "Internal Server Error"
      default: "Service Unavailable"
      }
    }
  }
#endif

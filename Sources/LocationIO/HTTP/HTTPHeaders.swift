/// The headers of a request or a response, in order. Letters of a name may be upper or lower case.
///
/// ```swift
/// let headers: HTTPHeaders = ["Content-Type": "application/json"]
/// print(headers["content-type"] ?? "none")
/// ```
public struct HTTPHeaders: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// One line.
  public struct Header: Hashable, Sendable {
    /// The text before the colon.
    public let name: String
    /// The text after the colon, without spaces around it.
    public let value: String
  }

  private var headers: [Header] = []

  /// Makes headers from names and values.
  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { append(name, value) }
  }

  /// The value of the first header with a name; `nil` if there is none.
  public subscript(name: String) -> String? {
    let name = name.lowercased()
    return headers.first { $0.name.lowercased() == name }?.value
  }

  /// Adds a header at the end. There may be several with one name.
  public mutating func append(_ name: String, _ value: String) {
    headers.append(Header(name: name, value: value))
  }
}

extension HTTPHeaders: Sequence {
  /// Iterates over the headers in order.
  public func makeIterator() -> IndexingIterator<[Header]> { headers.makeIterator() }
}

public import LocationIO

/// What a ``NetworkProvider`` would send now.
public struct NetworkRequestPreview: Hashable, Sendable {
  /// The data.
  public let request: GeolocationRequest
  /// The HTTP request with the data; `nil` if nothing would be sent.
  public let httpRequest: HTTPRequest?
}

extension NetworkRequestPreview: CustomStringConvertible {
  /// The request as text, or a sentence if there is none, and then a line with the access points that are
  /// left out.
  public var description: String {
    let text =
      httpRequest.map { "\($0)\n" }
      ?? "Nothing is sent: fewer than two access points may be sent, and there is no cell.\n"
    let exclusions = request.exclusions
    return exclusions.isEmpty ? text : "\(text)Left out: \(exclusions)\n"
  }
}

public import LocationIO

/// What a ``NetworkProvider`` would send now.
public struct NetworkRequestPreview: Hashable, Sendable {
  /// The data.
  public let request: GeolocationRequest
  /// The HTTP request with the data; `nil` if nothing would be sent.
  public let httpRequest: HTTPRequest?
}

extension NetworkRequestPreview: CustomStringConvertible {
  /// The request as text, or a sentence if there is none, and then a line for each reason to leave access
  /// points out.
  public var description: String {
    var text =
      httpRequest.map { "\($0)\n" }
      ?? "Nothing is sent: fewer than two access points may be sent.\n"
    for reason in WiFiAccessPoint.Exclusion.allCases {
      if let count = request.excluded[reason] {
        text += "Left out: \(count) × \(reason.rawValue)\n"
      }
    }
    return text
  }
}

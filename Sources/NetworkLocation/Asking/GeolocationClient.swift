public import LocationCore
public import LocationIO

/// Asks a geolocation server for a position.
///
/// It asks for no consent, keeps nothing, and does not limit the number of requests. ``NetworkProvider``
/// does.
public struct GeolocationClient: Sendable {
  /// The `User-Agent` of requests. BeaconDB refuses clients without one.
  public static let userAgent = "swift-location/1 (https://swift.org)"

  private let server: GeolocationServer
  private let transport: any HTTPTransport
  private let now: @Sendable () -> Date

  /// Makes a client.
  ///
  /// - Parameters:
  ///   - server: the server to ask.
  ///   - transport: sends the requests.
  ///   - now: the time of day, for a `Retry-After` that is a date.
  public init(
    server: GeolocationServer, transport: any HTTPTransport,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.server = server
    self.transport = transport
    self.now = now
  }

  /// The HTTP request that ``position(for:)`` sends; `nil` if it sends nothing.
  public func httpRequest(for request: GeolocationRequest) -> HTTPRequest? {
    guard request.isWorthSending else { return nil }
    return HTTPRequest(
      server.url, method: .post,
      headers: [
        "Content-Type": "application/json", "Accept": "application/json",
        "User-Agent": Self.userAgent,
      ], body: request.body, timeout: .seconds(20), responseLimit: 65_536)
  }

  /// Sends a request, and returns the position in the response.
  ///
  /// - Throws: `.nothingToSend` without sending anything if there are not enough access points.
  public func position(
    for request: GeolocationRequest
  ) async throws(GeolocationError) -> GeolocationAnswer {
    guard let httpRequest = httpRequest(for: request) else { throw Self.nothingToSend(request) }
    let response: HTTPResponse
    do throws(HTTPError) {
      response = try await transport.send(httpRequest)
    } catch {
      throw GeolocationError(error)
    }
    guard response.status == 200 else { throw GeolocationError(response, now: now()) }
    let answer = try GeolocationAnswer(body: response.body)
    if answer.fallback == "ipf", !request.usesAddress {
      throw GeolocationError(
        .notFound,
        detail: "the server knows only the place of the IP address, which was not asked for; "
          + "add fallback=ip to the source if you want it")
    }
    return answer
  }

  private static func nothingToSend(_ request: GeolocationRequest) -> GeolocationError {
    let exclusions = request.exclusions
    return GeolocationError(
      .nothingToSend,
      detail:
        "fewer than two access points may be sent, and there is no cell, so the server was not asked"
        + (exclusions.isEmpty ? "" : "; left out: \(exclusions)"))
  }
}

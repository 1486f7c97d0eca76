#if Web
  import Foundation
  import LocationCore
  import LocationPlaces
  import LocationText
  import TestSupport
  import Testing

  @testable import LocationWeb

  /// A page that is served while a test runs.
  struct ServedPage {
    let port: UInt16
    let links: [String]
    private let task: Task<Void, any Error>

    init(
      _ provider: any LocationProvider, sources: [String] = ["mock:"], places: [Place] = [],
      recording: (any LocationProvider)? = nil, _ change: (inout WebSettings) -> Void = { _ in }
    ) async throws {
      var settings = WebSettings()
      settings.port = 0
      change(&settings)
      let session = WebSession(
        provider, sources: sources, recording: recording, places: places, settings: settings)
      let (ready, continuation) = AsyncStream.makeStream(of: [String].self)
      task = Task {
        defer { continuation.finish() }
        try await session.run { continuation.yield($0) }
      }
      var links: [String]?
      for await found in ready {
        links = found
        break
      }
      self.links = try #require(links)
      port = try #require(
        self.links.last?.split(separator: ":").last.flatMap { UInt16($0.prefix { $0.isNumber }) })
    }

    /// The secret of the link.
    var token: String? { links.first?.split(separator: "=").last.map(String.init) }

    func stop() async {
      task.cancel()
      _ = await task.result
    }

    /// Sends a request and returns the complete answer.
    ///
    /// - Parameter address: the last number of the client's own address 127.0.0.x.
    func send(_ request: String, from address: UInt8 = 1) async throws -> Answer {
      let port = port
      return try await onThread {
        guard let client = try? LoopbackClient(port: port, from: address) else { return Answer("") }
        client.send(request)
        return Answer(client.readToEnd())
      }
    }

    /// Gets a path.
    func get(
      _ path: String, _ headers: [String] = [], from address: UInt8 = 1
    ) async throws -> Answer {
      try await send(Self.request("GET \(path)", headers), from: address)
    }

    static func request(_ line: String, _ headers: [String] = [], body: String = "") -> String {
      let isNamed = headers.contains { $0.hasPrefix("Host:") }
      let all = (isNamed ? [] : ["Host: localhost"]) + headers + ["Connection: close"]
      return "\(line) HTTP/1.1\r\n\(all.joined(separator: "\r\n"))\r\n\r\n\(body)"
    }
  }

  /// An answer of HTTP.
  struct Answer {
    let status: Int
    let headers: [String: String]
    let body: String

    init(_ text: String) {
      let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
      let lines = parts[0].split(separator: "\r\n")
      status = lines.first.flatMap { Int($0.split(separator: " ").dropFirst().first ?? "") } ?? 0
      headers = Dictionary(
        lines.dropFirst().map { line in
          let pair = line.split(separator: ":", maxSplits: 1)
          return (
            pair[0].lowercased(), pair.count > 1 ? String(pair[1].drop { $0 == " " }) : ""
          )
        }, uniquingKeysWith: { $1 })
      body = parts.count > 1 ? String(parts[1]) : ""
    }

    var json: JSONValue {
      get throws { try JSONValue(handwritten: Array(body.utf8)) }
    }
  }

  /// Connects to the events of a page. It reads on the thread of the caller.
  struct EventReader: Sendable {
    let client: LoopbackClient

    init(port: UInt16, after id: String? = nil) throws {
      client = try LoopbackClient(port: port)
      let headers = id.map { ["Last-Event-ID: \($0)"] } ?? []
      client.send(ServedPage.request("GET /api/events", headers))
    }

    /// The next event with a name; `nil` at the end.
    func next(_ name: String) -> (id: String, data: String)? {
      var id = ""
      while let line = client.readLine() {
        if line.hasPrefix("id: ") { id = String(line.dropFirst(4)) }
        guard line == "event: \(name)" else { continue }
        return client.readLine().map { (id, String($0.dropFirst(6))) }
      }
      return nil
    }
  }

  extension Place {
    static func circle(
      _ name: String, _ latitude: Double, _ longitude: Double, isPrivate: Bool = false
    ) throws -> Place {
      try Place(
        name: name,
        region: .circle(
          around: Coordinate(latitude: latitude, longitude: longitude), radius: 100),
        isPrivate: isPrivate)
    }
  }
#endif

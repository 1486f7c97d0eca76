import Foundation
import LocationCore
import LocationIO
import LocationTesting
import NetworkLocation
import TestSupport
import TestTurns
import Testing

/// libcurl and a web server of Python that answers as BeaconDB does.
@Suite(.inTurn)
struct RealServerTests {
  /// The places of the access points with even numbers are known.
  static let script = """
    import http.server, json, ssl, sys
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = 'HTTP/1.1'
        def do_POST(self):
            request = json.loads(self.rfile.read(int(self.headers['Content-Length'])))
            print(self.path, json.dumps(request), flush=True)
            points = [int(p['macAddress'][-2:], 16) for p in request['wifiAccessPoints']]
            known = [p for p in points if p % 2 == 0]
            if 'swift-location' not in self.headers.get('User-Agent', ''):
                self.fail(403, 'forbidden')
            elif len(known) > 1:
                self.answer(200, {'location': {'lat': 48.5, 'lng': -11.25}, 'accuracy': 50.0})
            elif request['considerIp']:
                self.answer(200, {'location': {'lat': 50, 'lng': 8}, 'accuracy': 25000.0, 'fallback': 'ipf'})
            else:
                self.fail(404, 'notFound')
        def fail(self, code, reason):
            error = {'domain': 'geolocation', 'reason': reason, 'message': reason}
            self.answer(code, {'error': {'errors': [error], 'code': code, 'message': reason}})
        def answer(self, code, value):
            body = json.dumps(value).encode()
            self.send_response(code)
            self.send_header('Content-Type', 'application/json')
            self.send_header('Content-Length', str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        def log_message(self, *words): pass
    class Server(http.server.ThreadingHTTPServer):
        def handle_error(self, request, address): pass
    server = Server(('127.0.0.1', 0), Handler)
    if len(sys.argv) > 2:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(sys.argv[2], sys.argv[3])
        server.socket = context.wrap_socket(server.socket, server_side=True)
    with open(sys.argv[1], 'w') as port:
        port.write(str(server.server_port))
    server.serve_forever()

    """

  let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// Starts the server and returns its port.
  func serve(_ files: String...) async throws -> (server: ChildProcess, port: UInt16) {
    guard let python = ChildProcess.path(of: "python3") else {
      try Test.cancel("python3 is not installed")
    }
    let script = try folder.file("server.py", Self.script)
    let port = folder.path("port")
    try #require(mkfifo(port, 0o600) == 0)
    let server = try ChildProcess(python, [script, port] + files, output: folder.path("log"))
    // Reading a named pipe waits for its writer.
    let bytes = try await onThread { try? FileContents.read(port, limit: 100) }
    return (server, try #require(UInt16(String(decoding: bytes ?? [], as: UTF8.self))))
  }

  /// The requests that the server received.
  func log() throws -> String { try String(contentsOfFile: folder.path("log"), encoding: .utf8) }

  func provider(
    _ url: String, _ points: [UInt8], _ transport: CurlTransport = CurlTransport()
  ) throws -> NetworkProvider {
    let server = try GeolocationServer(url)
    return NetworkProvider(
      server: server, consents: MemoryConsentStore([server.origin: .granted]),
      scanner: WiFiScannerMock(accessPoints: points.map { .numbered($0) }),
      cells: CellScannerMock(), transport: transport)
  }

  func locate(_ provider: NetworkProvider) async -> Result<LocationUpdate?, UserLocationError> {
    var iterator = provider.startUpdatingLocation().makeAsyncIterator()
    do throws(UserLocationError) {
      return .success(try await iterator.next())
    } catch {
      return .failure(error)
    }
  }

  @Test func aServerOnThisMachineIsAsked() async throws {
    let (server, port) = try await serve()
    let url = "http://localhost:\(port)/v1/geolocate"
    let fix = await locate(try provider(url, [2, 4])).fix
    #expect(fix?.coordinate == (try Coordinate(latitude: 48.5, longitude: -11.25)))
    #expect(fix?.horizontalAccuracy == 50)
    #expect(try log().hasPrefix("/v1/geolocate {\"considerIp\": false, "))
    let error = await locate(try provider(url, [1, 3])).error
    #expect(error?.code == .canNotBeLocated)
    #expect(error?.detail == "the server knows none of the access points and cells in sight")
    let coarse = await locate(try provider(url + "?fallback=ip", [1, 3])).fix
    #expect(coarse?.horizontalAccuracy == 25_000)
    server.stop()
    #expect(await locate(try provider(url, [2, 4])).error?.code == .sourceUnavailable)
  }

  /// Makes a certificate for a name, signed by itself, and its key.
  func certificate(for name: String) async throws -> (certificate: String, key: String) {
    guard let openssl = ChildProcess.path(of: "openssl") else {
      try Test.cancel("openssl is not installed")
    }
    let (certificate, key) = (folder.path("\(name).pem"), folder.path("\(name).key"))
    let result = try await ProgramResult.run(
      openssl,
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-days", "2", "-subj", "/CN=\(name)", "-addext", "subjectAltName=DNS:\(name)",
        "-keyout", key, "-out", certificate,
      ], timeout: .seconds(60))
    try #require(result.status == 0, "\(result.text)")
    return (certificate, key)
  }

  @Test func aServerWithAWrongCertificateGetsNoRequest() async throws {
    let (certificate, key) = try await certificate(for: "other.example")
    let (server, port) = try await serve(certificate, key)
    let url = "https://localhost:\(port)/v1/geolocate"
    let unknown = await locate(try provider(url, [2, 4])).error
    #expect(unknown?.detail.contains("certificate is not trusted") == true)
    // The authority is known now, but the name is wrong.
    let wrong = await locate(
      try provider(url, [2, 4], CurlTransport(authorities: certificate))
    ).error
    #expect(wrong?.detail.contains("certificate is not trusted") == true)
    #expect(((wrong?.cause as? GeolocationError)?.cause as? HTTPError)?.code == .untrusted)
    #expect(try log() == "")
    server.stop()
  }

  @Test func aServerWithATrustedCertificateIsAsked() async throws {
    let (certificate, key) = try await certificate(for: "localhost")
    let (server, port) = try await serve(certificate, key)
    let fix = await locate(
      try provider(
        "https://localhost:\(port)/v1/geolocate", [2, 4], CurlTransport(authorities: certificate))
    ).fix
    #expect(fix?.horizontalAccuracy == 50)
    server.stop()
  }

  @Test func aMissingFileOfAuthoritiesIsAnError() async throws {
    let (certificate, key) = try await certificate(for: "localhost")
    let (server, port) = try await serve(certificate, key)
    let error = await locate(
      try provider(
        "https://localhost:\(port)/a", [2, 4], CurlTransport(authorities: folder.path("none")))
    ).error
    #expect(((error?.cause as? GeolocationError)?.cause as? HTTPError)?.code == .untrusted)
    #expect(try log() == "")
    server.stop()
  }
}

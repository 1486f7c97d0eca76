import TestTurns
import Testing

@testable import LocationServing

@Suite(.inTurn) struct ServerEndpointTests {
  @Test(
    arguments: [
      ("gpsd://127.0.0.1:2947", .gpsd(host: "127.0.0.1", port: 2947)),
      ("gpsd://", .gpsd(host: "127.0.0.1", port: 2947)),
      ("gpsd://:0", .gpsd(host: "127.0.0.1", port: 0)),
      ("GPSD://*:2948/", .gpsd(host: "*", port: 2948)),
      ("tcp://[::1]:10110", .tcp(host: "::1", port: 10110)),
      ("tcp://:0", .tcp(host: "127.0.0.1", port: 0)),
      ("udp://192.168.1.255:10110", .udp(host: "192.168.1.255", port: 10110)),
      ("udp://:10110", .udp(host: "127.0.0.1", port: 10110)),
      ("unix:/run/user/1000/nmea.sock", .unix(path: "/run/user/1000/nmea.sock")),
      ("UNIX:nmea.sock", .unix(path: "nmea.sock")),
      ("pty:", .terminal(link: nil)),
      ("pty:/tmp/gps0", .terminal(link: "/tmp/gps0")),
    ] as [(String, ServerEndpoint)])
  func aURLIsRead(_ text: String, _ endpoint: ServerEndpoint) throws {
    #expect(try ServerEndpoint(text) == endpoint)
  }

  @Test(
    arguments: [
      ("gpsd", "it looks like gpsd://127.0.0.1:2947"),
      ("unix:", "it needs a path: unix:/run"),
      ("unix", "it needs a path: unix:/run"),
      ("pty", "the forms are gpsd://HOST:PORT"),
      ("http://127.0.0.1:80", "the forms are gpsd://HOST:PORT"),
      ("", "the forms are gpsd://HOST:PORT"),
      ("gpsd:127.0.0.1:2947", "it looks like gpsd://127.0.0.1:2947"),
      ("gpsd://127.0.0.1:2947//dev/ttyS0", "nothing may follow the port"),
      ("gpsd://127.0.0.1:65536", "a port is a number from 0 to 65535"),
      ("tcp://127.0.0.1", "it needs a port"),
      ("tcp://::1:10110", "an IPv6 address goes in brackets"),
      ("udp://127.0.0.1", "it needs the port to send to"),
      ("udp://127.0.0.1:0", "datagrams cannot be sent to port 0"),
    ])
  func otherTextSaysWhichFormsThereAre(_ text: String, _ words: String) {
    let error = #expect(throws: LocationServerError.self) { try ServerEndpoint(text) }
    #expect(error?.description.contains(words) == true)
  }
}

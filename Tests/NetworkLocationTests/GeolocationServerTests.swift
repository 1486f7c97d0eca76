import LocationCore
import NetworkLocation
import TestTurns
import Testing

@Suite(.inTurn) struct GeolocationServerTests {
  @Test func aURLIsTakenAsItIs() throws {
    let server = try GeolocationServer("https://example.org/v1/geolocate?key=abc&x=%20")
    #expect(server.url == "https://example.org/v1/geolocate?key=abc&x=%20")
    #expect(server.description == server.url)
    #expect(!server.usesAddress)
  }

  @Test(arguments: [
    ("https://example.org/v1/geolocate", "https://example.org"),
    ("HTTPS://Example.ORG:443/a", "https://example.org"),
    ("https://example.org:8443/a", "https://example.org:8443"),
    ("http://localhost:8080/a", "http://localhost:8080"),
    ("http://127.0.0.1:80/a", "http://127.0.0.1"), ("http://[::1]:80/a", "http://[::1]"),
    ("https://[2001:DB8::1]:444/a", "https://[2001:db8::1]:444"),
  ])
  func theOriginIsSchemeHostAndPort(url: String, origin: String) throws {
    #expect(try GeolocationServer(url).origin == origin)
  }

  @Test func theNameContainsNoKey() throws {
    let server = try GeolocationServer("https://example.org/v1/geolocate?key=secret")
    #expect(server.name == "net:https://example.org/v1/geolocate")
  }

  @Test(arguments: [
    (
      "https://example.org/a?key-file=/home/jane/key",
      GeolocationServer.KeyPlace.file(path: "/home/jane/key"), "https://example.org/a?key=k-1"
    ),
    (
      "https://example.org/a?x=1&key-variable=NAME&fallback=ip", .variable("NAME"),
      "https://example.org/a?x=1&key=k-1"
    ),
  ])
  func aKeyMayBeInAFileOrInAVariable(
    text: String, place: GeolocationServer.KeyPlace, url: String
  ) throws {
    let server = try GeolocationServer(text)
    #expect(server.keyPlace == place)
    #expect(!server.url.contains("key"))
    #expect(try GeolocationServer(server.description) == server)
    let complete = try server.withKey("k-1")
    #expect(complete.url == url && complete.keyPlace == nil)
    for key in ["", "a b", "a&b", "ä", "a\n"] {
      #expect(throws: UserLocationError.self) { try server.withKey(key) }
    }
  }

  @Test(arguments: [
    "https://example.org/a?key=secret&key-file=a",
    "https://example.org/a?key-file=secret&key-variable=secret",
    "https://example.org/a?key=secret&key-file=", "https://example.org/a?key=secret&key-file",
    "http://example.org/a?key=secret",
  ])
  func aMistakeIsToldWithoutTheKey(text: String) {
    let error = #expect(throws: UserLocationError.self) { try GeolocationServer(text) }
    #expect(error?.code == .invalidSource)
    #expect(!"\(error.map { "\($0)" } ?? "")".contains("secret"))
  }

  @Test(arguments: ["https://example.org", "http://example.org/a", "ftp://example.org/a"])
  func anErrorRepeatsWhatWasWritten(text: String) {
    let error = #expect(throws: UserLocationError.self) { try GeolocationServer(text) }
    #expect(error?.description.hasPrefix("'\(text)': ") == true)
    #expect(error?.description.contains("net:") == false)
    let ofSource = #expect(throws: UserLocationError.self) {
      try GeolocationServer(text, after: "net:")
    }
    #expect(ofSource?.description.hasPrefix("'net:\(text)': ") == true)
  }

  @Test(arguments: [
    ("https://example.org/a?fallback=ip", "https://example.org/a"),
    ("https://example.org/a?key=b&fallback=ip", "https://example.org/a?key=b"),
    ("https://example.org/a?fallback=ip&key=b", "https://example.org/a?key=b"),
  ])
  func theFallbackIsAWishAndIsNotSent(text: String, url: String) throws {
    let server = try GeolocationServer(text)
    #expect(server.url == url)
    #expect(server.usesAddress)
    #expect(try GeolocationServer(server.description) == server)
  }

  @Test(arguments: [
    "", "example.org", "ftp://example.org/a", "https:", "https:/example.org/a", "https:///a",
    "https://example.org", "https://example.org/", "https://example.org:0/a",
    "https://example.org:70000/a", "https://user:word@example.org/a", "https://example.org/a#b",
    "https://example.org/a b", "https://exämple.org/a", "https://example.org/a?fallback=cell",
    "https://example.org/a?fallback", "https://example.org?key=a/b",
    "https://example.org\\other/a", "https://example%2eorg/a", "https://a[b/c",
    "http://localhost;x/a",
  ])
  func anythingElseIsRefused(text: String) {
    let error = #expect(throws: UserLocationError.self) { try GeolocationServer(text) }
    #expect(error?.code == .invalidSource)
  }

  @Test(arguments: [
    "http://example.org/a", "http://192.168.1.2/a", "http://127.0.0.1.example.org/a",
    "http://127.example.org/a", "http://localhost.example.org/a",
  ])
  func plainHTTPIsOnlyForThisMachine(url: String) {
    let error = #expect(throws: UserLocationError.self) { try GeolocationServer(url) }
    #expect(error?.detail.contains("use https") == true)
  }
}

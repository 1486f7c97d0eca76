import TestTurns
import Testing

@testable import GPSDProtocol

@Suite(.inTurn) struct GPSDRequestTests {
  @Test(
    arguments: [
      (.version, "?VERSION;"), (.devices, "?DEVICES;"), (.poll, "?POLL;"), (.watch(nil), "?WATCH;"),
      (.device(path: nil), "?DEVICE;"), (.device(path: "/dev/x"), #"?DEVICE={"path":"/dev/x"};"#),
      (.watch(GPSDWatch()), "?WATCH={};"),
      (.watch(GPSDWatch(json: true)), #"?WATCH={"enable":true,"json":true};"#),
      (
        .watch(GPSDWatch(json: true, nmea: true, device: "a;}\"b")),
        #"?WATCH={"enable":true,"json":true,"nmea":true,"device":"a;}\"b"};"#
      ),
    ] as [(GPSDRequest, String)])
  func aRequestIsWrittenAndReadBack(request: GPSDRequest, line: String) {
    #expect(request.line == line)
    var reader = GPSDRequestReader()
    var requests: [Result<GPSDRequest, GPSDRequestError>] = []
    reader.push(line.utf8) { requests.append($0) }
    #expect(requests == [.success(request)])
  }

  @Test func aRequestThatIsWrongSaysWhy() {
    var reader = GPSDRequestReader()
    var messages: [String] = []
    reader.push("?FOO;\n?WATCH={\"raw\":\"x\"};?WATCH=7;\n".utf8) {
      if case .failure(let error) = $0 { messages.append(error.description) }
    }
    #expect(
      messages == [
        "Unrecognized request '?FOO'",
        "Invalid WATCH: the value of 'raw' is of another type than it should be",
        "Invalid WATCH: it is not a JSON object",
      ])
  }

  @Test(arguments: ["?WATCH=7;", #"?WATCH={"a":"#])
  func theRestOfALineAfterABrokenRequestIsNotRead(start: String) {
    var reader = GPSDRequestReader()
    var results: [Result<GPSDRequest, GPSDRequestError>] = []
    // The second request becomes too long.
    let spaces = String(repeating: " ", count: GPSDRequestReader.limit)
    for piece in [start, spaces, "?VERSION;", "1};?POLL;\n", "?DEVICES;"] {
      reader.push(piece.utf8) { results.append($0) }
    }
    #expect(results.count == 2)
    #expect(throws: GPSDRequestError.self) { try results.first?.get() }
    #expect(results.last == .success(.devices))
  }
}

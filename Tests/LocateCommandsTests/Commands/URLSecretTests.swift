import LocationCore
import LocationTesting
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

@Suite(.inTurn) struct URLSecretTests {
  @Test(arguments: [
    "mqtt://jane:secret@h/a", "mqtts://jane:secret@h:8883/a", "http://jane:secret@h/pub",
    "https://jane:se/secret@h", "mqtt://jane:a@secret@h/a", "mqtt://:secret@h/a",
    "mqtt://jane:secret x@h/a", "mqtt://jane:secret'x@h/a", "mqtt://jane:secret@h",
    "HTTP://j:secret@h/",
    "ftp://jane:secret@h", "https:///pub?u=jane&key=secret", "http://u:secret@h?key=secret",
    "https:///pub?secret", "https:///pub?key=secret secret",
  ])
  func noMessageHasTheSecretOfATarget(target: String) async {
    let test = TestEnvironment(LocationProviderMock(script: []))
    #expect(await test.run("publish", "--to", target) == 64)
    #expect(!test.errors.text.contains("secret"))
    #expect(!test.errors.text.isEmpty)
  }

  @Test func anArgumentMayHaveTheNameOfItsOption() async {
    let test = TestEnvironment(LocationProviderMock(script: []))
    #expect(await test.run("publish", "--to=mqtt://jane:secret x@h/a") == 64)
    #expect(!test.errors.text.contains("secret"))
  }

  @Test func theRestOfTheURLIsShown() async {
    let test = TestEnvironment(LocationProviderMock(script: []))
    #expect(await test.run("publish", "--to", "mqtt://jane:secret@h/a") == 64)
    #expect(test.errors.text.contains("mqtt://jane@h/a"))
  }

  @Test(arguments: [
    "mqtt://jane:secret@h/a", "tcp://jane:secret@h:1", "net:https://j:secret@h/v1",
    "net:http://example.org/v1?key=secret", "net:https://h/v1?fallback=x&key=secret",
    "net:https://h/v1?key-file=a&key=secret",
  ])
  func noMessageHasTheSecretOfASource(source: String) async {
    let test = TestEnvironment(LocationProviderMock(script: []))
    #expect(await test.run("watch", "--source", source) == 64)
    #expect(!test.errors.text.contains("secret"))
    var variable = TestEnvironment(LocationProviderMock(script: []))
    variable.variables["LOCATE_SOURCE"] = source
    #expect(await variable.run("watch") == 78)
    #expect(!variable.errors.text.contains("secret"))
  }

  @Test(arguments: [
    "mqtt://h:1883/a@b: no", "mqtt://[::1]:1883/a@b", "mqtt://u@[::1]:1883/a@b",
    "see https://example.org/a:b@c", "a:b@c",
    "mqtt://jane@h:1883/a", "https://h/a?", "sim:drive?seed=7 of https://h/a", "mqtt://h/a?b=c",
  ])
  func whatIsNoSecretStays(text: String) {
    #expect(URLSecret.removed(from: text, arguments: [text]) == text)
  }
}

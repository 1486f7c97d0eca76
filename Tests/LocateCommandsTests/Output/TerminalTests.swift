import TestTurns
import Testing

@testable import LocateCommands

@Suite(.inTurn) struct TerminalTests {
  private let screen = Screen(width: 40)

  private func terminal(_ encoding: TextEncoding = .unicode) -> Terminal {
    Terminal(output: screen, errorOutput: screen, encoding: encoding)
  }

  @Test func aMessageStandsAboveTheStatusLine() {
    let terminal = terminal()
    terminal.update { "no fix, 12 s" }
    terminal.errorOutput.say("trying again", as: "locate")
    #expect(screen.lines == ["locate: trying again", "no fix, 12 s"])
    terminal.update { "no fix, 13 s" }
    #expect(screen.lines == ["locate: trying again", "no fix, 13 s"])
    terminal.clearStatus()
    #expect(screen.lines == ["locate: trying again"])
  }

  @Test func aMessageStandsAboveTheLatestLocation() throws {
    let terminal = terminal()
    try terminal.latestLineOutput.write(Array("48.1 N 11.5 E\n".utf8))
    terminal.errorOutput.say("a long message that is longer", as: "locate")
    try terminal.latestLineOutput.write(Array("48.2 N\n".utf8))
    #expect(screen.lines == ["locate: a long message that is longer", "48.2 N"])
  }

  @Test func dataStandsAboveTheStatusLine() throws {
    let terminal = terminal()
    terminal.update { "no fix, 12 s" }
    try terminal.output.write(Array("{}\n".utf8))
    terminal.clearStatus()
    try terminal.output.write(Array("{}\n".utf8))
    #expect(screen.lines == ["{}", "{}"])
  }

  @Test func dataWithoutAnEndOfLineIsNotOverwritten() throws {
    let terminal = terminal()
    terminal.update { "no fix, 12 s" }
    try terminal.output.write(Array("48.1;".utf8))
    try terminal.output.write(Array("11.5".utf8))
    #expect(screen.lines == ["48.1;11.5"])
  }

  @Test func theLatestLocationStaysAboveALaterStatus() throws {
    let terminal = terminal()
    try terminal.latestLineOutput.write(Array("48.1 N\n".utf8))
    terminal.update { "no fix, 1 s" }
    #expect(screen.lines == ["48.1 N", "no fix, 1 s"])
    try terminal.latestLineOutput.write(Array("48.2 N\n".utf8))
    terminal.endLine()
    terminal.errorOutput.say("it ended", as: "locate")
    #expect(screen.lines == ["48.1 N", "48.2 N", "locate: it ended"])
  }

  @Test func aStatusOnANarrowTerminalLosesWholeWords() {
    let narrow = Screen(width: 20)
    let terminal = Terminal(output: narrow, errorOutput: narrow, encoding: .unicode)
    terminal.update { "no fix, 5 satellites in view, 12 s" }
    #expect(narrow.lines == ["no fix"])
  }

  @Test func noStatusCoversAnAnswer() async {
    let terminal = terminal()
    terminal.update { "no fix, 1 s" }
    await terminal.asking {
      #expect(screen.lines == [])
      terminal.errorOutput.say("may it? [y/N]", as: "locate")
      terminal.update { "no fix, 2 s" }
      #expect(screen.lines == ["locate: may it? [y/N]"])
    }
    terminal.update { "no fix, 3 s" }
    #expect(screen.lines == ["locate: may it? [y/N]", "no fix, 3 s"])
  }

  @Test func withoutATerminalThereIsNoStatus() {
    let sink = MemorySink()
    let terminal = Terminal(output: sink, errorOutput: sink, encoding: .unicode)
    terminal.update { "no fix, 12 s" }
    #expect(sink.text == "")
  }

  @Test func textForPeopleIsASCIIInALocaleThatHasNothingElse() throws {
    let terminal = terminal(.ascii)
    try terminal.textOutput.write(Array("± 4.0 m  84°\n".utf8))
    try terminal.latestLineOutput.write(Array("12°\n".utf8))
    terminal.errorOutput.say("ü → ±", as: "locate")
    #expect(screen.lines == ["+/- 4.0 m  84 deg", "locate: ? -> +/-", "12 deg"])
  }
}

@Suite(.inTurn) struct TextEncodingTests {
  @Test(arguments: [["once"], ["watch"], ["doctor"], ["convert", "--to", "text"]])
  func withTheLocaleCEveryCommandPrintsASCII(command: [String]) async {
    var test = TestEnvironment(log: Logs.drive)
    test.variables = ["LC_ALL": "C"]
    #expect(await test.run(command + ["--source", "a.nmea"]) == 0)
    #expect(test.output.text.contains(" deg N"))
    #expect(test.output.text.allSatisfy { $0.isASCII })
    #expect(await test.run(command + ["--source", "ü.nmea", "--unknown"]) == 64)
    #expect(test.errors.text.allSatisfy { $0.isASCII })
  }

  @Test func formatsForProgramsAreUTF8InEveryLocale() async {
    var test = TestEnvironment(log: Logs.drive)
    test.variables = ["LC_ALL": "C"]
    #expect(await test.run("--source", "a", "--format", "{latitude}°") == 0)
    #expect(test.output.text == "48.1173°\n")
  }

  @Test(
    arguments: [
      ([:], .ascii), (["LANG": "C.UTF-8"], .unicode), (["LANG": "de_DE.utf8"], .unicode),
      (["LANG": "de_DE.UTF-8@euro"], .unicode), (["LANG": "de_DE@euro"], .ascii),
      (["LANG": "C.UTF-8", "LC_CTYPE": "C"], .ascii),
      (["LANG": "C.UTF-8", "LC_ALL": "C"], .ascii),
      (["LC_CTYPE": "C", "LC_ALL": "C.UTF-8"], .unicode),
      (["LANG": "C.UTF-8", "LC_ALL": ""], .unicode),
    ] as [([String: String], TextEncoding)])
  func theLocaleIsOfLCAllThenLCCtypeThenLang(
    variables: [String: String], encoding: TextEncoding
  ) {
    #expect(TextEncoding(variables: variables) == encoding)
  }

  @Test func aDegreeBeforeADigitIsAWordOfItsOwn() {
    let bytes = Array("48°07′ N, 84°".utf8).withUnsafeBytes { TextEncoding.ascii.encode($0) }
    #expect(String(decoding: bytes, as: UTF8.self) == "48 deg 07' N, 84 deg")
  }
}

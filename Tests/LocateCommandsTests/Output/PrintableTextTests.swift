import LocationCore
import LocationTesting
import TestTurns
import Testing

@testable import LocateCommands

@Suite(.inTurn) struct PrintableTextTests {
  /// An escape sequence, a C1 control, bidi controls, and characters that nobody sees.
  static let foreign: [String] = [
    "\u{1B}[31m", "\u{9B}2J", "\u{7F}", "\r", "\u{202A}", "\u{202B}", "\u{202D}", "\u{202E}",
    "\u{202C}", "\u{2066}", "\u{2067}", "\u{2068}", "\u{2069}", "\u{200E}", "\u{200F}",
    "\u{61C}", "\u{200B}", "\u{200C}", "\u{200D}", "\u{2060}", "\u{FEFF}", "\u{AD}", "\u{34F}",
    "\u{2028}", "\u{2029}", "\u{115F}", "\u{3164}", "\u{FFA0}", "\u{180E}", "\u{FE0F}",
    "\u{E0041}", "\u{E000}", "\u{FFF9}", "\u{1D173}",
  ]

  private static let harmful = Set(foreign.compactMap(\.unicodeScalars.first))

  private func isHarmless(_ text: String) -> Bool {
    Self.harmful.isDisjoint(with: text.unicodeScalars)
  }

  @Test(arguments: foreign) func aNameCannotControlATerminal(_ text: String) {
    let line = PrintableText.line("a\(text)b")
    #expect(
      isHarmless(line) && line.hasPrefix("a?") && line.hasSuffix("b"), "\(line.debugDescription)")
  }

  @Test(arguments: [
    "Home", "Café Zürich", "Göteborg–Malmö’s", "京都　駅", "मुंबई", "קפה", "Αθήνα ± 3°", "a\u{301}",
    "❤️ 👩‍👩‍👧 🏠", "½ × 2", "″′", "→",
  ])
  func ordinaryNamesStay(_ text: String) {
    #expect(PrintableText.line(text) == text)
  }

  @Test func linesKeepTheirEnds() {
    let bytes = Array("a\tb\r\nc\rd\u{1B}[0m\n°".utf8)
    let shown = bytes.withUnsafeBytes(PrintableText.lines)
    #expect(String(decoding: shown, as: UTF8.self) == "a\tb\r\nc?d?[0m\n°")
  }

  @Test(arguments: foreign) func neitherDataNorTextNorMessagesControlATerminal(
    _ text: String
  ) throws {
    let sink = MemorySink(terminalWidth: 80)
    let terminal = Terminal(output: sink, errorOutput: sink, encoding: .unicode)
    for output in [terminal.output, terminal.textOutput, terminal.errorOutput] {
      try output.write(Array("a\(text)b\n".utf8))
    }
    terminal.errorOutput.say("a\(text)b", as: "locate")
    #expect(isHarmless(sink.text), "\(sink.text.debugDescription)")
  }

  @Test func dataForAProgramIsNotChanged() throws {
    let data = MemorySink()
    let terminal = Terminal(output: data, errorOutput: MemorySink(), encoding: .unicode)
    let line = Self.foreign.joined() + "\n"
    try terminal.output.write(Array(line.utf8))
    #expect(data.text == line)
  }

  @Test(arguments: foreign) func aFrameShowsForeignTextHarmlessly(_ text: String) {
    let size = ViewSize(columns: 40, rows: 1)
    var frame = ViewFrame(size, encoding: .unicode)
    frame.write("a\(text)b", in: ViewArea(row: 0, column: 0, rows: 1, columns: 40), row: 0)
    #expect(isHarmless(frame.lines[0]), "\(frame.lines[0].debugDescription)")
  }

  /// A broker's topics, a place and a device have names from outside.
  @Test(arguments: ["text", "json", "csv", "{source} {device}"])
  func aTerminalShowsTheDevicesOfOthersHarmlessly(format: String) async throws {
    let name = Self.foreign.joined(separator: "x")
    let fixes = try ["one", "two"].map { device in
      var fix = Fix(
        coordinate: try Coordinate(latitude: 1, longitude: 2),
        source: FixSource(kind: .live, name: "mqtt://h/\(name)", device: "\(name)/\(device)"))
      fix.timestamp = Date(timeIntervalSince1970: 1_735_689_600)
      return fix
    }
    let screen = MemorySink(terminalWidth: 500)
    let test = TestEnvironment(
      LocationProviderMock(script: fixes.map { .update(.fix($0)) } + [.end]), output: screen,
      errors: screen)
    #expect(await test.run("watch", "--format", format, "mqtt://h/+") == 0)
    let bytes = screen.text.replacing("\u{1B}[K", with: "").utf8.filter { $0 != 0x0D }
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("x?x") && isHarmless(text), "\(text.debugDescription)")
  }
}

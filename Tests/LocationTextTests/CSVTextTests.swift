import TestTurns
import Testing

@testable import LocationText

@Suite(.inTurn) struct CSVTextTests {
  @Test(arguments: [
    ("Home", "Home"), ("", ""), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""), ("a\nb", "\"a\nb\""),
    ("=1+1", "'=1+1"), ("+49", "'+49"), ("-5", "'-5"), ("@SUM(A1)", "'@SUM(A1)"),
    ("=HYPERLINK(\"http://x\",1)", "\"'=HYPERLINK(\"\"http://x\"\",1)\""),
    ("\t=1", "\"'\t=1\""), ("'twas", "''twas"), ("'=1", "''=1"), ("1-2", "1-2"),
  ])
  func aSpreadsheetRunsNoCell(_ value: String, _ cell: String) {
    var text = ByteText()
    text.write(csv: value)
    #expect(text.string == cell)
  }

  @Test(arguments: ["Home", "=1+1", "'=1", "''", "'", "-", "'twas", "@"])
  func aCellIsReadAsItWas(_ value: String) {
    var text = ByteText()
    text.write(csv: value)
    #expect(CSVText.read(text.string) == value)
  }
}

import TestTurns
import Testing

@testable import LocationText

@Suite(.inTurn) struct JSONScannerTests {
  /// The tokens of a text with their contents, and the failure that ended them.
  private func scan(_ text: String) -> (tokens: [String], failure: JSONScanner.Failure?) {
    var tokens: [String] = []
    let failure = Array(text.utf8).withUnsafeBytes { bytes -> JSONScanner.Failure? in
      var json = JSONScanner(bytes)
      do throws(JSONScanner.Failure) {
        while true {
          let token = try json.next()
          switch token {
          case .end: return nil
          case .name, .string: tokens.append("\(token) \(json.text)")
          case .number: tokens.append("\(token) \(json.number)")
          default: tokens.append("\(token)")
          }
        }
      } catch {
        return error
      }
    }
    return (tokens, failure)
  }

  @Test func everyKindOfValueIsAToken() {
    let (tokens, failure) = scan(
      #" {"a": [1, -2.5e1, "x"], "b" : {}, "c":[], "d":true,"e":false,"f":null}  "#)
    #expect(failure == nil)
    #expect(
      tokens == [
        "beginObject", "name a", "beginArray", "number 1.0", "number -25.0", "string x", "endArray",
        "name b", "beginObject", "endObject", "name c", "beginArray", "endArray", "name d", "true",
        "name e", "false", "name f", "null", "endObject",
      ])
  }

  @Test(arguments: [
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"), (#""\u00e9\u20AC""#, "é€"),
    (#""\ud83d\udef0""#, "🛰"), (#""\ud83d""#, "\u{FFFD}"), (#""\ud83dx""#, "\u{FFFD}x"),
    (#""\udef0\u0041""#, "\u{FFFD}A"), (#""\ud83d\u0041""#, "\u{FFFD}A"), (#""größe""#, "größe"),
  ])
  func escapesAreResolved(json: String, text: String) {
    #expect(scan(json).tokens == ["string \(text)"])
  }

  @Test(arguments: [
    ("0", 0), ("-0.5", -0.5), ("48.117312345", 48.117312345), ("1e-3", 1e-3), ("1E+2", 100),
    ("0.1234567890123456789", 0.1234567890123456789),
    ("123456789012345678901", 0x1.ac53a7e04bcdap+66),
    ("9007199254740993.0", 9007199254740992), ("1e999", .infinity),
    ("2.2250738585072014e-308", 0x1p-1022),
  ])
  func aNumberIsTheNearestDouble(json: String, number: Double) {
    #expect(scan(json).tokens == ["number \(number)"])
  }

  @Test(arguments: ["NaN", "nan", "-nan", "Infinity", "-Infinity", "inf", "-inf"])
  func aNumberThatIsNoneIsNull(word: String) {
    // Python's json and printf write these.
    #expect(scan("[\(word),1]").tokens == scan("[null,1]").tokens)
    #expect(scan("[\(word)x]").failure?.reason == .elementSeparatorExpected)
    for count in 1..<word.utf8.count {
      #expect(scan("[" + word.prefix(count)).failure?.isIncomplete == true)
    }
  }

  @Test(
    arguments: [
      ("", .valueExpected, 0), ("nul", .valueExpected, 3), ("nulx", .valueExpected, 0),
      ("{x", .nameExpected, 1), ("{\"a\" 1", .colonExpected, 5), ("{\"a\":}", .valueExpected, 5),
      ("{\"a\":1 2", .memberSeparatorExpected, 7), ("[1}", .elementSeparatorExpected, 2),
      ("[1,]", .valueExpected, 3), ("{\"a\":1,}", .nameExpected, 7), ("01", .malformedNumber, 1),
      ("1.", .malformedNumber, 2), ("-", .malformedNumber, 1), ("1e+x", .malformedNumber, 3),
      (".5", .valueExpected, 0), ("+1", .valueExpected, 0), (#""\x""#, .malformedEscape, 2),
      (#""\u12g4""#, .malformedCodeUnit, 5), (#""abc"#, .unclosedString, 4),
      ("\"a\nb\"", .controlCharacter, 2), ("1 2", .trailingText, 2), ("{}}", .trailingText, 2),
    ] as [(String, JSONScanner.Failure.Reason, Int)])
  func aFailureSaysWhatIsWrongAndWhere(
    text: String, reason: JSONScanner.Failure.Reason, offset: Int
  ) {
    let failure = scan(text).failure
    #expect(failure?.reason == reason)
    #expect(failure?.offset == offset)
  }

  @Test func theStartOfATextIsIncompleteAndNotWrong() {
    let text = #"{"a\u00e9":[1.5e-2,true,null,"x\n"],"b":{"c":-0}}"#
    for count in 0..<text.utf8.count {
      let failure = scan(String(text.prefix(count))).failure
      #expect(failure?.isIncomplete == true, "\(text.prefix(count))")
    }
    #expect(scan(text).failure == nil)
  }

  @Test func aTextMayContinueInOtherMemory() throws {
    let first = Array(#"{"a":["b","#.utf8)
    let begun = first.withUnsafeBytes { bytes in
      var json = JSONScanner(bytes)
      for _ in 0..<4 { _ = try? json.next() }
      return json
    }
    // The comma after "b" was not read yet.
    #expect(begun.offset == first.count - 1)
    let rest = Array(first[begun.offset...]) + Array(#" true],"c":1}"#.utf8)
    let (tokens, name) = try rest.withUnsafeBytes { bytes in
      var json = JSONScanner(continuing: begun, in: bytes)
      var tokens: [JSONScanner.Token] = []
      var name = ""
      while tokens.last != .end {
        tokens.append(try json.next())
        if tokens.last == .name { name = json.text }
      }
      return (tokens, name)
    }
    #expect(tokens == [.true, .endArray, .name, .number, .endObject, .end])
    #expect(name == "c")
  }

  @Test func nestingIsLimited() {
    let deepest = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
    #expect(scan(deepest).failure == nil)
    #expect(scan("[" + deepest + "]").failure?.reason == .tooDeep)
  }
}

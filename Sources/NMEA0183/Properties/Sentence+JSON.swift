import LocationText

extension Sentence {
  /// Writes the values as a JSON object with the names of ``properties``. Times, dates and cases of
  /// enumerations are strings. Absent values are left out.
  package func writeJSON(into text: inout ByteText) {
    var payload = payload
    var json = JSONProperties(text: text)
    json.writeObject { payload.visit(&$0) }
    text = json.text
  }
}

// Every member and element begins with a comma. The bracket around them replaces the first comma. The
// names are inlined, so that their lengths are constants.
private struct JSONProperties: PropertyVisitor, ~Copyable {
  var text: ByteText

  @inline(__always)
  mutating func visit(_ name: StaticString, _ value: Int) {
    text.write(memberName: name)
    text.write(integer: value)
  }

  @inline(__always)
  mutating func visit(_ name: StaticString, _ value: Double) {
    text.write(memberName: name)
    text.write(jsonNumber: value)
  }

  mutating func visit(_ name: StaticString, _ value: Bool) {
    text.write(memberName: name)
    text.write(value ? "true" : "false")
  }

  mutating func visit(_ name: StaticString, _ value: TimeOfDay) {
    text.write(memberName: name)
    text.write(byte: UInt8(ascii: "\""))
    text.write(hour: value.hour, minute: value.minute, second: value.second)
    if value.decimals > 0 {
      text.write(byte: UInt8(ascii: "."))
      text.write(
        integer: value.nanosecond / integerPowerOfTen(9 - value.decimals), width: value.decimals)
    }
    text.write(byte: UInt8(ascii: "\""))
  }

  mutating func visit(_ name: StaticString, _ value: ShortDate) {
    guard let date = value.calendarDate else { return }
    text.write(memberName: name)
    text.write(byte: UInt8(ascii: "\""))
    text.write(pair: date.year / 100)
    text.write(pair: date.year % 100)
    text.write(byte: UInt8(ascii: "-"))
    text.write(pair: date.month)
    text.write(byte: UInt8(ascii: "-"))
    text.write(pair: date.day)
    text.write(byte: UInt8(ascii: "\""))
  }

  @inline(__always)
  mutating func visit(_ name: StaticString, word: StaticString) {
    text.write(memberName: name)
    write(quoted: word)
  }

  mutating func visit(_ name: StaticString, text value: String) {
    text.write(memberName: name)
    text.write(jsonString: value)
  }

  mutating func visitList(_ name: StaticString, _ elements: (inout Self) -> Void) {
    text.write(memberName: name)
    let start = text.count
    elements(&self)
    close(from: start, UInt8(ascii: "["), UInt8(ascii: "]"))
  }

  mutating func visitElement(_ value: Int) {
    text.write(byte: UInt8(ascii: ","))
    text.write(integer: value)
  }

  mutating func visitElement(_ value: Double?) {
    text.write(byte: UInt8(ascii: ","))
    if let value { text.write(jsonNumber: value) } else { text.write("null") }
  }

  mutating func visitElement(word: StaticString?) {
    text.write(byte: UInt8(ascii: ","))
    if let word { write(quoted: word) } else { text.write("null") }
  }

  mutating func visitElement(members: (inout Self) -> Void) {
    text.write(byte: UInt8(ascii: ","))
    writeObject(members)
  }

  mutating func writeObject(_ members: (inout Self) -> Void) {
    let start = text.count
    members(&self)
    close(from: start, UInt8(ascii: "{"), UInt8(ascii: "}"))
  }

  private mutating func close(from start: Int, _ opening: UInt8, _ closing: UInt8) {
    if start < text.count { text[start] = opening } else { text.write(byte: opening) }
    text.write(byte: closing)
  }

  private mutating func write(quoted word: StaticString) {
    text.write(byte: UInt8(ascii: "\""))
    text.write(word)
    text.write(byte: UInt8(ascii: "\""))
  }
}

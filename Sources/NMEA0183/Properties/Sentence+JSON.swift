import LocationText

extension Sentence {
  /// Writes the values as a JSON object with the names of ``properties``. Times, dates and cases of
  /// enumerations are strings. Absent values are left out.
  package func writeJSON(into text: inout ByteText) {
    text.writeObject { payload.visit(&$0) }
  }
}

// Every member and element begins with a comma. The bracket around them replaces the first comma. The
// names are inlined, so that their lengths are constants.
extension ByteText: PropertyVisitor {
  @inline(__always)
  mutating func visit(_ name: StaticString, _ value: Int) {
    write(memberName: name)
    write(integer: value)
  }

  @inline(__always)
  mutating func visit(_ name: StaticString, _ value: Double) {
    write(memberName: name)
    write(jsonNumber: value)
  }

  mutating func visit(_ name: StaticString, _ value: Bool) {
    write(memberName: name)
    write(value ? "true" : "false")
  }

  mutating func visit(_ name: StaticString, _ value: TimeOfDay) {
    write(memberName: name)
    write(byte: UInt8(ascii: "\""))
    write(hour: value.hour, minute: value.minute, second: value.second)
    if value.decimals > 0 {
      write(byte: UInt8(ascii: "."))
      write(
        integer: value.nanosecond / integerPowerOfTen(9 - value.decimals), width: value.decimals)
    }
    write(byte: UInt8(ascii: "\""))
  }

  mutating func visit(_ name: StaticString, _ value: ShortDate) {
    guard let date = value.calendarDate else { return }
    write(memberName: name)
    write(byte: UInt8(ascii: "\""))
    write(pair: date.year / 100)
    write(pair: date.year % 100)
    write(byte: UInt8(ascii: "-"))
    write(pair: date.month)
    write(byte: UInt8(ascii: "-"))
    write(pair: date.day)
    write(byte: UInt8(ascii: "\""))
  }

  @inline(__always)
  mutating func visit(_ name: StaticString, word: StaticString) {
    write(memberName: name)
    write(quoted: word)
  }

  mutating func visit(_ name: StaticString, text: String) {
    write(memberName: name)
    write(jsonString: text)
  }

  mutating func visitList(_ name: StaticString, _ elements: (inout Self) -> Void) {
    write(memberName: name)
    let start = count
    elements(&self)
    close(from: start, UInt8(ascii: "["), UInt8(ascii: "]"))
  }

  mutating func visitElement(_ value: Int) {
    write(byte: UInt8(ascii: ","))
    write(integer: value)
  }

  mutating func visitElement(_ value: Double?) {
    write(byte: UInt8(ascii: ","))
    if let value { write(jsonNumber: value) } else { write("null") }
  }

  mutating func visitElement(word: StaticString?) {
    write(byte: UInt8(ascii: ","))
    if let word { write(quoted: word) } else { write("null") }
  }

  mutating func visitElement(members: (inout Self) -> Void) {
    write(byte: UInt8(ascii: ","))
    writeObject(members)
  }

  fileprivate mutating func writeObject(_ members: (inout Self) -> Void) {
    let start = count
    members(&self)
    close(from: start, UInt8(ascii: "{"), UInt8(ascii: "}"))
  }

  private mutating func close(from start: Int, _ opening: UInt8, _ closing: UInt8) {
    if start < count { self[start] = opening } else { write(byte: opening) }
    write(byte: closing)
  }

  private mutating func write(quoted word: StaticString) {
    write(byte: UInt8(ascii: "\""))
    write(word)
    write(byte: UInt8(ascii: "\""))
  }
}

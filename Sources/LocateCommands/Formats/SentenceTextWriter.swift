import LocationText
import NMEA0183
import NMEALocation

/// A line for people for each sentence: its line in the log, its address, and its values or its fault.
struct SentenceTextWriter: SentenceWriter {
  func write(
    _ sentence: Sentence, of frame: borrowing SentenceFrame, into text: inout ByteText
  ) {
    begin(frame, into: &text)
    if frame.checksum == .missing { text.write("no checksum; ") }
    let properties = sentence.properties
    if case .unknown = sentence.payload {
      text.write("not decoded: ")
      text.write(printable: frame.text)
    } else if properties.isEmpty {
      text.write("no values")
    } else {
      text.write(properties: properties)
    }
    text.write("\n")
  }

  func write(_ fault: SentenceFault, of frame: borrowing SentenceFrame, into text: inout ByteText) {
    begin(frame, into: &text)
    text.write("BAD ")
    text.write(text: fault.description)
    text.write(": ")
    text.write(printable: frame.text)
    text.write("\n")
  }

  private func begin(_ frame: borrowing SentenceFrame, into text: inout ByteText) {
    text.write(right: frame.line, width: 6)
    text.write("  ")
    let start = text.count
    if let address = frame.address {
      if address.talker != .proprietary { frame.writeTalker(into: &text) }
      frame.writeType(into: &text)
    } else {
      text.write("?")
    }
    text.write(spaces: max(0, 5 - (text.count - start)) + 2)
  }
}

extension ByteText {
  fileprivate mutating func write(properties: [SentenceProperty]) {
    for (index, property) in properties.enumerated() {
      if index > 0 { write(", ") }
      write(text: property.name)
      write(" ")
      write(value: property.value)
    }
  }

  private mutating func write(readable value: Double) {
    // Nine decimals of a degree are 0.1 mm.
    if let number = FixedPoint(value, places: 9) {
      write(trimming: number)
    } else {
      write(jsonNumber: value)
    }
  }

  private mutating func write(value: SentenceValue?) {
    switch value {
    case .integer(let value): write(integer: value)
    case .number(let value): write(readable: value)
    case .boolean(let value): write(value ? "yes" : "no")
    case .text(let value): write(printable: value)
    case .list(let values):
      write("[")
      for (index, value) in values.enumerated() {
        if index > 0 { write(", ") }
        write(value: value)
      }
      write("]")
    case .object(let properties):
      write("{")
      write(properties: properties)
      write("}")
    case nil: write("-")
    }
  }
}

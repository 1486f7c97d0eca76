import GPSDProtocol
import LocationCore
import LocationText
import NMEA0183
import NMEALocation

/// A line for people for each sentence: its line in the log, its address, what its TAG block says, and its
/// values or its fault.
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
    for error in frame.leftOutFields {
      text.write("; left out: ")
      text.write(text: error.description)
      if let value = frame.string(error.field) {
        text.write(", ")
        text.write(printable: value)
      }
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
    if let tag = frame.tag { write(tag, into: &text) }
  }

  private func write(_ tag: TagBlock, into text: inout ByteText) {
    if tag.isDamaged { text.write("BAD TAG block; ") }
    if let source = tag.source {
      text.write("from ")
      text.write(printable: "\(source)")
      text.write("; ")
    }
    if let time = tag.receipt.flatMap({ UTCTime($0) }) {
      text.write("received ")
      text.write(time)
      text.write("; ")
    }
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

extension TagBlock {
  /// When the gateway received the sentence.
  var receipt: Date? {
    receiptMilliseconds.map { Date(timeIntervalSince1970: Double($0) / 1000) }
  }
}

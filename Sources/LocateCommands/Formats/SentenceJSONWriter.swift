import LocationText
import NMEA0183
import NMEALocation

/// A JSON object for each sentence: `line`, `talker`, `type` and `valid`. A good sentence also has
/// `fields`, an object with the property names of the library; `fields` of a sentence that the library
/// does not decode is an array of strings. A bad sentence has `reason` and `text`.
struct SentenceJSONWriter: SentenceWriter {
  func write(_ sentence: Sentence, of frame: borrowing SentenceFrame, into text: inout ByteText) {
    begin(frame, into: &text)
    text.write(#","valid":true,"checksum":"#)
    text.write(frame.checksum == .missing ? #""missing","fields":"# : #""verified","fields":"#)
    if sentence.payload == .unknown {
      writeFields(of: frame, into: &text)
    } else {
      text.write(json: .object(sentence.properties))
    }
    text.write("}\n")
  }

  func write(_ fault: SentenceFault, of frame: borrowing SentenceFrame, into text: inout ByteText) {
    begin(frame, into: &text)
    text.write(#","valid":false"#)
    text.member(#","reason":"#, string: fault.reason)
    writeDetails(of: fault, frame, into: &text)
    text.member(#","text":"#, string: frame.text)
    text.write("}\n")
  }

  private func begin(_ frame: borrowing SentenceFrame, into text: inout ByteText) {
    text.member(#"{"line":"#, integer: frame.line)
    text.member(#","talker":"#, string: frame.address?.talker.description)
    text.member(#","type":"#, string: frame.address?.type.description)
  }

  private func writeFields(of frame: borrowing SentenceFrame, into text: inout ByteText) {
    text.write("[")
    for field in 0..<frame.fieldCount {
      if field > 0 { text.write(",") }
      text.write(jsonString: frame.string(field + 1) ?? "")
    }
    text.write("]")
  }

  private func writeDetails(
    of fault: SentenceFault, _ frame: borrowing SentenceFrame, into text: inout ByteText
  ) {
    switch fault {
    case .frame(.checksumMismatch(let found, let computed)):
      text.member(#","expected":"#, string: hexadecimal(computed))
      text.member(#","found":"#, string: hexadecimal(found))
    case .frame(.unprintableByte(let byte)):
      text.member(#","byte":"#, string: hexadecimal(byte))
    case .frame(.tooLong(let limit)):
      text.member(#","limit":"#, integer: limit)
    case .field(let error):
      text.member(#","field":"#, integer: error.field)
      text.member(#","value":"#, string: frame.string(error.field))
    case .frame, .checksumMissing: break
    }
  }
}

extension ByteText {
  /// Writes a value of a sentence as JSON. Infinity and NaN become `null`.
  fileprivate mutating func write(json value: SentenceValue?) {
    switch value {
    case .integer(let value): write(integer: value)
    case .number(let value): write(text: value.isFinite ? value.shortest : "null")
    case .boolean(let value): write(value ? "true" : "false")
    case .text(let value): write(jsonString: value)
    case .list(let values):
      write("[")
      for (index, value) in values.enumerated() {
        if index > 0 { write(",") }
        write(json: value)
      }
      write("]")
    case .object(let properties):
      write("{")
      for (index, property) in properties.enumerated() {
        if index > 0 { write(",") }
        write(jsonString: property.name)
        write(":")
        write(json: property.value)
      }
      write("}")
    case nil: write("null")
    }
  }
}

extension Double {
  /// The shortest text that parses as the same number. A whole number has no decimal point.
  var shortest: String {
    let text = description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

private func hexadecimal(_ byte: UInt8) -> String {
  let digits = String(byte, radix: 16, uppercase: true)
  return digits.count == 1 ? "0" + digits : digits
}

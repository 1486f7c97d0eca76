import GPSDProtocol
import LocationCore
import LocationText
import NMEA0183
import NMEALocation

/// A JSON object for each sentence: `line`, `tag`, `talker`, `type` and `valid`. `tag` has the values of the
/// TAG block in front of the sentence: `source`, `time`, `group` and `lineNumber`; and `valid`, false, if a
/// block is damaged. A maker's own sentence has no talker. A good sentence also has `fields`, an object with the names of
/// `Sentence.properties`; `fields` of a sentence that the library does not decode is an array of strings. If fields are
/// wrong, `leftOut` has the `reason`, `field` and `value` of each. A bad sentence has `reason` and `text`.
struct SentenceJSONWriter: SentenceWriter {
  func write(
    _ sentence: Sentence, of frame: borrowing SentenceFrame, into text: inout ByteText
  ) {
    begin(frame, into: &text)
    text.write(#","valid":true,"checksum":"#)
    text.write(frame.checksum == .missing ? #""missing","fields":"# : #""verified","fields":"#)
    if case .unknown = sentence.payload {
      writeFields(of: frame, into: &text)
    } else {
      sentence.writeJSON(into: &text)
    }
    if frame.hasLeftOutFields {
      text.write(#","leftOut":"#)
      text.write(array: frame.leftOutFields) { text, error in
        text.member(#"{"reason":"#, string: error.description)
        write(error, of: frame, into: &text)
        text.write("}")
      }
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
    if let tag = frame.tag { write(tag, into: &text) }
    guard let address = frame.address else { return }
    if address.talker != .proprietary {
      text.write(#","talker":""#)
      frame.writeTalker(into: &text)
      text.write("\"")
    }
    text.write(#","type":""#)
    frame.writeType(into: &text)
    text.write("\"")
  }

  private func write(_ tag: TagBlock, into text: inout ByteText) {
    var members = ByteText()
    if tag.isDamaged { members.write(#","valid":false"#) }
    members.member(#","source":"#, string: tag.source.map { "\($0)" })
    members.member(#","time":"#, time: tag.receipt)
    if let group = tag.group {
      members.member(#","group":{"index":"#, integer: group.index)
      members.member(#","size":"#, integer: group.size)
      members.member(#","id":"#, integer: group.id)
      members.write("}")
    }
    members.member(#","lineNumber":"#, integer: tag.lineNumber)
    text.write(#","tag":{"#)
    text.write(utf8: Array(members.bytes.dropFirst()))
    text.write("}")
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
      text.member(#","expected":"#, string: computed.hexadecimal)
      text.member(#","found":"#, string: found.hexadecimal)
    case .frame(.unprintableByte(let byte)):
      text.member(#","byte":"#, string: byte.hexadecimal)
    case .frame(.tooLong(let limit)):
      text.member(#","limit":"#, integer: limit)
    case .field(let error):
      write(error, of: frame, into: &text)
    case .frame, .checksumMissing: break
    }
  }

  private func write(
    _ error: SentenceError, of frame: borrowing SentenceFrame, into text: inout ByteText
  ) {
    text.member(#","field":"#, integer: error.field)
    text.member(#","value":"#, string: frame.string(error.field))
  }
}

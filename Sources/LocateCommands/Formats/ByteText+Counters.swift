import LocationText
import NMEA0183
import NMEALocation

#if GPSD
  import GPSDLocation
#endif

/// Counters of decoders, written as a table, as JSON or as one line.
extension ByteText {
  /// Writes a table for people. Below each sum are its parts.
  mutating func write(table counters: NMEACounters) {
    let kinds = counters.kinds.map { ("\($0.talker)\($0.type)", $0.count) }
    let reasons = counters.badByReason.map { ($0.key.rawValue, $0.value) }
    let width = kinds.map { $0.0.utf8.count }.max() ?? 0
    row("Bytes", counters.bytes)
    row("Sentences", counters.sentences)
    for (kind, count) in kinds { row("  " + kind, count, width: width) }
    row("Bad", counters.badSentences)
    for (reason, count) in reasons { row("  " + reason, count) }
    row("Epochs", counters.epochs)
    row("Fixes", counters.fixes)
    for exception in counters.exceptions { row(exception.words, exception.count) }
  }

  private mutating func row(_ name: String, _ count: Int, width: Int = 0) {
    write(text: name)
    write(spaces: max(1, max(width, 34) - name.utf8.count))
    write(right: count, width: 12)
    write("\n")
  }

  /// Writes a JSON object with the property names of the library. A maker's own sentence has no talker.
  mutating func write(json counters: NMEACounters) {
    member(#"{"bytes":"#, integer: counters.bytes)
    member(#","sentences":"#, integer: counters.sentences)
    member(#","badSentences":"#, integer: counters.badSentences)
    member(#","epochs":"#, integer: counters.epochs)
    member(#","fixes":"#, integer: counters.fixes)
    for exception in counters.exceptions {
      write(",")
      write(jsonString: exception.name)
      member(":", integer: exception.count)
    }
    write(#","kinds":"#)
    write(array: counters.kinds) { text, kind in
      let isOwn = kind.talker == .proprietary
      text.member(#"{"talker":"#, string: isOwn ? nil : kind.talker.description)
      text.write(isOwn ? "{" : ",")
      text.member(#""type":"#, string: (isOwn ? "P" : "") + kind.type.description)
      text.member(#","count":"#, integer: kind.count)
      text.member(#","withChecksum":"#, integer: kind.withChecksum)
      text.write("}")
    }
    write(#","bad":{"#)
    write(list: counters.badByReason) { text, bad in
      text.write(jsonString: bad.key.rawValue)
      text.member(":", integer: bad.value)
    }
    write("}}\n")
  }

  /// Writes one line without its end: `5 bytes; 3 sentences: 2 GPRMC, 1 GPGGA; …`.
  mutating func write(line counters: NMEACounters) {
    write(integer: counters.bytes)
    write(" bytes; ")
    write(integer: counters.sentences)
    write(" sentences")
    write(parts: counters.kinds.map { ("\($0.talker)\($0.type)", $0.count) })
    write("; ")
    write(integer: counters.badSentences)
    write(" bad")
    write(parts: counters.badByReason.map { ($0.key.rawValue, $0.value) })
    write("; ")
    write(integer: counters.epochs)
    write(" epochs; ")
    write(integer: counters.fixes)
    write(" fixes")
    for exception in counters.exceptions {
      write("; ")
      write(text: exception.words)
      write(": ")
      write(integer: exception.count)
    }
  }

  #if GPSD
    /// Writes one line without its end: `5 bytes; 3 positions, 2 with a fix; …`.
    mutating func write(line counters: GPSDCounters) {
      write(integer: counters.bytes)
      write(" bytes; ")
      write(integer: counters.positions)
      write(" positions, ")
      write(integer: counters.fixes)
      write(" with a fix; ")
      write(integer: counters.skies)
      write(" skies; ")
      write(integer: counters.others)
      write(" others; ")
      write(integer: counters.damagedLines)
      write(" damaged")
      let reasons = counters.damaged.sorted {
        ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue)
      }
      write(parts: reasons.map { ($0.key.rawValue, $0.value) })
    }
  #endif

  private mutating func write(parts: [(String, Int)]) {
    for (index, part) in parts.enumerated() {
      write(index == 0 ? ": " : ", ")
      write(integer: part.1)
      write(" ")
      write(text: part.0)
    }
  }
}

extension NMEACounters {
  /// Counts that are usually 0, and that are written only if they are not.
  fileprivate var exceptions: [(name: String, words: String, count: Int)] {
    [
      ("otherDatumPositions", "Positions in another datum", otherDatumPositions),
      (
        "sentencesOfUnknownDevices", "Sentences of unknown devices", sentencesOfUnknownDevices
      ),
      ("fieldsLeftOut", "Fields left out", fieldsLeftOut),
    ].filter { $0.count > 0 }
  }
}

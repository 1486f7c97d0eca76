import LocationText

extension SentenceFrame {
  /// Writes the sentence's type: `RMC`, `PGRME`, `PUBX,00`. Writes nothing for a frame without an address.
  ///
  /// The type of a maker's own sentence is its whole address. If the address names only the maker (`P`
  /// and three letters), the first field names the message and belongs to the type. Ashtech's `PASHR` has
  /// both forms.
  package func writeType(into text: inout ByteText) {
    guard let address else { return }
    let isOwn = address.talker == .proprietary
    if isOwn { text.write("P") }
    text.write(address.type)
    guard isOwn, let name = messageName(address.type) else { return }
    text.write(",")
    for byte in name { text.write(byte: byte) }
  }

  /// Writes the talker's letters.
  package func writeTalker(into text: inout ByteText) {
    guard let talker = address?.talker else { return }
    text.write(byte: UInt8(talker.rawValue >> 8))
    if talker.rawValue & 0xFF != 0 { text.write(byte: UInt8(talker.rawValue & 0xFF)) }
  }

  /// The first field of a maker's own sentence, if it names the message.
  private func messageName(_ type: SentenceType) -> UnsafeBufferPointer<UInt8>? {
    let isMaker = type.rawValue >> 24 == 0
    guard isMaker || type == PASHR.form.type else { return nil }
    // The end of a damaged sentence may be missing, and with it a part of its last field.
    guard fault == nil || fieldCount > 1 else { return nil }
    let name = fields.bytes(1)
    guard let first = name.first, name.count <= 8, isMaker || !Byte.isDigit(first),
      name.allSatisfy({ Byte.isCapitalOrDigit($0 & 0x20 == 0 || $0 < 0x40 ? $0 : $0 ^ 0x20) })
    else { return nil }
    return name
  }
}

extension ByteText {
  fileprivate mutating func write(_ type: SentenceType) {
    var shift: UInt64 = 64
    while shift > 0 {
      shift -= 8
      let byte = UInt8(truncatingIfNeeded: type.rawValue >> shift)
      if byte != 0 { write(byte: byte) }
    }
  }
}

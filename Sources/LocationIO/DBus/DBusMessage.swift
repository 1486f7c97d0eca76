import LocationPOSIX

/// One message of sd-bus: writes and reads its values.
struct DBusMessage: ~Copyable {
  let pointer: SDBus.Message
  private let library: SDBus

  /// The types of messages, as the D-Bus specification numbers them.
  enum Kind: UInt8 {
    case call = 1
    case answer = 2
    case error = 3
    case signal = 4
  }

  /// Takes over a message of `library`.
  init(_ pointer: SDBus.Message, of library: SDBus) {
    self.pointer = pointer
    self.library = library
  }

  deinit { _ = library.unrefMessage(pointer) }

  /// What the message is; `nil` for a type that a later specification adds.
  var kind: Kind? {
    var type: UInt8 = 0
    return library.type(pointer, &type) < 0 ? nil : Kind(rawValue: type)
  }

  /// The number of the call that this message answers; `nil` if it is no answer.
  var answeredCall: UInt64? {
    var cookie: UInt64 = 0
    return library.replyCookie(pointer, &cookie) < 0 ? nil : cookie
  }

  /// The error in the message; `nil` if it has none.
  var refusal: DBusError? {
    guard kind == .error, let error = library.error(pointer) else { return nil }
    let texts = error.assumingMemoryBound(to: SDBus.Text?.self)
    return .refused(name: Self.string(texts[0]), message: Self.string(texts[1]))
  }

  /// The message as a signal. It has no values if they can not be read.
  func signal() -> DBusSignal {
    DBusSignal(
      sender: Self.string(library.sender(pointer)), path: Self.string(library.path(pointer)),
      interface: Self.string(library.interface(pointer)),
      member: Self.string(library.member(pointer)), values: (try? values()) ?? [])
  }

  private static func string(_ text: SDBus.Text?) -> String {
    text.map { String(cString: $0) } ?? ""
  }

  // MARK: Writing

  func append(_ value: DBusValue) throws(DBusError) {
    switch value {
    case .byte(let number): try append(number, "y")
    // A Boolean of sd-bus is an `int`.
    case .boolean(let flag): try append(CInt(flag ? 1 : 0), "b")
    case .int16(let number): try append(number, "n")
    case .uint16(let number): try append(number, "q")
    case .int32(let number): try append(number, "i")
    case .uint32(let number): try append(number, "u")
    case .int64(let number): try append(number, "x")
    case .uint64(let number): try append(number, "t")
    case .double(let number): try append(number, "d")
    case .string(let text): try append(text: text, "s")
    case .objectPath(let text): try append(text: text, "o")
    case .signature(let text): try append(text: text, "g")
    case .bytes(let bytes):
      try append("a", "y") { () throws(DBusError) in
        for byte in bytes { try append(byte, "y") }
      }
    case .array(let elements, let type):
      try append("a", type) { () throws(DBusError) in
        for element in elements { try append(element) }
      }
    case .dictionary(let entries, let keyType, let valueType):
      let type = keyType + valueType
      try append("a", "{\(type)}") { () throws(DBusError) in
        for (key, value) in entries {
          try append("e", type) { () throws(DBusError) in
            try append(key)
            try append(value)
          }
        }
      }
    case .structure(let members):
      try append("r", members.map(\.typeSignature).joined()) { () throws(DBusError) in
        for member in members { try append(member) }
      }
    case .variant(let value):
      try append("v", value.typeSignature) { () throws(DBusError) in try append(value) }
    }
  }

  private func append<Number>(_ number: Number, _ type: Unicode.Scalar) throws(DBusError) {
    try check(
      withUnsafeBytes(of: number) { bytes in
        bytes.baseAddress.map { library.appendBasic(pointer, CChar(type: type), $0) } ?? -EINVAL
      }, "a value of type \(type)")
  }

  private func append(text: String, _ type: Unicode.Scalar) throws(DBusError) {
    // C would take a zero byte for the end of the text.
    guard !text.utf8.contains(0) else {
      throw .invalid("a text with a zero byte can not be sent over D-Bus")
    }
    try check(
      text.withCString { library.appendBasic(pointer, CChar(type: type), $0) }, "the text '\(text)'"
    )
  }

  private func append(
    _ kind: Unicode.Scalar, _ contents: String, _ body: () throws(DBusError) -> Void
  ) throws(DBusError) {
    try check(library.openContainer(pointer, CChar(type: kind), contents), "the type '\(contents)'")
    try body()
    try check(library.closeContainer(pointer), "the type '\(contents)'")
  }

  private func check(_ result: CInt, _ what: String) throws(DBusError) {
    if result < 0 { throw .invalid("\(what) can not be sent over D-Bus") }
  }

  // MARK: Reading

  /// All values from the current one to the end of the message or of its open container.
  func values() throws(DBusError) -> [DBusValue] {
    var values: [DBusValue] = []
    while let value = try next() { values.append(value) }
    return values
  }

  /// The next value; `nil` at the end.
  private func next() throws(DBusError) -> DBusValue? {
    var type: CChar = 0
    var contents: SDBus.Text?
    guard try found(library.peekType(pointer, &type, &contents)) else { return nil }
    switch Unicode.Scalar(UInt8(bitPattern: type)) {
    case "y": return .byte(try read(UInt8(), type))
    case "b": return .boolean(try read(CInt(), type) != 0)
    case "n": return .int16(try read(Int16(), type))
    case "q": return .uint16(try read(UInt16(), type))
    case "i": return .int32(try read(Int32(), type))
    case "u": return .uint32(try read(UInt32(), type))
    case "x": return .int64(try read(Int64(), type))
    case "t": return .uint64(try read(UInt64(), type))
    case "d": return .double(try read(Double(), type))
    case "s": return .string(try readText(type))
    case "o": return .objectPath(try readText(type))
    case "g": return .signature(try readText(type))
    case "a", "r", "v": return try readContainer(type, contents)
    case let other: throw .invalid("a D-Bus message has a value of type '\(other)'")
    }
  }

  private func read<Number>(_ initial: Number, _ type: CChar) throws(DBusError) -> Number {
    var number = initial
    _ = try found(
      withUnsafeMutableBytes(of: &number) { bytes in
        bytes.baseAddress.map { library.readBasic(pointer, type, $0) } ?? -EINVAL
      })
    return number
  }

  private func readText(_ type: CChar) throws(DBusError) -> String {
    // sd-bus has checked that it is UTF-8. The text belongs to the message.
    Self.string(try read(SDBus.Text?.none, type))
  }

  private func readContainer(
    _ type: CChar, _ contents: SDBus.Text?
  ) throws(DBusError) -> DBusValue {
    // Entering the container may release the text.
    let signature = Self.string(contents)
    _ = try found(library.enterContainer(pointer, type, contents))
    let value: DBusValue
    switch Unicode.Scalar(UInt8(bitPattern: type)) {
    case "r": value = .structure(try values())
    case "v":
      guard let inner = try next() else { throw .invalid("a D-Bus message has an empty variant") }
      value = .variant(inner)
    case _ where signature == "y": value = .bytes(try readBytes())
    case _ where signature.hasPrefix("{"): value = try readEntries(signature)
    default: value = .array(try values(), of: signature)
    }
    _ = try found(library.exitContainer(pointer))
    return value
  }

  private func readBytes() throws(DBusError) -> [UInt8] {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while try found(library.readBasic(pointer, CChar(type: "y"), &byte)) { bytes.append(byte) }
    return bytes
  }

  /// The entries of a dictionary with the element type `signature`: "{sv}". The key is a basic type.
  private func readEntries(_ signature: String) throws(DBusError) -> DBusValue {
    let type = String(signature.dropFirst().dropLast())
    var entries: [DBusValue: DBusValue] = [:]
    while try found(library.enterContainer(pointer, CChar(type: "e"), type)) {
      guard let key = try next(), let value = try next() else {
        throw .invalid("a D-Bus message has half an entry")
      }
      entries[key] = value
      _ = try found(library.exitContainer(pointer))
    }
    return .dictionary(entries, key: String(type.prefix(1)), value: String(type.dropFirst()))
  }

  /// Whether a read found a value; `false` at the end.
  private func found(_ result: CInt) throws(DBusError) -> Bool {
    if result < 0 { throw .invalid("a D-Bus message can not be read") }
    return result > 0
  }
}

extension CChar {
  /// The character of a D-Bus type, which is ASCII.
  fileprivate init(type: Unicode.Scalar) { self = CChar(truncatingIfNeeded: type.value) }
}

// A path is any sequence of bytes, but Swift's strings are Unicode. Text from outside that may be a path
// is made with `String(path:)`, which loses no byte. The system calls in `PathCalls.swift` get the same
// bytes back. Everything between, such as the parser of options, handles ordinary strings.

extension String {
  /// The characters that stand for bytes: U+10FE00 plus the byte, for the bytes 80 … FF. Unicode
  /// reserves them for private use, and file names do not contain them.
  private static let escapes: ClosedRange<UInt32> = 0x10FE80...0x10FEFF

  /// Makes text of a path. A byte that is not UTF-8 becomes one private character, so that
  /// ``pathBytes`` returns the same bytes.
  package init(path bytes: some Sequence<UInt8>) {
    var rest = Array(bytes)[...]
    var text = String.UnicodeScalarView()
    while !rest.isEmpty {
      var iterator = rest.makeIterator()
      var parser = Unicode.UTF8.ForwardParser()
      if case .valid(let encoded) = parser.parseScalar(from: &iterator) {
        let scalar = Unicode.UTF8.decode(encoded)
        let bytes = rest.prefix(encoded.count)
        rest = rest.dropFirst(encoded.count)
        if Self.escapes.contains(scalar.value) {
          // These characters come back as single bytes, so they must also go in as single bytes.
          text.append(contentsOf: bytes.map(Self.escape))
        } else {
          text.append(scalar)
        }
      } else if let byte = rest.popFirst() {
        text.append(Self.escape(byte))
      }
    }
    self.init(text)
  }

  /// Makes text of a path that ends with a zero byte; see ``init(path:)``.
  package init(path: UnsafePointer<CChar>) {
    self.init(path: UnsafeRawBufferPointer(start: path, count: strlen(path)))
  }

  /// The bytes of the path that ``init(path:)`` made text of. Other text gives its UTF-8.
  package var pathBytes: [UInt8] {
    guard hasEscapes else { return Array(utf8) }
    var bytes: [UInt8] = []
    for scalar in unicodeScalars {
      if Self.escapes.contains(scalar.value) {
        bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      } else {
        bytes += UTF8.encode(scalar).map(Array.init) ?? []
      }
    }
    return bytes
  }

  /// The path for people: a byte that is not UTF-8 looks like `\xE9`.
  package var printablePath: String {
    guard hasEscapes else { return self }
    var text = ""
    for scalar in unicodeScalars {
      if Self.escapes.contains(scalar.value) {
        text += "\\x" + String(UInt8(truncatingIfNeeded: scalar.value), radix: 16, uppercase: true)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// Calls `body` with the bytes of the path and a zero byte after them.
  package func withPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    guard hasEscapes else { return withCString(body) }
    return (pathBytes + [0]).withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        characters.baseAddress.map(body) ?? "".withCString(body)
      }
    }
  }

  /// The folder of the path, with the slash; `.` if the path is only a name.
  package var pathFolder: String {
    // Bytes are compared: a slash and a combining mark after it are one character.
    utf8.lastIndex(of: UInt8(ascii: "/")).map { String(self[..<utf8.index(after: $0)]) } ?? "."
  }

  private static func escape(_ byte: UInt8) -> Unicode.Scalar {
    // ASCII bytes are always valid UTF-8 and need no escape.
    Unicode.Scalar(0x10FE00 + UInt32(byte)) ?? "\u{FFFD}"
  }

  private var hasEscapes: Bool {
    // All escapes begin with this byte in UTF-8, and few other characters do.
    utf8.contains(0xF4) && unicodeScalars.contains { Self.escapes.contains($0.value) }
  }
}

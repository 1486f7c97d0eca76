import LocationText

/// How the first bytes of a file tell its format.
enum FileSignature: Sendable {
  /// The file begins with these bytes. If a text is given, the head of the file contains it too.
  case bytes([UInt8], containing: String? = nil)
  /// The file begins with one of these bytes, and the closure examines at least the twelve first ones, or all.
  case header([UInt8], @Sendable ([UInt8]) -> Bool)
  /// The first of these texts in a document is the first one that any format of the syntax lists. Without
  /// texts, it is every other document.
  case document(Syntax, [String])
  /// The same for objects of JSON, one after the other. Programs write a time or a topic before each of them. Sentences that
  /// follow before any of the other texts are the recording: gpspipe writes three objects before them.
  case jsonLines([String], data: [String])
  /// The closure gets the text from its first letter, and whether it is all that is needed. It returns `nil` if
  /// more bytes are needed.
  case lines(@Sendable (_ text: ArraySlice<UInt8>, _ isEnough: Bool) -> Bool?)

  enum Syntax {
    case xml, json

    /// The syntax of a document that begins with a text; `nil` for any other text. A line of a log may begin with a
    /// time in brackets, and with the priority that syslog sends, `<13>`.
    init?(_ text: ArraySlice<UInt8>) {
      switch text.first {
      case UInt8(ascii: "<"):
        let name = text.dropFirst().first
        guard name.map({ $0.isLetter || "?!".utf8.contains($0) }) ?? true else { return nil }
        self = .xml
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard Self.isJSON(text) else { return nil }
        self = .json
      default: return nil
      }
    }

    /// Whether a text begins with an object of JSON or with an array, `[1683537302] $GPGGA` does not.
    private static func isJSON(_ text: ArraySlice<UInt8>) -> Bool {
      text.withUnsafeBytes { bytes in
        var json = JSONScanner(bytes)
        var hasMember = false
        do throws(JSONScanner.Failure) {
          repeat {
            if try json.next() == .name { hasMember = true }
          } while json.depth > 0
        } catch {
          // A damaged document is one, too: its reader says what is wrong.
          return error.isIncomplete || hasMember
        }
        return hasMember || bytes[json.offset...].allSatisfy(\.isSpace)
      }
    }
  }
}

extension FileFormat {
  /// The result of a recognition.
  package enum Recognition: Hashable, Sendable {
    /// More bytes are needed.
    case undecided
    /// None of the known formats: NMEA 0183, plain text, or anything else.
    case other
    case known(FileFormat)
  }

  /// The largest number of bytes that a recognition needs.
  package static let headSize = 1024

  /// No signature of bytes needs more.
  private static let longestSignature = 12

  /// Recognizes the format of a recording.
  ///
  /// - Parameters:
  ///   - head: the first bytes of the recording.
  ///   - isWhole: whether the recording has no further bytes.
  package static func recognize(_ head: some Collection<UInt8>, isWhole: Bool) -> Recognition {
    let head = Array(head.prefix(headSize))
    let isEnough = isWhole || head.count == headSize
    if let recognition = signed(head, isEnough) { return recognition }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    if !isEnough, head.count < mark.count, mark.starts(with: head) { return .undecided }
    let text = head.starts(with: mark) ? head.dropFirst(mark.count) : head[...]
    guard let start = text.firstIndex(where: { !$0.isSpace }) else {
      return isEnough ? .other : .undecided
    }
    // To wait for more bytes delays no receiver: these bytes begin no sentence.
    let json: Recognition? =
      if let syntax = FileSignature.Syntax(text[start...]) {
        document(text, syntax, isEnough)
      } else {
        nil
      }
    let sentence = text.firstIndex { "$!\\".utf8.contains($0) }
    if json == nil, sentence == start { return .other }
    if let known = json ?? prefixedJSON(text[start..<(sentence ?? text.endIndex)]) {
      return withSentences(text, known, isEnough)
    }
    guard text[start].isLetterOrDigit || "\"#".utf8.contains(text[start]) else {
      // Binary data may come before sentences. Any other text may be before JSON.
      let isText = 0x21...0x7E ~= text[start]
      return isEnough || !isText || sentence != nil ? .other : .undecided
    }
    for format in all {
      guard case .lines(let matches)? = format.signature else { continue }
      switch matches(text[start...], isEnough) {
      case true?: return .known(format)
      case false?: continue
      case nil: return .undecided
      }
    }
    return .other
  }

  /// A format with a signature of bytes; `nil` if no signature matches.
  private static func signed(_ head: [UInt8], _ isEnough: Bool) -> Recognition? {
    var mayBeSigned = false
    for format in all {
      switch format.signature {
      case .bytes(let bytes, let text)?:
        mayBeSigned = mayBeSigned || head.first == bytes[0]
        guard head.starts(with: bytes) else { continue }
        guard let text, offset(of: text, in: head) == nil else { return .known(format) }
        if !isEnough { return .undecided }
      case .header(let firsts, let matches)?:
        guard let first = head.first, firsts.contains(first) else { continue }
        mayBeSigned = true
        if matches(head) { return .known(format) }
      default: continue
      }
    }
    return mayBeSigned && !isEnough && head.count < longestSignature ? .undecided : nil
  }

  /// The format whose text comes first in the head.
  private static func document(
    _ head: ArraySlice<UInt8>, _ syntax: FileSignature.Syntax, _ isEnough: Bool
  ) -> Recognition {
    if let found = first(in: head, where: { $0.texts(of: syntax) }) { return .known(found) }
    let other = all.first { $0.signature?.texts(of: syntax)?.isEmpty ?? false }
    return isEnough ? other.map { .known($0) } ?? .other : .undecided
  }

  /// The format of JSON that follows another text on its line; `nil` if there is none.
  private static func prefixedJSON(_ text: ArraySlice<UInt8>) -> Recognition? {
    var rest = text
    while let brace = rest.firstIndex(of: UInt8(ascii: "{")) {
      let object = rest[brace...].prefix { $0 != 0x0A }
      let found = first(in: object) { if case .jsonLines(let texts, _) = $0 { texts } else { nil } }
      if let found, FileSignature.Syntax(object) != nil { return .known(found) }
      rest = rest[object.endIndex...]
    }
    return nil
  }

  /// What objects of JSON are, if sentences may follow them.
  private static func withSentences(
    _ text: ArraySlice<UInt8>, _ found: Recognition, _ isEnough: Bool
  ) -> Recognition {
    guard case .known(let format) = found, case .jsonLines(_, let data)? = format.signature,
      !data.contains(where: { offset(of: $0, in: text) != nil })
    else { return found }
    if offset(of: "\n$", in: text) != nil || offset(of: "\n!", in: text) != nil { return .other }
    return isEnough ? found : .undecided
  }

  /// The format one of whose texts comes first; `nil` if there is none.
  private static func first(
    in text: ArraySlice<UInt8>, where texts: (FileSignature) -> [String]?
  ) -> FileFormat? {
    var found: (offset: Int, format: FileFormat)?
    for format in all {
      for wanted in format.signature.flatMap(texts) ?? [] {
        guard let offset = offset(of: wanted, in: text), offset < found?.offset ?? .max else {
          continue
        }
        found = (offset, format)
      }
    }
    return found?.format
  }

  private static func offset(of text: String, in head: some Sequence<UInt8>) -> Int? {
    Array(head).offset(of: Array(text.utf8), from: 0)
  }
}

extension FileSignature {
  /// The texts that tell a document of a syntax; `nil` for another signature.
  fileprivate func texts(of wanted: Syntax) -> [String]? {
    switch self {
    case .document(let syntax, let texts): syntax == wanted ? texts : nil
    case .jsonLines(let texts, _): wanted == .json ? texts : nil
    default: nil
    }
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool { (0x41...0x5A).contains(self & 0xDF) }

  var isLetterOrDigit: Bool { (0x30...0x39).contains(self) || isLetter }

  fileprivate var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}

extension [UInt8] {
  /// The first offset of a text at or after `start`.
  func offset(of text: [UInt8], from start: Int) -> Int? {
    guard let first = text.first else { return nil }
    var index = start
    while index + text.count <= count {
      if self[index] == first, self[index..<index + text.count].elementsEqual(text) {
        return index
      }
      index += 1
    }
    return nil
  }
}

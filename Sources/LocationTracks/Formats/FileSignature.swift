/// How the first bytes of a file tell its format.
enum FileSignature: Sendable {
  /// The file begins with these bytes. If a text is given, the head of the file contains it too.
  case bytes([UInt8], containing: String? = nil)
  /// The file begins with one of these bytes, and the closure examines at least the twelve first ones, or all.
  case header([UInt8], @Sendable ([UInt8]) -> Bool)
  /// The first of these texts in a document is the first one that any format of the syntax lists. Without
  /// texts, it is every other document.
  case document(Syntax, [String])
  /// The closure gets the text from its first letter, and whether it is all that is needed. It returns `nil` if
  /// more bytes are needed.
  case lines(@Sendable (_ text: ArraySlice<UInt8>, _ isEnough: Bool) -> Bool?)

  enum Syntax {
    case xml, json

    /// The syntax of a document that begins with a byte.
    init?(_ first: UInt8) {
      switch first {
      case UInt8(ascii: "<"): self = .xml
      case UInt8(ascii: "{"), UInt8(ascii: "["): self = .json
      default: return nil
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
    if let syntax = FileSignature.Syntax(text[start]) { return document(head, syntax, isEnough) }
    guard text[start].isLetterOrDigit || "\"#".utf8.contains(text[start]) else { return .other }
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
    _ head: [UInt8], _ syntax: FileSignature.Syntax, _ isEnough: Bool
  ) -> Recognition {
    var found: (offset: Int, format: FileFormat)?
    var other = Recognition.other
    for format in all {
      guard case .document(syntax, let texts)? = format.signature else { continue }
      if texts.isEmpty { other = .known(format) }
      for text in texts {
        guard let offset = offset(of: text, in: head), offset < found?.offset ?? .max else {
          continue
        }
        found = (offset, format)
      }
    }
    if let found { return .known(found.format) }
    return isEnough ? other : .undecided
  }

  private static func offset(of text: String, in head: [UInt8]) -> Int? {
    head.offset(of: Array(text.utf8), from: 0)
  }
}

extension UInt8 {
  var isLetterOrDigit: Bool {
    (0x30...0x39).contains(self) || (0x41...0x5A).contains(self & 0xDF)
  }

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

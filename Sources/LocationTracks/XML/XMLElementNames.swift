/// Finds the elements of a format by their names, which it compares as bytes.
struct XMLElementNames<Element: RawRepresentable & CaseIterable & Sendable>: Sendable
where Element.RawValue == String {
  // Separate arrays: a search looks at numbers only, and counts no references.
  private let heads: [UInt64]
  private let counts: [Int]
  /// The bytes after the first eight.
  private let rests: [[UInt8]]
  private let elements: [Element]

  /// Finds all elements of the format. Those that are declared first are found fastest.
  init() {
    elements = Array(Element.allCases)
    let names = elements.map { Array($0.rawValue.utf8) }
    heads = names.map { $0.withUnsafeBufferPointer { Self.head($0) } }
    counts = names.map(\.count)
    rests = names.map { Array($0.dropFirst(8)) }
  }

  /// The element with a name; `nil` if the format has none.
  func element(_ name: XMLName) -> Element? {
    let bytes = name.bytes
    let head = Self.head(bytes)
    for index in heads.indices where heads[index] == head && counts[index] == bytes.count {
      if bytes.count <= 8 || rests[index].elementsEqual(bytes[8...]) { return elements[index] }
    }
    return nil
  }

  /// The first eight bytes, in one word.
  private static func head(_ name: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var word: UInt64 = 0
    for index in 0..<min(name.count, 8) { word = word << 8 | UInt64(name[index]) }
    return word
  }
}

/// The open elements of a document in an XML format, from its root to the innermost one.
struct OpenElements<Element: RawRepresentable & Equatable> where Element.RawValue == String {
  private static var deepest: Int { 100 }

  private let format: String
  private let root: Element
  private var elements: [Element] = []

  /// - Parameters:
  ///   - format: the name of the format, for errors.
  ///   - root: the element that documents of the format begin with.
  init(of format: String, root: Element) {
    self.format = format
    self.root = root
  }

  var count: Int { elements.count }

  /// The innermost element; `nil` if none is open.
  var innermost: Element? { elements.last }

  /// The element around the innermost one; `nil` if there is none.
  var outer: Element? { elements.dropLast().last }

  /// Whether an element of this kind is open.
  func contains(_ element: Element) -> Bool { elements.contains(element) }

  /// The name of the innermost element, for errors. Empty if none is open.
  var name: String { innermost?.rawValue ?? "" }

  /// Opens an element in the innermost one, and returns that one; `nil` for the first element.
  ///
  /// - Throws: an error if a document of the format cannot begin with the element, or if too many are open.
  mutating func begin(_ element: Element, _ name: XMLName) throws(FormatProblem) -> Element? {
    guard !elements.isEmpty || element == root else {
      throw FormatProblem(
        "not \(format): the first element is \(name.string), not \(root.rawValue)")
    }
    guard count < Self.deepest else { throw FormatProblem("the elements are nested too deeply") }
    let parent = innermost
    elements.append(element)
    return parent
  }

  /// Closes the innermost element, and returns it; `nil` if none is open.
  mutating func end() -> Element? { elements.popLast() }
}

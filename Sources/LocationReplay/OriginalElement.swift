/// The text of an element of a track file. A writer of the same format copies it, so that nothing in the element
/// is lost.
package struct OriginalElement: Hashable, Sendable {
  /// The element from its first `<` to its last `>`, UTF-8.
  package let text: [UInt8]
  /// The document that the element is part of.
  package let document: OriginalDocument

  package init(_ text: [UInt8], in document: OriginalDocument) {
    self.text = text
    self.document = document
  }
}

/// What a document declares for all its elements.
package final class OriginalDocument: Hashable, Sendable {
  package struct Attribute: Hashable, Sendable {
    /// The name with its prefix, such as `xmlns:gpxtpx`.
    package let name: String
    /// The value, without escapes.
    package let value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The attributes of the root that declare prefixes, or that have one.
  package let attributes: [Attribute]

  package init(attributes: [Attribute]) { self.attributes = attributes }

  package static func == (one: OriginalDocument, other: OriginalDocument) -> Bool { one === other }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

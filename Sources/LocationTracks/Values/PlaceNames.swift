package import LocationCore

/// Names positions by the user's places, for text and for `{place}` of a ``Template``.
package final class PlaceNames: Hashable, Sendable {
  private let find: @Sendable (Coordinate) -> String?

  /// Makes a source of names.
  ///
  /// - Parameter find: returns the name of the place at a position; `nil` if there is none. Any thread
  ///   calls it.
  package init(_ find: @escaping @Sendable (Coordinate) -> String?) { self.find = find }

  /// The name of the place at a position; `nil` if there is none.
  package func name(of position: Coordinate) -> String? { find(position) }

  package static func == (one: PlaceNames, other: PlaceNames) -> Bool { one === other }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

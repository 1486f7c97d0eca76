/// The elements whose text a reader keeps, because a writer of the same format copies it.
package enum KeptElements: Hashable, Sendable {
  case none
  /// Waypoints and points of routes.
  case marks
  /// Track points too.
  case all
}

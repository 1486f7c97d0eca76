public import LocationCore
import LocationIO
import LocationPOSIX
import LocationText
import Synchronization

/// Keeps places in a GeoJSON file (RFC 7946), which any map program can show and edit.
///
/// A circle is a Point with the property `radius` in meters, a corridor is a LineString with a `radius`,
/// and a polygon is a Polygon. Members that the library does not know, and features that are not places,
/// stay in the file. Only its owner may read a new file.
///
/// Each change writes a new file and then gives it the name of the old one, so that a crash or a power
/// loss leaves one or the other. A lock, `NAME.lock` beside the file, keeps programs from overwriting
/// each other's changes. A file that cannot be understood is never overwritten.
///
/// Every change writes the whole file: use a ``SQLitePlaceStore`` for more than some thousand places.
public final class GeoJSONPlaceStore: PlaceStore, Sendable {
  /// Tells whether a file changed. Every change of ours makes a new file.
  package struct Version: Hashable, Sendable {
    var device, file, size, seconds, nanoseconds: Int
  }

  private struct Cache {
    var version: Version?
    var collection = PlaceCollection()
  }

  private let file: StateFile<PlaceError>
  private let cache = Mutex(Cache())
  private let broadcaster = Broadcaster<PlaceChange>()

  /// Names the file. A missing file is an empty store; it and its folder are made by the first change.
  public init(path: String) { file = .ofPlaces(path) }

  /// The file as the user wrote it.
  public var path: String { file.path }

  /// All places in the order of the file.
  public func places() async throws(PlaceError) -> [Place] {
    try await onOwnThread { () throws(PlaceError) in try self.read().table.places }
  }

  /// All places in the order of the file. The calling thread waits for the disk.
  package func blockingPlaces() throws(PlaceError) -> [Place] { try read().table.places }

  /// The place with an id; `nil` if there is none.
  public func place(id: String) async throws(PlaceError) -> Place? {
    try await onOwnThread { () throws(PlaceError) in try self.read().table.place(id: id) }
  }

  /// Adds places at the end of the file: all, or none if it fails.
  public func add(_ places: [Place]) async throws(PlaceError) {
    try await change { collection throws(PlaceError) in try collection.add(places) }
  }

  /// Replaces the place that has the id of `place`.
  public func update(_ place: Place) async throws(PlaceError) {
    try await change { collection throws(PlaceError) in try collection.update(place) }
  }

  /// Deletes the place with an id.
  public func delete(id: String) async throws(PlaceError) {
    try await change { collection throws(PlaceError) in try collection.delete(id: id) }
  }

  /// The changes made through this object from now on, in order.
  public func changes() -> AsyncStream<PlaceChange> { broadcaster.values() }

  // MARK: The file

  private func change(
    _ body: @escaping @Sendable (inout PlaceCollection) throws(PlaceError) -> [PlaceChange]
  ) async throws(PlaceError) {
    try await onOwnThread { () throws(PlaceError) in
      let lock = try self.file.lock()
      defer { withExtendedLifetime(lock) {} }
      var collection = try self.read()
      let changes = try body(&collection)
      guard !changes.isEmpty else { return }
      try self.write(collection)
      self.broadcaster.send(changes)
    }
  }

  private func read() throws(PlaceError) -> PlaceCollection {
    try cache.withLock { cache throws(PlaceError) in
      let version = version
      if let version, version == cache.version { return cache.collection }
      // A missing file has no places.
      guard let text = try file.read() else { return PlaceCollection() }
      do throws(PlaceError) {
        cache.collection = try PlaceCollection(text)
        // An older version than that of the text only means that the text is read again.
        cache.version = version
      } catch {
        throw PlaceError(
          .damagedStore,
          detail: "\(path.printablePath): \(error.detail); "
            + "repair or remove the file, nothing was changed",
          cause: error)
      }
      return cache.collection
    }
  }

  private func write(_ collection: PlaceCollection) throws(PlaceError) {
    var text = ByteText()
    collection.write(into: &text)
    try file.replace(with: text, isLocked: true)
  }

  /// The version of the file now; `nil` if it is missing.
  package var version: Version? {
    guard let information = stat(path: path) else { return nil }
    let time = information.modification
    return Version(
      device: Int(truncatingIfNeeded: information.st_dev),
      file: Int(truncatingIfNeeded: information.st_ino), size: Int(information.st_size),
      seconds: time.tv_sec, nanoseconds: time.tv_nsec)
  }
}

extension stat {
  /// The time of the last change of the content.
  fileprivate var modification: timespec {
    #if canImport(Darwin)
      st_mtimespec
    #else
      st_mtim
    #endif
  }
}

import LocationIO

/// Where the tiles of the page's map are from.
package enum MapTiles: Sendable {
  case server(TileServer)
  /// An archive, and the attribution in place of its own; `nil` for its own.
  case archive(TileArchive, attribution: String?)
}

/// A tile server of the user's choice, for the map of the page.
package struct TileServer: Hashable, Sendable {
  /// The address of a tile, with `{z}`, `{x}` and `{y}` in its path.
  package let url: String
  /// Whom the map is from; the page shows it.
  package let attribution: String
  /// The scheme, the host and the port, which the page's policy allows.
  package let origin: String

  /// - Returns: `nil` if `url` is not `http://` or `https://`, the name of a host, and a path with the three
  ///   placeholders. A policy cannot name an IPv6 address, nor other letters than those of ASCII.
  init?(url: String, attribution: String) {
    guard let scheme = ["https://", "http://"].first(where: { url.hasPrefix($0) }) else {
      return nil
    }
    let host = url.dropFirst(scheme.count).prefix { $0 != "/" }
    let path = url.dropFirst(scheme.count + host.count)
    let isPlain = host.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "-.:".utf8.contains(byte)
    }
    guard isPlain, host.first.map({ $0 != ":" }) == true,
      ["{z}", "{x}", "{y}"].allSatisfy({ path.contains($0) })
    else { return nil }
    self.url = url
    self.attribution = attribution
    origin = scheme + host
  }
}

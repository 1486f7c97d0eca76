#if Web
  /// A tile server of the user's choice.
  package struct WebTiles: Hashable, Sendable {
    /// The address of a tile, with `{z}`, `{x}` and `{y}`.
    let url: String
    /// Whom the map is from; the page shows it.
    let attribution: String
    /// The scheme, the host and the port.
    let origin: String

    /// - Returns: `nil` if `url` is not `http://` or `https://` with the three placeholders.
    package init?(url: String, attribution: String) {
      guard let scheme = ["https://", "http://"].first(where: { url.hasPrefix($0) }),
        ["{z}", "{x}", "{y}"].allSatisfy({ url.contains($0) })
      else { return nil }
      let host = url.dropFirst(scheme.count).prefix { $0 != "/" }
      // The host is part of a header.
      let isPlain = host.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "-.:[]".utf8.contains(byte)
      }
      guard !host.isEmpty, isPlain else { return nil }
      self.url = url
      self.attribution = attribution
      origin = scheme + host
    }
  }
#endif

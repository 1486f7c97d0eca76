#if Web
  /// A tile server of the user's choice.
  package struct WebTiles: Hashable, Sendable {
    /// The address of a tile, with `{z}`, `{x}` and `{y}`.
    let url: String
    /// Whom the map is from; the page shows it.
    let attribution: String
    /// The scheme, the host and the port. They are a part of a header.
    let origin: String

    package init(url: String, attribution: String, origin: String) {
      self.url = url
      self.attribution = attribution
      self.origin = origin
    }
  }
#endif

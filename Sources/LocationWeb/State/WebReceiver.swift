#if Web
  import LocationCore
  import LocationPlaces

  /// What is known of one of the receivers behind the sources.
  struct WebReceiver: Sendable {
    /// Names a receiver.
    struct Key: Hashable, Sendable {
      /// The source as its user writes it.
      let name: String
      /// One of several receivers behind the source.
      let device: String?

      init(_ source: FixSource) {
        name = source.name
        device = source.device
      }

      /// The text by which the page and the API know the receiver.
      var id: String { device.map { "\(name) \($0)" } ?? name }
    }

    var source: FixSource
    /// The last location; `nil` before the first one.
    var fix: Fix?
    /// When the last location arrived.
    var arrival: Date?
    /// Why there is no location, and since when; `nil` while there is one.
    var loss: (reason: FixLoss.Reason, since: Date)?
    /// The last view with satellites, or the last one.
    var sky: SkyView?
    var skyArrival: Date?
    var track = WebTrack()
    var nearby: NearbyPlaces
    /// Whether the locations come from its source now, and not from another one of a fallback.
    var isInUse = true

    init(_ source: FixSource, _ nearby: NearbyPlaces) {
      self.source = source
      self.nearby = nearby
    }

    var key: Key { Key(source) }

    /// When the receiver was last heard.
    var lastTime: Date { max(arrival ?? .distantPast, loss?.since ?? .distantPast) }
  }
#endif

#if Web
  import LocationCore
  import LocationDashboard
  import LocationPlaces

  /// Shows a source on a page until the task is canceled or the source fails.
  package struct WebSession: Sendable {
    private let settings: WebSettings
    private let hub: WebHub
    private let source: PlayedSource
    private let clock: any LocationClock
    /// Why there is no location, in a few words.
    package var waiting: @Sendable () -> String? = { nil }
    /// The counters of the source's decoder in a line.
    package var counters: @Sendable () -> String? = { nil }

    /// - Parameters:
    ///   - provider: the source.
    ///   - sources: the sources as their user writes them.
    ///   - playing: the provider that plays a recording, if `provider` hides it.
    ///   - canSeek: whether a recording can be played from any position.
    ///   - recording: see `PlayedSource`.
    ///   - places: the places to show.
    ///   - gate: see `PlayedSource`.
    package init(
      _ provider: any LocationProvider, sources: [String], playing: (any LocationProvider)? = nil,
      canSeek: Bool = true, recording: (any LocationProvider)? = nil, places: [Place],
      gate: @escaping @Sendable () -> UpdateGate = { { $0 } }, settings: WebSettings,
      clock: any LocationClock = SystemClock()
    ) {
      self.settings = settings
      self.clock = clock
      hub = WebHub(
        sources: sources, authorization: provider.authorizationStatus,
        places: places, instance: WebToken.make(), clock: clock)
      source = PlayedSource(
        provider, playing: playing ?? provider, canSeek: canSeek, recording: recording, gate: gate,
        clock: clock
      )
    }

    /// Serves the page.
    ///
    /// - Parameter isReady: gets the addresses of the page when it is served.
    /// - Throws: `UserLocationError` of the source or of the address, `CancellationError`.
    package func run(isReady: @Sendable ([String]) -> Void) async throws {
      tick()
      let server = try await WebServer.start(
        settings, hub: hub, player: WebPlayer(source, hub: hub), clock: clock)
      isReady(server.links)
      do {
        try await withThrowingTaskGroup(of: Void.self) { group in
          // It is canceled with the group. What is played does not wait for it.
          async let _ = source.readWhole()
          group.addTask {
            try await source.run {
              hub.note($0)
            } onEnd: {
              hub.end()
            }
          }
          group.addTask {
            while true {
              try await clock.sleep(for: .seconds(1))
              tick()
            }
          }
          defer { group.cancelAll() }
          _ = try await group.next()
        }
      } catch {
        await server.stop()
        throw error
      }
      await server.stop()
    }

    private func tick() {
      hub.tick(playback: source.playback, waiting: waiting(), counters: counters())
    }
  }
#endif

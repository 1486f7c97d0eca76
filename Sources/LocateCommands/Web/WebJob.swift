import LocationCore
import LocationIO
import LocationPlaces

/// What `locate web` shows, and where. The program `locate-web` serves it; `locate` links no web server.
package struct WebJob: Sendable {
  package var provider: any LocationProvider
  /// The provider that plays a recording or a simulation, which `provider` hides.
  package var playing: any LocationProvider
  /// The sources as their user writes them.
  package var sources: [String]
  /// Whether a recording can be played from any position.
  package var canSeek: Bool
  /// Reads the whole recording beside what is played; `nil` if the source is not one recording in a file.
  package var recording: (any LocationProvider)?
  /// The places to show.
  package var places: [Place]
  /// Makes what decides which updates are shown, for each time that the source is read.
  package var gate: @Sendable () -> UpdateGate
  /// The host and the port to listen on. Port 0 takes a free port.
  package var host: String
  package var port: UInt16
  /// The address of the page at a reverse proxy; `nil` if there is none.
  package var publicURL: HTTPAddress?
  /// The token that requests need; `nil` to make one if it is needed.
  package var token: String?
  /// Where the tiles of the map are from; `nil` for a map without tiles.
  package var tiles: MapTiles?
  /// The clock of pauses, timeouts and dates.
  package var clock: any LocationClock
  /// Why there is no location, in a few words.
  package var waiting: @Sendable () -> String?
  /// The counters of the source's decoder in a line.
  package var counters: @Sendable () -> String?
  /// Gets the addresses of the page when it is served.
  package var isReady: @Sendable ([String]) -> Void
}

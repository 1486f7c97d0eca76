import LocationCore
import LocationReplay
import NMEALocation
import Synchronization

/// A provider that gives a server everything that its subscribers receive.
///
/// The subscriber of a recording sets its pace. The server never makes a subscriber wait.
struct ServedProvider: WrappingProvider {
  let base: any LocationProvider
  let server: LocationServer

  func startUpdatingLocation() -> LocationUpdates {
    if let base = base as? any TrackProvider { return servingBytes(of: base) }
    return servingSentences()
  }

  /// Serves the receiver's own bytes, each before the update that they contain. An update without bytes is served as
  /// sentences that are made from it: that of a track file, of a fleet, or one that a fault has changed.
  private func servingBytes(of base: any TrackProvider) -> LocationUpdates {
    let next = base.startPlaying()
    let encoder = Mutex(LocationEncoder())
    return LocationUpdates { [server] () async throws(UserLocationError) in
      while let item = try await next() {
        let bytes =
          item.needsSentences
          ? item.update.map { update in encoder.withLock { $0.encode(update) } } ?? [] : item.bytes
        server.publish(sentences: bytes, of: item.update?.source)
        guard let update = item.update else { continue }
        if let report = server.device.report(update) { server.publish(report) }
        return update
      }
      return nil
    }
  }

  /// Serves sentences that are made from the updates.
  private func servingSentences() -> LocationUpdates {
    let updates = base.startUpdatingLocation()
    let encoder = Mutex(LocationEncoder())
    // Interests of its own: the server's clients want satellites even if the subscriber does not.
    return updates.relayed(interests: SubscriptionInterests()) {
      [server] () async throws(UserLocationError) in
      guard let update = try await updates.next() else { return nil }
      server.publish(sentences: encoder.withLock { $0.encode(update) }, of: update.source)
      if let report = server.device.report(update) { server.publish(report) }
      return update
    }
  }
}

extension LocationServer {
  fileprivate func publish(sentences: [UInt8], of source: FixSource?) {
    guard !sentences.isEmpty else { return }
    publish(ServedReport(kind: .nmea, bytes: sentences, device: device.path(of: source)))
  }
}

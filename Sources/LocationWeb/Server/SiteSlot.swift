#if Web
  import Synchronization

  /// The place of a site that is made after its server listens. Connections that come before are closed.
  final class SiteSlot: Sendable {
    private let slot = Mutex<WebSite?>(nil)

    var content: WebSite? { slot.withLock { $0 } }

    func fill(_ site: WebSite) { slot.withLock { $0 = site } }
  }
#endif

import LocationCore
import LocationSources

extension LocateEnvironment {
  /// The provider of a source, or of several as a fallback.
  ///
  /// - Parameters:
  ///   - maximumAge: leaves out older fixes of live sources; `nil` for no limit.
  ///   - isVerbose: whether the provider logs to standard error.
  func provider(
    for sources: [SourceDescription], settings: SourceSettings, maximumAge: Duration? = nil,
    isVerbose: Bool
  ) throws(UserLocationError) -> any LocationProvider {
    var settings = settings
    if isVerbose { settings.logger = logger }
    var providers: [FallbackProvider.Source] = []
    for source in sources {
      var provider = try self.sources.provider(for: source, settings: settings)
      // Below the limit of the age, which leaves out all locations with such a date.
      if source.isLive, source.scheme.canLackDates {
        provider = RolloverNotice(base: provider, name: source.name, now: now) { say($0) }
      }
      if let maximumAge {
        provider = FreshFixesProvider(base: provider, maximumAge: maximumAge, now: now)
      }
      providers.append(
        FallbackProvider.Source(source.name, provider, maximumAge: source.scheme.maximumFixAge))
    }
    guard providers.count > 1 else { return providers[0].provider }
    return self.sources.fallbackProvider(of: providers, settings: settings)
  }
}

import LocationCore

extension SourceAssembler {
  /// The file `$XDG_STATE_HOME/locate/last.json`.
  public func lastFixStore() -> LastFixStore? { LastFixStore.standard() }

  /// A fix of the store. A subscription fails if there is none.
  public func lastFixProvider() -> any LocationProvider {
    OneFixProvider { () throws(UserLocationError) in
      guard let store = lastFixStore() else {
        throw UserLocationError(
          .sourceUnavailable, source: SourceDescription.last.description,
          detail: "there is nowhere to keep it: set HOME or XDG_STATE_HOME to an absolute path")
      }
      return try store.lastFix()
    }
  }

  /// A fix at the place, with the status `.surveyed` and no time of its own.
  public func fixedProvider(
    at coordinate: Coordinate, altitude: Double?
  ) -> any LocationProvider {
    let name = SourceDescription.fixed(coordinate, altitude: altitude).description
    return OneFixProvider { () throws(UserLocationError) in
      var fix = Fix(coordinate: coordinate, source: FixSource(kind: .live, name: name))
      fix.altitude = altitude
      fix.status = .surveyed
      fix.receivedAt = clock().date
      return fix
    }
  }
}

/// A provider of one fix: a place that the user names, or the last known location. It then stays open, so
/// that a fallback keeps it.
struct OneFixProvider: LocationProvider {
  /// Makes the fix for a subscription.
  let fix: @Sendable () throws(UserLocationError) -> Fix

  var authorizationStatus: AuthorizationStatus { .authorizedAlways }

  func requestWhenInUseAuthorization() async -> AuthorizationStatus { .authorizedAlways }

  func startUpdatingLocation() -> LocationUpdates {
    do throws(UserLocationError) {
      let fix = try fix()
      let (updates, continuation) = LocationUpdates.makeStream()
      continuation.yield(.fix(fix))
      return updates
    } catch {
      return LocationUpdates(failing: error)
    }
  }
}

#if Web
  import LocationCore
  import LocationDashboard
  import LocationText

  /// The present location of a receiver, as a geolocation server answers it (Ichnaea's API, `/v1/geolocate`). Programs
  /// that ask such a server for their location then get the one of this page.
  struct Geolocation {
    private let fix: Fix?
    /// Why there is no location.
    private let reason: String

    /// - Parameters:
    ///   - receiver: the id, the device or the name of a receiver. It may be `nil` if only one has a present location: the
    ///     locations of several would be a way that nobody went.
    ///   - now: the time for the age of the locations.
    init(of state: LocationDashboard, receiver: String?, now: Date) {
      let known = state.devices(named: receiver)
      let present = known.filter { $0.isPresent(at: now) }
      fix = present.count == 1 ? present[0].fix : nil
      reason =
        if present.count > 1 {
          "\(present.count) receivers have a location; choose one with receiver=ID, "
            + "as /api/location names it"
        } else if receiver != nil, known.isEmpty {
          "there is no such receiver; /api/location names all of them"
        } else {
          "there is no present location"
        }
    }

    /// The location; without one, the error 404 of such a server.
    var response: WebResponse {
      var text = ByteText()
      guard let fix else {
        text.write(#"{"error":{"errors":[{"domain":"geolocation","reason":"notFound""#)
        text.member(#","message":"#, string: reason)
        text.member(#"}],"code":404,"message":"#, string: reason)
        text.write("}}")
        return WebResponse(404, "application/json", text.bytes)
      }
      text.member(#"{"location":{"lat":"#, trimming: fix.coordinate.latitude, places: 9)
      text.member(#","lng":"#, trimming: fix.coordinate.longitude, places: 9)
      text.write("}")
      // It must be greater than zero.
      text.member(
        #","accuracy":"#, trimming: fix.horizontalAccuracy.flatMap { $0 > 0 ? $0 : nil }, places: 3)
      if fix.isSimulated { text.write(#","simulated":true"#) }
      text.write("}")
      return .json(text.bytes)
    }
  }
#endif

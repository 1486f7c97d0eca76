#if Web
  import GPSDProtocol
  import LocationCore
  import LocationDashboard
  import LocationReplay
  import LocationText

  // The JSON of the API. Locations and satellites are gpsd's objects (gpsd_json(5)).
  extension ByteText {
    /// Writes all devices in an array.
    mutating func write(devicesOf state: LocationDashboard) {
      write(array: state.devices) { $0.write($1, named: state.name(of: $1.id)) }
    }

    /// Writes a device with its last location, without its satellites.
    mutating func write(_ device: DeviceState, named name: String) {
      member(#"{"id":"#, string: device.id.text)
      member(#","name":"#, string: name)
      member(#","source":"#, string: device.source.publicName)
      member(#","device":"#, string: device.source.device)
      member(#","kind":"#, string: device.source.kind.rawValue)
      member(#","simulated":"#, boolean: device.fix?.isSimulated ?? false)
      member(#","inUse":"#, boolean: device.isInUse)
      let state =
        device.loss != nil ? "lost" : device.fix == nil ? "waiting" : "fix"
      member(#","state":"#, string: state)
      member(#","reason":"#, string: device.loss?.reason.description)
      member(#","lostAt":"#, time: device.loss?.since)
      guard let fix = device.fix else { return write("}") }
      member(#","received":"#, time: device.fixArrival)
      member(#","ageStart":"#, time: device.ageStart)
      member(#","longestAge":"#, integer: device.longestAge.map { Int($0) })
      member(#","satellites":"#, integer: fix.satellitesUsed)
      member(#","heading":"#, fix.heading, places: 1)
      write(#","places":"#)
      write(array: device.nearby.nearest.prefix(5)) { text, place in
        text.member(#"{"name":"#, string: place.name)
        text.member(#","distance":"#, place.distance, places: 1)
        text.member(#","bearing":"#, place.bearing, places: 1)
        text.write("}")
      }
      member(#","fix":"#, fix: fix)
      write("}")
    }

    /// Writes what a device sees: `{"id":…,"sky":…}`.
    mutating func write(skyOf device: DeviceState) {
      member(#"{"id":"#, string: device.id.text)
      if let sky = device.sky {
        write(#","sky":"#)
        write(text: GPSDReport.update(.sky(sky)).line)
      }
      write("}")
    }

    /// Writes the tracks of all devices in an array, with at most ``DeviceTrack/pointLimit`` points together.
    mutating func write(tracksOf state: LocationDashboard) {
      let each = state.pointsOfEach(upTo: DeviceTrack.pointLimit)
      write(array: state.devices) { $0.write(trackOf: $1, upTo: each) }
    }

    /// Writes the track of a device in at most `limit` points.
    mutating func write(trackOf device: DeviceState, upTo limit: Int = DeviceTrack.pointLimit) {
      member(#"{"id":"#, string: device.id.text)
      member(#","whole":"#, boolean: device.track.points.count <= limit)
      write(#","points":"#)
      write(device.track.points(upTo: limit))
      write("}")
    }

    /// Writes some points of a device.
    mutating func write(_ points: [DeviceTrack.Point], of device: DeviceID) {
      member(#"{"id":"#, string: device.text)
      write(#","points":"#)
      write(points)
      write("}")
    }

    /// Writes points as arrays: latitude, longitude, milliseconds since 1970, or in a recording since its
    /// start, altitude, speed, and 1 if no line leads to the point.
    private mutating func write(_ points: [DeviceTrack.Point]) {
      write(array: points) { text, point in
        text.write("[")
        text.write(point.coordinate.latitude, places: 7)
        text.write(",")
        text.write(point.coordinate.longitude, places: 7)
        text.write(",")
        text.write(integer: Int((point.time * 1000).rounded()))
        text.write(",")
        text.write(point.altitude, places: 1)
        text.write(",")
        text.write(point.speed, places: 2)
        text.write(point.startsSegment ? ",1]" : ",0]")
      }
    }

    mutating func write(_ event: LocationDashboard.Event) {
      member(#"{"number":"#, integer: event.number)
      member(#","time":"#, time: event.time)
      member(#","text":"#, string: event.text)
      write("}")
    }

    mutating func write(_ playback: DashboardPlayback) {
      member(#"{"paused":"#, boolean: playback.isPaused)
      member(#","factor":"#, trimming: playback.factor, places: 3)
      member(#","position":"#, playback.position.map { $0 / .seconds(1) }, places: 1)
      member(#","duration":"#, playback.duration.map { $0 / .seconds(1) }, places: 1)
      member(#","canSeek":"#, boolean: playback.canSeek)
      write("}")
    }

    private mutating func write(_ value: Double?, places: Int) {
      guard let value, let number = FixedPoint(value, places: places) else { return write("null") }
      write(trimming: number)
    }
  }

  extension LocationDashboard {
    /// The devices with an id, a device or a name; all if it is `nil`.
    func devices(named receiver: String?) -> [DeviceState] {
      guard let receiver else { return devices }
      return devices.filter { [$0.id.text, $0.id.device, name(of: $0.id)].contains(receiver) }
    }
  }
#endif

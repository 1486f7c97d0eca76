import LocationCore

/// The receiver of a sample track: it turns true moments into reports.
///
/// Its places and speeds are exact; the errors it states are those of a receiver below its sky. The
/// satellites stand still, because a track lasts only some minutes.
struct TrackReceiver {
  /// 1 June 2025, 09:00 UTC.
  private static let start = Date(timeIntervalSince1970: 1_748_768_400)

  /// GPS satellites: number, elevation and azimuth in degrees.
  private static let sky: [(id: Int, elevation: Double, azimuth: Double)] = [
    (2, 18, 45), (5, 62, 110), (7, 38, 190), (13, 24, 250), (15, 71, 300), (18, 42, 20),
    (20, 12, 150), (29, 47, 280), (30, 8, 330),
  ]

  private let source: FixSource
  private let geoidSeparation: Double

  init(name: String, geoidSeparation: Double) {
    source = FixSource(kind: .simulated, name: name)
    self.geoidSeparation = geoidSeparation
  }

  /// A fix or its loss each second, and every fifth second a sky view.
  func reports(at moment: TrackMoment) -> [LocationUpdate] {
    let time = Self.start.addingTimeInterval(Double(moment.second))
    let report =
      Reception(moment.cover).map { LocationUpdate.fix(fix(at: moment, time, $0)) }
      ?? .fixLost(FixLoss(reason: .noFix, timestamp: time, source: source))
    guard moment.second.isMultiple(of: 5) else { return [report] }
    return [report, .sky(skyView(at: time, moment.cover))]
  }

  private func fix(at moment: TrackMoment, _ time: Date, _ reception: Reception) -> Fix {
    var fix = Fix(coordinate: moment.place, mode: .threeD, source: source)
    fix.timestamp = time
    fix.altitude = moment.altitude
    fix.geoidSeparation = geoidSeparation
    fix.ellipsoidalAltitude = moment.altitude + geoidSeparation
    fix.speed = moment.speed
    fix.course = moment.course
    fix.climb = moment.climb
    fix.status = .simulated
    fix.satellitesUsed = Self.sky.count { $0.elevation >= reception.lowestElevation }
    fix.dilution = reception.dilution
    fix.errors = reception.errors
    return fix
  }

  private func skyView(at time: Date, _ cover: TrackLeg.Cover) -> SkyView {
    let reception = Reception(cover)
    var view = SkyView(
      satellites: Self.sky.map { entry in
        var satellite = Satellite(prn: entry.id, constellation: .gps, id: entry.id)
        satellite.elevation = entry.elevation
        satellite.azimuth = entry.azimuth
        satellite.isUsed = false
        if let reception {
          // A signal that comes from above crosses less air.
          satellite.signalStrength = 30 + entry.elevation / 5 - reception.attenuation
          satellite.isUsed = entry.elevation >= reception.lowestElevation
        }
        return satellite
      }, source: source)
    view.timestamp = time
    if let reception { view.dilution = reception.dilution }
    return view
  }
}

/// How a receiver hears the satellites, and how exact its fixes are then.
private struct Reception {
  /// The receiver uses the satellites from this elevation on, in degrees.
  var lowestElevation: Double
  /// How much weaker the signals are than below an open sky, in dB.
  var attenuation: Double
  /// The error of one measured distance to a satellite in meters, with a probability of 68 %.
  var rangeError: Double
  /// The error of one measured speed toward a satellite in m/s, with the same probability.
  var rateError: Double
  /// The geometry of the satellites that the receiver uses, computed from their directions.
  var dilution: DilutionOfPrecision

  private static let underOpenSky = Reception(
    lowestElevation: 10, attenuation: 0, rangeError: 3, rateError: 0.05,
    dilution: DilutionOfPrecision(
      latitude: 0.68, longitude: 0.71, horizontal: 0.99, vertical: 1.53, position: 1.82, time: 0.99,
      geometric: 2.07))

  private static let underTrees = Reception(
    lowestElevation: 35, attenuation: 8, rangeError: 6, rateError: 0.1,
    dilution: DilutionOfPrecision(
      latitude: 0.95, longitude: 1.14, horizontal: 1.49, vertical: 3.63, position: 3.92, time: 2.83,
      geometric: 4.83))

  /// The errors that the receiver states: those of its measurements, increased by the dilution.
  var errors: ErrorEstimates {
    var errors = ErrorEstimates()
    errors.latitude = dilution.latitude.map { $0 * rangeError }
    errors.longitude = dilution.longitude.map { $0 * rangeError }
    errors.horizontal = dilution.horizontal.map { $0 * rangeError }
    errors.vertical = dilution.vertical.map { $0 * rangeError }
    errors.spherical = dilution.position.map { $0 * rangeError }
    errors.speed = dilution.horizontal.map { $0 * rateError }
    errors.climb = dilution.vertical.map { $0 * rateError }
    return errors
  }
}

extension DilutionOfPrecision {
  fileprivate init(
    latitude: Double, longitude: Double, horizontal: Double, vertical: Double, position: Double,
    time: Double, geometric: Double
  ) {
    self.init()
    self.latitude = latitude
    self.longitude = longitude
    self.horizontal = horizontal
    self.vertical = vertical
    self.position = position
    self.time = time
    self.geometric = geometric
  }
}

extension Reception {
  /// The reception below a cover; `nil` if no signal comes through.
  fileprivate init?(_ cover: TrackLeg.Cover) {
    switch cover {
    case .none: self = .underOpenSky
    case .trees: self = .underTrees
    case .roof: return nil
    }
  }
}

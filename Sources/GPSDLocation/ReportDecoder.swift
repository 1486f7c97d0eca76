import CGPSShims
import LocationCore

/// TPV and SKY objects as libgps reads them, and what they mean.
struct ReportDecoder: ~Copyable {
  private let sourceName: String
  private let report: UnsafeMutablePointer<cgps_report>
  private let satellites: UnsafeMutableBufferPointer<cgps_satellite>
  /// The last device, whose name need not be made again for each object.
  private var lastSource: FixSource

  /// Makes a decoder.
  ///
  /// - Parameter source: the source as its user would write it.
  init(source: String) {
    sourceName = source
    lastSource = FixSource(kind: .live, name: source)
    report = .allocate(capacity: 1)
    report.initialize(to: cgps_report())
    satellites = .allocate(capacity: 256)
    satellites.initialize(repeating: cgps_satellite())
  }

  deinit {
    report.deallocate()
    satellites.deallocate()
  }

  /// Decodes an object that the gate has passed.
  ///
  /// - Parameter listed: how many satellites are in it.
  /// - Returns: a fix, a lost fix or a view of the sky.
  mutating func decode(
    _ line: UnsafeRawBufferPointer, listed: Int
  ) throws(GPSDCounters.Damage) -> LocationUpdate {
    let result = cgps_unpack(
      line.baseAddress?.assumingMemoryBound(to: CChar.self), line.count, report,
      satellites.baseAddress, listed, satellites.count)
    switch UInt32(result) {
    case CGPS_TPV.rawValue: return try position()
    case CGPS_SKY.rawValue: return .sky(sky())
    default: throw .undecodable
    }
  }

  // MARK: What is in the report

  private mutating func source() -> FixSource {
    let path = UnsafeRawBufferPointer(
      start: cgps_device(report), count: report.pointee.device_length)
    guard !path.isEmpty else { return FixSource(kind: .live, name: sourceName) }
    if !(lastSource.device.map { path.elementsEqual($0.utf8) } ?? false) {
      lastSource.device = String(decoding: path, as: UTF8.self)
    }
    return lastSource
  }

  private var timestamp: Date? {
    guard report.pointee.has_time else { return nil }
    return Date(
      timeIntervalSince1970: Double(report.pointee.seconds)
        + Double(report.pointee.nanoseconds) / 1e9)
  }

  private mutating func position() throws(GPSDCounters.Damage) -> LocationUpdate {
    let values = report.pointee
    switch values.mode {
    case 0: return .fixLost(loss(.undetermined))
    case 1: return .fixLost(loss(.noFix))
    case 2, 3: break
    default: throw .outOfRange
    }
    let mode = values.mode == 3 ? FixMode.threeD : .twoD
    guard values.latitude.isFinite, values.longitude.isFinite else {
      var loss = loss(.noPosition)
      loss.remains.mode = mode
      return .fixLost(loss)
    }
    do throws(CoordinateError) {
      let place = try Coordinate(latitude: values.latitude, longitude: values.longitude)
      return .fix(fix(at: place, mode))
    } catch {
      throw .outOfRange
    }
  }

  private mutating func fix(at place: Coordinate, _ mode: FixMode) -> Fix {
    let values = report.pointee
    var fix = Fix(coordinate: place, mode: mode, source: source())
    fix.timestamp = timestamp
    fix.status = FixStatus(rawValue: Int(values.status))
    fix.altitude = values.altitude_msl.known
    fix.ellipsoidalAltitude = values.altitude_hae.known
    fix.geoidSeparation = values.geoid_separation.known
    fix.speed = values.speed.known(0...)
    fix.course = values.track.knownAngle
    fix.climb = values.climb.known
    // Some receivers say 999.9 for unknown, and gpsd hands it on.
    fix.magneticVariation = values.magnetic_variation.known(-180...180)
    fix.errors = ErrorEstimates(values)
    fix.differentialAge = values.dgps_age.known(0...)
    fix.differentialStation = values.dgps_station >= 0 ? Int(values.dgps_station) : nil
    return fix
  }

  private mutating func loss(_ reason: FixLoss.Reason) -> FixLoss {
    let values = report.pointee
    var loss = FixLoss(reason: reason, timestamp: timestamp, source: source())
    loss.remains.status = FixStatus(rawValue: Int(values.status))
    loss.remains.altitude = values.altitude_msl.known
    loss.remains.ellipsoidalAltitude = values.altitude_hae.known
    loss.remains.speed = values.speed.known(0...)
    loss.remains.course = values.track.knownAngle
    loss.remains.climb = values.climb.known
    loss.remains.errors = ErrorEstimates(values)
    return loss
  }

  private mutating func sky() -> SkyView {
    let values = report.pointee
    var sky = SkyView(
      satellites: satellites[..<Int(values.satellite_count)].map(Satellite.init),
      source: source())
    sky.timestamp = timestamp
    sky.dilution.geometric = values.gdop.known(0...)
    sky.dilution.position = values.pdop.known(0...)
    sky.dilution.horizontal = values.hdop.known(0...)
    sky.dilution.vertical = values.vdop.known(0...)
    sky.dilution.time = values.tdop.known(0...)
    sky.dilution.longitude = values.xdop.known(0...)
    sky.dilution.latitude = values.ydop.known(0...)
    return sky
  }
}

extension ErrorEstimates {
  fileprivate init(_ values: cgps_report) {
    self.init()
    horizontal = values.eph.known(0...)
    latitude = values.epy.known(0...)
    longitude = values.epx.known(0...)
    vertical = values.epv.known(0...)
    spherical = values.sep.known(0...)
    speed = values.eps.known(0...)
    course = values.epd.known(0...)
    climb = values.epc.known(0...)
    time = values.ept.known(0...)
  }
}

extension Satellite {
  fileprivate init(_ values: cgps_satellite) {
    // gpsd says both numbers or neither, and no satellite's own is 0.
    let isIdentified = values.id != 0 || values.constellation != 0
    self.init(
      prn: Int(values.prn),
      constellation: isIdentified ? Constellation(rawValue: Int(values.constellation)) : nil,
      id: isIdentified ? Int(values.id) : nil)
    signal = values.signal != 0 ? Int(values.signal) : nil
    elevation = values.elevation.known(-90...90)
    azimuth = values.azimuth.knownAngle
    signalStrength = values.strength.known(0...)
    isUsed = values.used
    isHealthy = values.health == 0 ? nil : values.health == 1
  }
}

extension Double {
  /// Itself, where gpsd said it.
  fileprivate var known: Double? { isFinite ? self : nil }

  fileprivate func known(_ range: some RangeExpression<Double>) -> Double? {
    isFinite && range.contains(self) ? self : nil
  }

  /// Degrees within 0 ..< 360.
  fileprivate var knownAngle: Double? { self == 360 ? 0 : known(0..<360) }
}

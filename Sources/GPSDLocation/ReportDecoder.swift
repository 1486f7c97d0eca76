import CGPSShims
import LocationCore

/// TPV and SKY objects as libgps reads them, and what they mean.
struct ReportDecoder: ~Copyable {
  private let sourceName: String
  private let report: UnsafeMutablePointer<cgps_report>
  private let satellites: UnsafeMutableBufferPointer<cgps_satellite>
  /// The source of what was decoded last: the device's name need not be made again each time.
  private(set) var source: FixSource
  /// The instant of what was decoded last, by the receiver's clock.
  private(set) var timestamp: Date?

  /// Makes a decoder.
  ///
  /// - Parameter source: the source as its user would write it.
  init(source: String) {
    sourceName = source
    self.source = FixSource(kind: .live, name: source)
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
  /// - Parameters:
  ///   - listed: how many satellites are in it.
  ///   - date: when it was received.
  /// - Returns: a fix, a lost fix or a view of the sky.
  mutating func decode(
    _ line: UnsafeRawBufferPointer, listed: Int, at date: Date? = nil
  ) throws(GPSDCounters.Damage) -> LocationUpdate {
    let result = cgps_unpack(
      line.baseAddress?.assumingMemoryBound(to: CChar.self), line.count, report,
      satellites.baseAddress, listed, satellites.count)
    guard UInt32(result) != CGPS_DAMAGED.rawValue else { throw .undecodable }
    if !report.pointee.is_same_device { takeDevice() }
    timestamp =
      report.pointee.has_time
      ? Date(
        timeIntervalSince1970: Double(report.pointee.seconds)
          + Double(report.pointee.nanoseconds) / 1e9) : nil
    return UInt32(result) == CGPS_TPV.rawValue ? try position(date) : .sky(sky(date))
  }

  // MARK: What is in the report

  /// Whether a path is that of ``source``.
  func isLastDevice(_ path: UnsafeRawBufferPointer) -> Bool { path.elementsEqual(lastPath) }

  private var lastPath: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: cgps_device(report), count: report.pointee.device_length)
  }

  private mutating func takeDevice() {
    let path = lastPath
    source.device = path.isEmpty ? nil : String(decoding: path, as: UTF8.self)
  }

  private func position(_ date: Date?) throws(GPSDCounters.Damage) -> LocationUpdate {
    let mode: FixMode
    switch report.pointee.mode {
    case 0: return .fixLost(loss(.undetermined, date))
    case 1: return .fixLost(loss(.noFix, date))
    case 2: mode = .twoD
    case 3: mode = .threeD
    default: throw .outOfRange
    }
    guard report.pointee.latitude.isFinite, report.pointee.longitude.isFinite else {
      var loss = loss(.noPosition, date)
      loss.reported.mode = mode
      return .fixLost(loss)
    }
    do throws(CoordinateError) {
      let place = try Coordinate(
        latitude: report.pointee.latitude, longitude: report.pointee.longitude)
      return .fix(fix(at: place, mode, date))
    } catch {
      throw .outOfRange
    }
  }

  private func fix(at place: Coordinate, _ mode: FixMode, _ date: Date?) -> Fix {
    var fix = Fix(coordinate: place, mode: mode, source: source)
    fix.timestamp = timestamp
    fix.receivedAt = date
    fix.status = FixStatus(rawValue: Int(report.pointee.status))
    fix.altitude = report.pointee.altitude_msl.known
    fix.ellipsoidalAltitude = report.pointee.altitude_hae.known
    fix.geoidSeparation = report.pointee.geoid_separation.known
    fix.speed = report.pointee.speed.known(0...)
    fix.course = report.pointee.track.knownAngle
    fix.climb = report.pointee.climb.known
    // Some receivers say 999.9 for unknown, and gpsd hands it on.
    fix.magneticVariation = report.pointee.magnetic_variation.known(-180...180)
    fix.errors = ErrorEstimates(report)
    fix.differentialAge = report.pointee.dgps_age.known(0...)
    let station = report.pointee.dgps_station
    fix.differentialStation = station >= 0 ? Int(station) : nil
    return fix
  }

  private func loss(_ reason: FixLoss.Reason, _ date: Date?) -> FixLoss {
    var loss = FixLoss(reason: reason, timestamp: timestamp, source: source)
    loss.receivedAt = date
    loss.reported.status = FixStatus(rawValue: Int(report.pointee.status))
    loss.reported.altitude = report.pointee.altitude_msl.known
    loss.reported.ellipsoidalAltitude = report.pointee.altitude_hae.known
    loss.reported.speed = report.pointee.speed.known(0...)
    loss.reported.course = report.pointee.track.knownAngle
    loss.reported.climb = report.pointee.climb.known
    loss.reported.errors = ErrorEstimates(report)
    return loss
  }

  private func sky(_ date: Date?) -> SkyView {
    var sky = SkyView(
      satellites: satellites[..<Int(report.pointee.satellite_count)].map(Satellite.init),
      source: source)
    sky.timestamp = timestamp
    sky.receivedAt = date
    sky.dilution.geometric = report.pointee.gdop.known(0...)
    sky.dilution.position = report.pointee.pdop.known(0...)
    sky.dilution.horizontal = report.pointee.hdop.known(0...)
    sky.dilution.vertical = report.pointee.vdop.known(0...)
    sky.dilution.time = report.pointee.tdop.known(0...)
    sky.dilution.longitude = report.pointee.xdop.known(0...)
    sky.dilution.latitude = report.pointee.ydop.known(0...)
    return sky
  }
}

extension ErrorEstimates {
  fileprivate init(_ report: UnsafePointer<cgps_report>) {
    self.init()
    horizontal = report.pointee.eph.known(0...)
    latitude = report.pointee.epy.known(0...)
    longitude = report.pointee.epx.known(0...)
    vertical = report.pointee.epv.known(0...)
    spherical = report.pointee.sep.known(0...)
    speed = report.pointee.eps.known(0...)
    course = report.pointee.epd.known(0...)
    climb = report.pointee.epc.known(0...)
    time = report.pointee.ept.known(0...)
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

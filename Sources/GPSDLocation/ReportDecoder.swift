import CGPSShims
import GPSDProtocol
import LocationCore

/// Decodes TPV and SKY objects with libgps.
struct ReportDecoder: ~Copyable {
  private let sourceName: String
  private let report: UnsafeMutablePointer<cgps_report>
  private let satellites: UnsafeMutableBufferPointer<cgps_satellite>
  /// The source of the last report. It is kept, so that the device's name is not made again for each
  /// report.
  private(set) var source: FixSource
  /// The time of the last report, by the receiver's clock.
  private(set) var timestamp: Date?

  /// Makes a decoder.
  ///
  /// - Parameter source: the source in the form that a user writes, such as `gpsd://localhost:2947`.
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

  /// Decodes an object that ``ReportGate`` passed.
  ///
  /// - Parameters:
  ///   - listed: how many satellites are in the object.
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

  // MARK: Values

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
    do throws(GPSDReportError) {
      return try TPVMembers(report, time: timestamp).update(source: source, receivedAt: date)
    } catch {
      throw .outOfRange
    }
  }

  private func sky(_ date: Date?) -> SkyView {
    var members = SKYMembers()
    members.time = timestamp
    members.gdop = report.pointee.gdop
    members.pdop = report.pointee.pdop
    members.hdop = report.pointee.hdop
    members.vdop = report.pointee.vdop
    members.tdop = report.pointee.tdop
    members.xdop = report.pointee.xdop
    members.ydop = report.pointee.ydop
    members.satellites = satellites[..<Int(report.pointee.satellite_count)].map(Satellite.init)
    return members.view(source: source, receivedAt: date)
  }
}

extension TPVMembers {
  fileprivate init(_ report: UnsafePointer<cgps_report>, time: Date?) {
    self.init()
    self.time = time
    mode = Int(report.pointee.mode)
    status = Int(report.pointee.status)
    latitude = report.pointee.latitude
    longitude = report.pointee.longitude
    altitudeHAE = report.pointee.altitude_hae
    altitudeMSL = report.pointee.altitude_msl
    geoidSeparation = report.pointee.geoid_separation
    speed = report.pointee.speed
    track = report.pointee.track
    climb = report.pointee.climb
    magneticVariation = report.pointee.magnetic_variation
    ept = report.pointee.ept
    epx = report.pointee.epx
    epy = report.pointee.epy
    eph = report.pointee.eph
    epv = report.pointee.epv
    sep = report.pointee.sep
    eps = report.pointee.eps
    epd = report.pointee.epd
    epc = report.pointee.epc
    differentialAge = report.pointee.dgps_age
    differentialStation = Int(report.pointee.dgps_station)
  }
}

extension Satellite {
  fileprivate init(_ values: cgps_satellite) {
    var members = SKYMembers.SatelliteMembers()
    members.prn = Int(values.prn)
    members.constellation = Int(values.constellation)
    members.id = Int(values.id)
    members.signal = Int(values.signal)
    members.elevation = values.elevation
    members.azimuth = values.azimuth
    members.strength = values.strength
    members.isUsed = values.used
    members.health = Int(values.health)
    self = members.satellite
  }
}

import LocationCore
import NMEA0183

extension ReceiverReport {
  /// The sentences of the instant: RMC, VTG, GGA and GST; together with satellites also GSA, GSV
  /// and ZDA. Each has its end of line.
  func sentences() -> [[UInt8]] {
    var encoder = EpochEncoder()
    encoder.contents = [.rmc, .vtg, .gga, .gst]
    if satellites != nil { encoder.contents.formUnion([.gsa, .gsv, .zda]) }
    encoder.encoder.timeDecimals = 2...3
    var sentences: [[UInt8]] = []
    // All values are within the ranges of their fields; a value out of range would leave its field
    // empty.
    let systems = (satellites ?? []).map(EpochSatellite.init)
    if satellites == nil, position != nil { encoder.talker = .combined }
    encoder.forEachSentence(of: epoch, systems) { sentence in
      var bytes: [UInt8] = []
      if (try? encoder.encoder.encode(sentence, into: &bytes)) != nil { sentences.append(bytes) }
    }
    return sentences
  }

  private var epoch: NavigationEpoch {
    var epoch = NavigationEpoch()
    epoch.hasFix = position != nil
    epoch.time = instant?.time
    epoch.date = instant?.day
    epoch.satellitesInView = satellites?.count
    epoch.dimension = FixDimension.none
    guard let position else { return epoch }
    epoch.latitude = position.coordinate.latitude
    epoch.longitude = position.coordinate.longitude
    epoch.altitude = position.altitude
    epoch.geoidSeparation = position.geoidSeparation
    epoch.speed = position.speed
    epoch.course = position.course
    epoch.dimension = position.altitude == nil ? .two : .three
    epoch.quality = .simulator
    epoch.satellitesUsed = position.satellitesUsed
    let geometry = position.geometry
    epoch.positionDilution = rounded(geometry.pdop, decimals: 2)
    epoch.horizontalDilution = rounded(geometry.hdop, decimals: 2)
    epoch.verticalDilution = geometry.vdop.map { rounded($0, decimals: 2) }
    epoch.latitudeError = rounded(position.accuracy.north68, decimals: 2)
    epoch.longitudeError = rounded(position.accuracy.east68, decimals: 2)
    epoch.altitudeError = position.accuracy.vertical68.map { rounded($0, decimals: 2) }
    return epoch
  }
}

extension EpochSatellite {
  fileprivate init(_ visible: SkyModel.VisibleSatellite) {
    let identity = visible.satellite.identity
    self.init(number: identity.prn, identity: identity)
    signalID = visible.satellite.signalID
    elevation = visible.elevation
    azimuth = visible.azimuth
    signalStrength = visible.signalStrength
    isUsed = visible.isUsed
  }
}

extension PUBX00 {
  func visit(_ visitor: inout some PropertyVisitor & ~Copyable) {
    visitor.visit("time", time)
    visitor.visit("latitude", latitude)
    visitor.visit("longitude", longitude)
    visitor.visit("ellipsoidalAltitudeMeters", ellipsoidalAltitude)
    visitor.visit("status", status)
    visitor.visit("horizontalErrorMeters", horizontalError)
    visitor.visit("verticalErrorMeters", verticalError)
    visitor.visit("speedKilometersPerHour", speedKilometersPerHour)
    visitor.visit("course", course)
    visitor.visit("verticalVelocityDownMetersPerSecond", verticalVelocityDown)
    visitor.visit("differentialAgeSeconds", differentialAge)
    visitor.visit("horizontalDilution", horizontalDilution)
    visitor.visit("verticalDilution", verticalDilution)
    visitor.visit("timeDilution", timeDilution)
    visitor.visit("satellitesUsed", satellitesUsed)
  }
}

extension PUBX03 {
  func visit(_ visitor: inout some PropertyVisitor & ~Copyable) {
    visitor.visit("satellitesTracked", satellitesTracked)
    guard satellites.count > 0 else { return }
    visitor.visitList("satellites") {
      for index in 0..<satellites.count {
        let satellite = satellites[index]
        $0.visitElement { satellite.visit(&$0) }
      }
    }
  }
}

extension UBloxSatellite {
  fileprivate func visit(_ visitor: inout some PropertyVisitor & ~Copyable) {
    visitor.visit("number", Int(number))
    visitor.visit("use", use)
    visitor.visit("azimuth", azimuth)
    visitor.visit("elevation", elevation)
    visitor.visit("signalStrengthDBHz", signalStrength)
  }
}

extension PUBX04 {
  func visit(_ visitor: inout some PropertyVisitor & ~Copyable) {
    visitor.visit("time", time)
    visitor.visit("date", date)
    visitor.visit("weekSeconds", weekSeconds)
    visitor.visit("week", week)
    visitor.visit("leapSeconds", leapSeconds)
    visitor.visit("areLeapSecondsDefault", areLeapSecondsDefault)
    visitor.visit("clockBiasNanoseconds", clockBias)
    visitor.visit("clockDriftNanosecondsPerSecond", clockDrift)
    visitor.visit("pulseGranularityNanoseconds", pulseGranularity)
  }
}

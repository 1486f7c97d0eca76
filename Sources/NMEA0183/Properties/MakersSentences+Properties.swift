extension PGRME {
  func visit(_ visitor: inout some PropertyVisitor & ~Copyable) {
    visitor.visit("horizontalErrorMeters", horizontalError)
    visitor.visit("verticalErrorMeters", verticalError)
    visitor.visit("sphericalErrorMeters", sphericalError)
  }
}

extension PGRMZ {
  func visit(_ visitor: inout some PropertyVisitor & ~Copyable) {
    visitor.visit("altitudeFeet", altitudeFeet)
    visitor.visit("dimension", dimension)
  }
}

extension PGRMV {
  func visit(_ visitor: inout some PropertyVisitor & ~Copyable) {
    visitor.visit("eastVelocityMetersPerSecond", eastVelocity)
    visitor.visit("northVelocityMetersPerSecond", northVelocity)
    visitor.visit("upVelocityMetersPerSecond", upVelocity)
  }
}

extension PGRMF {
  func visit(_ visitor: inout some PropertyVisitor & ~Copyable) {
    visitor.visit("week", week)
    visitor.visit("weekSeconds", weekSeconds)
    visitor.visit("date", date)
    visitor.visit("time", time)
    visitor.visit("leapSeconds", leapSeconds)
    visitor.visit("latitude", latitude)
    visitor.visit("longitude", longitude)
    visitor.visit("selection", selection)
    visitor.visit("dimension", dimension)
    visitor.visit("speedKilometersPerHour", speedKilometersPerHour)
    visitor.visit("course", course)
    visitor.visit("positionDilution", positionDilution)
    visitor.visit("timeDilution", timeDilution)
  }
}

extension PGRMM {
  func visit(_ visitor: inout some PropertyVisitor & ~Copyable) {
    visitor.visit("datum", datum)
  }
}

extension PSTI030 {
  func visit(_ visitor: inout some PropertyVisitor & ~Copyable) {
    visitor.visit("time", time)
    visitor.visit("status", status)
    visitor.visit("latitude", latitude)
    visitor.visit("longitude", longitude)
    visitor.visit("altitudeMeters", altitude)
    visitor.visit("eastVelocityMetersPerSecond", eastVelocity)
    visitor.visit("northVelocityMetersPerSecond", northVelocity)
    visitor.visit("upVelocityMetersPerSecond", upVelocity)
    visitor.visit("date", date)
    visitor.visit("mode", mode)
    visitor.visit("differentialAgeSeconds", differentialAge)
    visitor.visit("ambiguityRatio", ambiguityRatio)
  }
}

extension PSRFEPE {
  func visit(_ visitor: inout some PropertyVisitor & ~Copyable) {
    visitor.visit("time", time)
    visitor.visit("status", status)
    visitor.visit("horizontalDilution", horizontalDilution)
    visitor.visit("horizontalErrorMeters", horizontalError)
    visitor.visit("verticalErrorMeters", verticalError)
    visitor.visit("speedErrorMetersPerSecond", speedError)
    visitor.visit("courseError", courseError)
  }
}

extension PORZD {
  func visit(_ visitor: inout some PropertyVisitor & ~Copyable) {
    visitor.visit("status", status)
    visitor.visit("horizontalErrorMeters", horizontalError)
  }
}

extension PASHR {
  func visit(_ visitor: inout some PropertyVisitor & ~Copyable) {
    visitor.visit("time", time)
    visitor.visit("heading", heading)
    visitor.visit("roll", roll)
    visitor.visit("pitch", pitch)
    visitor.visit("heaveMeters", heave)
    visitor.visit("rollError", rollError)
    visitor.visit("pitchError", pitchError)
    visitor.visit("headingError", headingError)
  }
}

extension PASHRPOS {
  func visit(_ visitor: inout some PropertyVisitor & ~Copyable) {
    visitor.visit("solution", solution)
    visitor.visit("satellitesUsed", satellitesUsed)
    visitor.visit("time", time)
    visitor.visit("latitude", latitude)
    visitor.visit("longitude", longitude)
    visitor.visit("ellipsoidalAltitudeMeters", ellipsoidalAltitude)
    visitor.visit("differentialAgeSeconds", differentialAge)
    visitor.visit("course", course)
    visitor.visit("speedKnots", speed)
    visitor.visit("verticalVelocity", verticalVelocity)
    visitor.visit("positionDilution", positionDilution)
    visitor.visit("horizontalDilution", horizontalDilution)
    visitor.visit("verticalDilution", verticalDilution)
    visitor.visit("timeDilution", timeDilution)
  }
}

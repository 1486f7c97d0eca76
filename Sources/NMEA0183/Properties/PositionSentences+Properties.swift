extension RMC {
  func visit(_ visitor: inout some PropertyVisitor & ~Copyable) {
    visitor.visit("time", time)
    visitor.visit("status", status)
    visitor.visit("latitude", latitude)
    visitor.visit("longitude", longitude)
    visitor.visit("speedKnots", speed)
    visitor.visit("course", course)
    visitor.visit("date", date)
    visitor.visit("magneticVariation", magneticVariation)
    visitor.visit("mode", mode)
    visitor.visit("navigationStatus", navigationStatus)
  }
}

extension GGA {
  func visit(_ visitor: inout some PropertyVisitor & ~Copyable) {
    visitor.visit("time", time)
    visitor.visit("latitude", latitude)
    visitor.visit("longitude", longitude)
    visitor.visit("quality", quality)
    visitor.visit("satellitesUsed", satellitesUsed)
    visitor.visit("horizontalDilution", horizontalDilution)
    visitor.visit("altitudeMeters", altitude)
    visitor.visit("geoidSeparationMeters", geoidSeparation)
    visitor.visit("differentialAgeSeconds", differentialAge)
    visitor.visit("differentialStation", differentialStation)
  }
}

extension GNS {
  func visit(_ visitor: inout some PropertyVisitor & ~Copyable) {
    visitor.visit("time", time)
    visitor.visit("latitude", latitude)
    visitor.visit("longitude", longitude)
    if modes.count > 0 {
      visitor.visitList("modes") {
        for index in 0..<modes.count { $0.visitElement(word: modes[index]?.word) }
      }
    }
    visitor.visit("satellitesUsed", satellitesUsed)
    visitor.visit("horizontalDilution", horizontalDilution)
    visitor.visit("altitudeMeters", altitude)
    visitor.visit("geoidSeparationMeters", geoidSeparation)
    visitor.visit("differentialAgeSeconds", differentialAge)
    visitor.visit("differentialStation", differentialStation)
    visitor.visit("navigationStatus", navigationStatus)
  }
}

extension GLL {
  func visit(_ visitor: inout some PropertyVisitor & ~Copyable) {
    visitor.visit("latitude", latitude)
    visitor.visit("longitude", longitude)
    visitor.visit("time", time)
    visitor.visit("status", status)
    visitor.visit("mode", mode)
  }
}

extension VTG {
  func visit(_ visitor: inout some PropertyVisitor & ~Copyable) {
    visitor.visit("course", course)
    visitor.visit("magneticCourse", magneticCourse)
    visitor.visit("speedKnots", speed)
    visitor.visit("speedKilometersPerHour", speedKilometersPerHour)
    visitor.visit("mode", mode)
  }
}

extension VDO {
  func visit(_ visitor: inout some PropertyVisitor & ~Copyable) {
    visitor.visit("messageType", messageType)
    visitor.visit("vessel", vessel)
    visitor.visit("speedKnots", speed)
    visitor.visit("isAccurate", isAccurate)
    visitor.visit("latitude", latitude)
    visitor.visit("longitude", longitude)
    visitor.visit("course", course)
    visitor.visit("heading", heading)
    visitor.visit("second", second)
  }
}

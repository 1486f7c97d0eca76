extension XTE {
  func visit(_ visitor: inout some PropertyVisitor & ~Copyable) {
    visitor.visit("status", status)
    visitor.visit("lockStatus", lockStatus)
    visitor.visit("errorNauticalMiles", error)
    visitor.visit("steer", steer)
    visitor.visit("mode", mode)
  }
}

extension BOD {
  func visit(_ visitor: inout some PropertyVisitor & ~Copyable) {
    visitor.visit("bearing", bearing)
    visitor.visit("magneticBearing", magneticBearing)
    visitor.visit("destination", destination)
    visitor.visit("origin", origin)
  }
}

extension RMB {
  func visit(_ visitor: inout some PropertyVisitor & ~Copyable) {
    visitor.visit("status", status)
    visitor.visit("crossTrackErrorNauticalMiles", crossTrackError)
    visitor.visit("steer", steer)
    visitor.visit("origin", origin)
    visitor.visit("destination", destination)
    visitor.visit("latitude", latitude)
    visitor.visit("longitude", longitude)
    visitor.visit("rangeNauticalMiles", range)
    visitor.visit("bearing", bearing)
    visitor.visit("closingSpeedKnots", closingSpeed)
    visitor.visit("arrival", arrival)
    visitor.visit("mode", mode)
  }
}

extension WPL {
  func visit(_ visitor: inout some PropertyVisitor & ~Copyable) {
    visitor.visit("latitude", latitude)
    visitor.visit("longitude", longitude)
    visitor.visit("name", name)
  }
}

extension RTE {
  func visit(_ visitor: inout some PropertyVisitor & ~Copyable) {
    visitor.visit("groupSize", groupSize)
    visitor.visit("groupIndex", groupIndex)
    visitor.visit("kind", kind)
    visitor.visit("name", name)
    visitor.visit("waypoints", waypoints)
  }
}

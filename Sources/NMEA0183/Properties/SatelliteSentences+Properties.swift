extension GSA {
  func visit(_ visitor: inout some PropertyVisitor & ~Copyable) {
    visitor.visit("selection", selection)
    visitor.visit("dimension", dimension)
    if (0..<satellites.count).contains(where: { satellites[$0] != 0 }) {
      visitor.visitList("satellites") {
        for slot in 0..<satellites.count where satellites[slot] != 0 {
          $0.visitElement(Int(satellites[slot]))
        }
      }
    }
    visitor.visit("positionDilution", positionDilution)
    visitor.visit("horizontalDilution", horizontalDilution)
    visitor.visit("verticalDilution", verticalDilution)
    visitor.visit("timeDilution", timeDilution)
    visitor.visit("systemID", systemID)
  }
}

extension GSV {
  func visit(_ visitor: inout some PropertyVisitor & ~Copyable) {
    visitor.visit("groupSize", groupSize)
    visitor.visit("groupIndex", groupIndex)
    visitor.visit("satellitesInView", satellitesInView)
    if satellites.count > 0 {
      visitor.visitList("satellites") {
        for index in 0..<satellites.count {
          let satellite = satellites[index]
          $0.visitElement { satellite.visit(&$0) }
        }
      }
    }
    visitor.visit("signalID", signalID)
  }
}

extension SatelliteReport {
  fileprivate func visit(_ visitor: inout some PropertyVisitor & ~Copyable) {
    visitor.visit("number", Int(number))
    visitor.visit("elevation", elevation)
    visitor.visit("azimuth", azimuth)
    visitor.visit("signalStrengthDBHz", signalStrength)
  }
}

extension GRS {
  func visit(_ visitor: inout some PropertyVisitor & ~Copyable) {
    visitor.visit("time", time)
    visitor.visit("mode", mode)
    // An empty slot counts for the position of the next ones. At the end it has no meaning.
    if let last = (0..<residuals.count).last(where: { residuals[$0] != nil }) {
      visitor.visitList("residualsMeters") {
        for index in 0...last { $0.visitElement(residuals[index]) }
      }
    }
    visitor.visit("systemID", systemID)
    visitor.visit("signalID", signalID)
  }
}

extension GBS {
  func visit(_ visitor: inout some PropertyVisitor & ~Copyable) {
    visitor.visit("time", time)
    visitor.visit("latitudeErrorMeters", latitudeError)
    visitor.visit("longitudeErrorMeters", longitudeError)
    visitor.visit("altitudeErrorMeters", altitudeError)
    visitor.visit("failedSatellite", failedSatellite)
    visitor.visit("missProbability", missProbability)
    visitor.visit("biasMeters", bias)
    visitor.visit("biasDeviationMeters", biasDeviation)
    visitor.visit("systemID", systemID)
    visitor.visit("signalID", signalID)
  }
}

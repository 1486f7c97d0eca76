extension HDT {
  func visit(_ visitor: inout some PropertyVisitor & ~Copyable) {
    visitor.visit("heading", heading)
  }
}

extension HDM {
  func visit(_ visitor: inout some PropertyVisitor & ~Copyable) {
    visitor.visit("magneticHeading", magneticHeading)
  }
}

extension HDG {
  func visit(_ visitor: inout some PropertyVisitor & ~Copyable) {
    visitor.visit("sensorHeading", sensorHeading)
    visitor.visit("deviation", deviation)
    visitor.visit("magneticVariation", magneticVariation)
  }
}

extension THS {
  func visit(_ visitor: inout some PropertyVisitor & ~Copyable) {
    visitor.visit("heading", heading)
    visitor.visit("mode", mode)
  }
}

extension ROT {
  func visit(_ visitor: inout some PropertyVisitor & ~Copyable) {
    visitor.visit("rateDegreesPerMinute", rate)
    visitor.visit("status", status)
  }
}

extension VHW {
  func visit(_ visitor: inout some PropertyVisitor & ~Copyable) {
    visitor.visit("heading", heading)
    visitor.visit("magneticHeading", magneticHeading)
    visitor.visit("speedKnots", speed)
    visitor.visit("speedKilometersPerHour", speedKilometersPerHour)
  }
}

extension VBW {
  func visit(_ visitor: inout some PropertyVisitor & ~Copyable) {
    visitor.visit("waterSpeedKnots", waterSpeed)
    visitor.visit("transverseWaterSpeedKnots", transverseWaterSpeed)
    visitor.visit("waterStatus", waterStatus)
    visitor.visit("groundSpeedKnots", groundSpeed)
    visitor.visit("transverseGroundSpeedKnots", transverseGroundSpeed)
    visitor.visit("groundStatus", groundStatus)
    visitor.visit("sternWaterSpeedKnots", sternWaterSpeed)
    visitor.visit("sternWaterStatus", sternWaterStatus)
    visitor.visit("sternGroundSpeedKnots", sternGroundSpeed)
    visitor.visit("sternGroundStatus", sternGroundStatus)
  }
}

extension GYOACC {
  func visit(_ visitor: inout some PropertyVisitor & ~Copyable) {
    visitor.visit("date", date)
    visitor.visit("time", time)
    visitor.visit("angularVelocityXRadiansPerSecond", angularVelocityX)
    visitor.visit("angularVelocityYRadiansPerSecond", angularVelocityY)
    visitor.visit("angularVelocityZRadiansPerSecond", angularVelocityZ)
    visitor.visit("accelerationXMetersPerSecondSquared", accelerationX)
    visitor.visit("accelerationYMetersPerSecondSquared", accelerationY)
    visitor.visit("accelerationZMetersPerSecondSquared", accelerationZ)
    visitor.visit("temperatureCelsius", temperature)
  }
}

extension MWV {
  func visit(_ visitor: inout some PropertyVisitor & ~Copyable) {
    visitor.visit("angle", angle)
    visitor.visit("reference", reference)
    visitor.visit("speed", speed)
    visitor.visit("speedUnit", speedUnit)
    visitor.visit("status", status)
  }
}

extension DBT {
  func visit(_ visitor: inout some PropertyVisitor & ~Copyable) {
    visitor.visit("depthFeet", feet)
    visitor.visit("depthMeters", meters)
    visitor.visit("depthFathoms", fathoms)
  }
}

extension DPT {
  func visit(_ visitor: inout some PropertyVisitor & ~Copyable) {
    visitor.visit("depthMeters", depth)
    visitor.visit("offsetMeters", offset)
    visitor.visit("maximumRangeMeters", maximumRange)
  }
}

extension MTW {
  func visit(_ visitor: inout some PropertyVisitor & ~Copyable) {
    visitor.visit("temperatureCelsius", temperature)
  }
}

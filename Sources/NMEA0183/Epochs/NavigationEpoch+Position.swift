extension NavigationEpoch {
  /// Removes all values that have no meaning without a fix.
  mutating func removePosition() {
    latitude = nil
    longitude = nil
    altitude = nil
    geoidSeparation = nil
    ellipsoidalAltitude = nil
    speed = nil
    course = nil
    climb = nil
    magneticVariation = nil
    horizontalError = nil
    sphericalError = nil
    latitudeError = nil
    longitudeError = nil
    altitudeError = nil
    speedError = nil
    courseError = nil
    differentialAge = nil
    differentialStation = nil
  }

  /// Takes the place and its values from another epoch.
  mutating func takePosition(of other: NavigationEpoch) {
    latitude = other.latitude
    longitude = other.longitude
    altitude = other.altitude
    geoidSeparation = other.geoidSeparation
    ellipsoidalAltitude = other.ellipsoidalAltitude
    speed = other.speed
    course = other.course
    climb = other.climb
    magneticVariation = other.magneticVariation
    horizontalError = other.horizontalError
    altitudeError = other.altitudeError
    quality = other.quality
    mode = other.mode
    navigationStatus = other.navigationStatus
    satellitesUsed = other.satellitesUsed
    horizontalDilution = other.horizontalDilution
    differentialAge = other.differentialAge
    differentialStation = other.differentialStation
  }
}

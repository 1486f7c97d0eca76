import LocationCore
import LocationReplay

extension TrackContents {
  /// What a track point states. Speeds and courses that were computed are not stated.
  package init(_ fix: Fix) {
    self = []
    let hasDate = fix.timestamp != nil
    insert(.untimedPoint, if: !hasDate)
    insert(.time, if: hasDate)
    insert(.timeOfDay, if: !hasDate && fix.timeOfDay != nil)
    let (hasAltitude, hasSeparation) = (fix.altitude != nil, fix.geoidSeparation != nil)
    insert(.altitude, if: hasAltitude)
    insert(.geoidSeparation, if: hasSeparation)
    insert(
      .ellipsoidalAltitude,
      if: fix.ellipsoidalAltitude != nil && !(hasAltitude && hasSeparation))
    insert(.pressureAltitude, if: fix.pressureAltitude != nil)
    insert(.speed, if: fix.speed != nil && !fix.isSpeedDerived)
    insert(.course, if: fix.course != nil && !fix.isCourseDerived)
    insert(.heading, if: fix.heading != nil)
    insert(.climb, if: fix.climb != nil)
    insert(.magneticVariation, if: fix.magneticVariation != nil)
    insert(.accuracy, if: fix.errors.horizontal != nil)
    insert(.verticalAccuracy, if: fix.errors.vertical != nil)
    var errors = fix.errors
    (errors.horizontal, errors.vertical) = (nil, nil)
    insert(.otherErrors, if: errors != ErrorEstimates())
    insert(.mode, if: fix.mode != nil)
    insert(.status, if: fix.status != nil)
    insert(.satelliteCount, if: fix.satellitesUsed != nil)
    insert(.horizontalDilution, if: fix.dilution.horizontal != nil)
    insert(.verticalDilution, if: fix.dilution.vertical != nil)
    insert(.positionDilution, if: fix.dilution.position != nil)
    var dilution = fix.dilution
    (dilution.horizontal, dilution.vertical, dilution.position) = (nil, nil, nil)
    insert(.otherDilutions, if: dilution != DilutionOfPrecision())
    insert(.correction, if: fix.differentialAge != nil || fix.differentialStation != nil)
    insert(.battery, if: fix.batteryLevel != nil)
    insert(.device, if: fix.source.device != nil)
  }

  /// What the title of a track states.
  init(_ title: TrackTitle) {
    self = []
    insert(.trackName, if: title.name != nil)
    insert(.trackNote, if: title.note != nil)
    insert(.trackType, if: title.type != nil)
  }

  /// What a waypoint states.
  init(waypoint mark: TrackWaypoint) {
    // The values of the mark follow from the lap.
    self = mark.isLapEnd ? [.lap] : [.waypoint]
    if mark.isLapEnd { return }
    insert(.waypointName, if: mark.name != nil)
    insert(.waypointNote, if: mark.note != nil)
    insert(.waypointTime, if: mark.timestamp != nil)
    insert(.waypointAltitude, if: mark.altitude != nil)
  }

  /// What a point of a planned route states.
  init(routePoint mark: TrackWaypoint) {
    self = [.routePoint]
    insert(.routePointName, if: mark.name != nil)
    insert(.routePointNote, if: mark.note != nil)
    insert(.routePointTime, if: mark.timestamp != nil)
    insert(.routePointAltitude, if: mark.altitude != nil)
  }
}

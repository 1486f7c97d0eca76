extension ZDA {
  func visit(_ visitor: inout some PropertyVisitor & ~Copyable) {
    visitor.visit("time", time)
    visitor.visit("day", day)
    visitor.visit("month", month)
    visitor.visit("year", year)
    visitor.visit("zoneHours", zoneHours)
    visitor.visit("zoneMinutes", zoneMinutes)
  }
}

extension GST {
  func visit(_ visitor: inout some PropertyVisitor & ~Copyable) {
    visitor.visit("time", time)
    visitor.visit("rangeResidualsMeters", rangeResiduals)
    visitor.visit("semiMajorErrorMeters", semiMajorError)
    visitor.visit("semiMinorErrorMeters", semiMinorError)
    visitor.visit("orientation", orientation)
    visitor.visit("latitudeErrorMeters", latitudeError)
    visitor.visit("longitudeErrorMeters", longitudeError)
    visitor.visit("altitudeErrorMeters", altitudeError)
  }
}

extension DTM {
  func visit(_ visitor: inout some PropertyVisitor & ~Copyable) {
    visitor.visit("datum", datum)
    visitor.visit("subdivision", subdivision)
    visitor.visit("latitudeOffsetMinutes", latitudeOffset)
    visitor.visit("longitudeOffsetMinutes", longitudeOffset)
    visitor.visit("altitudeOffsetMeters", altitudeOffset)
    visitor.visit("reference", reference)
  }
}

extension TXT {
  func visit(_ visitor: inout some PropertyVisitor & ~Copyable) {
    visitor.visit("groupSize", groupSize)
    visitor.visit("groupIndex", groupIndex)
    visitor.visit("identifier", identifier)
    visitor.visit("text", text)
  }
}

extension SentenceQuery {
  func visit(_ visitor: inout some PropertyVisitor & ~Copyable) {
    if let listener { visitor.visit("listener", text: listener.description) }
    visitor.visit("requested", requested)
  }
}

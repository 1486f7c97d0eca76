import LocationCore

/// The values of a `SKY` that describe a fix: the DOPs, and how many satellites are used.
package struct SkySummary: Hashable, Sendable {
  /// The DOPs.
  package var dilution: DilutionOfPrecision
  /// How many satellites are used. gpsd writes 0 also if it does not know, so 0 is `nil`.
  package var satellitesUsed: Int?

  /// Reads a `SKY` object; `nil` if it is damaged. gpsd writes the list of satellites last, so the
  /// list is read only if the number of used satellites is not stated before it.
  package init?(_ line: UnsafeRawBufferPointer) {
    var reader = ReportReader(line)
    guard (try? reader.beginReport()) != nil, reader.textEquals("SKY"),
      let members = try? SKYMembers(summaryOf: &reader)
    else { return nil }
    dilution = members.dilution
    satellitesUsed = members.satellitesUsed.flatMap { $0 > 0 ? $0 : nil }
  }
}

extension SKYMembers {
  /// Reads the members after the class, without the satellites.
  fileprivate init(summaryOf reader: inout ReportReader) throws(GPSDReportError) {
    self.init()
    while try reader.nextMember() {
      if !reader.textEquals("satellites") {
        try readMember(&reader)
      } else if satellitesUsed == nil {
        satellitesUsed = try Self.used(&reader)
      } else {
        return
      }
    }
  }

  /// How many satellites of a list are used; `nil` if none says whether it is.
  private static func used(_ reader: inout ReportReader) throws(GPSDReportError) -> Int? {
    var count: Int?
    try reader.beginArray("satellites")
    while try reader.nextObject("satellites") {
      while try reader.nextMember() {
        if reader.textEquals("used") {
          count = (count ?? 0) + (try reader.boolean("used") ? 1 : 0)
        } else {
          try reader.skipValue()
        }
      }
    }
    return count
  }
}

import LocationCore

/// The members of a `SKY` object, and what they mean. A number that gpsd did not report is NaN.
package struct SKYMembers {
  package struct SatelliteMembers {
    package var prn = 0
    /// `gnssid` and `svid`. Both are 0 if gpsd reported neither.
    package var constellation = 0, id = 0
    /// `sigid`; 0 if gpsd did not report it.
    package var signal = 0
    package var elevation = Double.nan, azimuth = Double.nan, strength = Double.nan
    package var isUsed: Bool?
    /// 0 unknown, 1 healthy, 2 unhealthy.
    package var health = 0

    package init() {}

    package var satellite: Satellite {
      // No satellite has the number 0 in its own constellation.
      let isIdentified = id != 0 || constellation != 0
      var satellite = Satellite(
        prn: prn, constellation: isIdentified ? Constellation(rawValue: constellation) : nil,
        id: isIdentified ? id : nil)
      satellite.signal = signal != 0 ? signal : nil
      satellite.elevation = elevation
      satellite.azimuth = azimuth
      satellite.signalStrength = strength
      satellite.isUsed = isUsed
      satellite.isHealthy = health == 0 ? nil : health == 1
      return satellite
    }
  }

  package var time: Date?
  package var gdop = Double.nan, pdop = Double.nan, hdop = Double.nan, vdop = Double.nan
  package var tdop = Double.nan, xdop = Double.nan, ydop = Double.nan
  package var satellites: [Satellite] = []
  /// `nSat`: how many satellites are in view.
  package var satellitesInView: Int?
  /// `uSat`: how many satellites are used.
  package var satellitesUsed: Int?
  /// The path of the receiver, if the text was decoded here.
  package var device: String?

  package init() {}

  /// The view of the sky that the members are.
  ///
  /// - Parameters:
  ///   - source: where the report came from. The device is added to it if there is one.
  package func view(source: FixSource, receivedAt date: Date?) -> SkyView {
    var sky = SkyView(satellites: satellites, source: source)
    if let device { sky.source.device = device }
    sky.timestamp = time
    sky.receivedAt = date
    // A list of satellites says how many there are, and which of them are used.
    sky.satellitesInView = satellites.isEmpty ? satellitesInView : nil
    sky.satellitesUsed = satellites.isEmpty ? satellitesUsed : nil
    sky.dilution = dilution
    return sky
  }

  /// The DOPs that gpsd reported.
  var dilution: DilutionOfPrecision {
    var dilution = DilutionOfPrecision()
    dilution.geometric = gdop
    dilution.position = pdop
    dilution.horizontal = hdop
    dilution.vertical = vdop
    dilution.time = tdop
    dilution.longitude = xdop
    dilution.latitude = ydop
    return dilution
  }
}

extension SKYMembers {
  /// Reads the members after the class, up to the end of the object.
  init(_ reader: inout ReportReader) throws(GPSDReportError) {
    self.init()
    while try reader.nextMember() {
      if reader.textEquals("satellites") {
        satellites = try Self.satellites(&reader)
      } else {
        try readMember(&reader)
      }
    }
  }

  /// Reads the value of a member that is not the list of satellites.
  mutating func readMember(_ reader: inout ReportReader) throws(GPSDReportError) {
    if reader.textEquals("device") {
      device = try reader.device()
    } else if reader.textEquals("time") {
      time = try reader.date("time")
    } else if reader.textEquals("uSat") {
      satellitesUsed = try reader.integer("uSat")
    } else if reader.textEquals("nSat") {
      satellitesInView = try reader.integer("nSat")
    } else if reader.textEquals("gdop") {
      gdop = try reader.number("gdop")
    } else if reader.textEquals("pdop") {
      pdop = try reader.number("pdop")
    } else if reader.textEquals("hdop") {
      hdop = try reader.number("hdop")
    } else if reader.textEquals("vdop") {
      vdop = try reader.number("vdop")
    } else if reader.textEquals("tdop") {
      tdop = try reader.number("tdop")
    } else if reader.textEquals("xdop") {
      xdop = try reader.number("xdop")
    } else if reader.textEquals("ydop") {
      ydop = try reader.number("ydop")
    } else {
      try reader.skipValue()
    }
  }

  private static func satellites(
    _ reader: inout ReportReader
  ) throws(GPSDReportError) -> [Satellite] {
    var satellites: [Satellite] = []
    try reader.beginArray("satellites")
    while try reader.nextObject("satellites") {
      satellites.append(try SatelliteMembers(&reader).satellite)
    }
    return satellites
  }
}

extension SKYMembers.SatelliteMembers {
  fileprivate init(_ reader: inout ReportReader) throws(GPSDReportError) {
    self.init()
    while try reader.nextMember() {
      if reader.textEquals("PRN") {
        prn = try reader.integer("PRN", in: 0...32767)
      } else if reader.textEquals("el") {
        elevation = try reader.number("el")
      } else if reader.textEquals("az") {
        azimuth = try reader.number("az")
      } else if reader.textEquals("ss") {
        strength = try reader.number("ss")
      } else if reader.textEquals("used") {
        isUsed = try reader.boolean("used")
      } else if reader.textEquals("gnssid") {
        constellation = try reader.integer("gnssid", in: 0...255)
      } else if reader.textEquals("svid") {
        id = try reader.integer("svid", in: 0...255)
      } else if reader.textEquals("sigid") {
        signal = try reader.integer("sigid", in: 0...255)
      } else if reader.textEquals("health") {
        health = try reader.integer("health", in: 0...255)
      } else {
        try reader.skipValue()
      }
    }
  }
}

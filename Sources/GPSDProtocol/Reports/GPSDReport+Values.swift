import LocationCore

// The members of the smaller objects, from the class on.

extension GPSDVersion {
  init(_ reader: inout ReportReader) throws(GPSDReportError) {
    var release: String?
    var revision: String?
    var major: Int?
    var minor: Int?
    while try reader.nextMember() {
      if reader.textEquals("release") {
        release = try reader.string("release")
      } else if reader.textEquals("rev") {
        revision = try reader.string("rev")
      } else if reader.textEquals("proto_major") {
        major = try reader.integer("proto_major")
      } else if reader.textEquals("proto_minor") {
        minor = try reader.integer("proto_minor")
      } else {
        try reader.skipValue()
      }
    }
    guard let release else { throw .invalid(member: "release") }
    guard let major else { throw .invalid(member: "proto_major") }
    guard let minor else { throw .invalid(member: "proto_minor") }
    self.init(release: release, revision: revision, protocolMajor: major, protocolMinor: minor)
  }
}

extension GPSDDevice {
  /// Reads a device; `nil` for an object without a path, which gpsd sends if it has no device.
  static func device(_ reader: inout ReportReader) throws(GPSDReportError) -> GPSDDevice? {
    var device = GPSDDevice(path: "")
    var path: String?
    while try reader.nextMember() {
      if reader.textEquals("path") {
        path = try reader.string("path")
      } else if reader.textEquals("driver") {
        device.driver = try reader.string("driver")
      } else if reader.textEquals("subtype") {
        device.subtype = try reader.string("subtype")
      } else if reader.textEquals("bps") {
        let rate = try reader.integer("bps")
        device.rate = rate > 0 ? rate : nil
      } else if reader.textEquals("activated") {
        device.activation = try reader.activation()
      } else {
        try reader.skipValue()
      }
    }
    guard let path else { return nil }
    device.path = path
    return device
  }

  static func list(_ reader: inout ReportReader) throws(GPSDReportError) -> [GPSDDevice] {
    var devices: [GPSDDevice] = []
    try reader.beginArray("devices")
    while try reader.nextObject("devices") {
      if let device = try device(&reader) { devices.append(device) }
    }
    return devices
  }
}

extension GPSDWatch {
  init(_ reader: inout ReportReader) throws(GPSDReportError) {
    self.init()
    while try reader.nextMember() {
      if reader.textEquals("enable") {
        enable = try reader.boolean("enable")
      } else if reader.textEquals("json") {
        json = try reader.boolean("json")
      } else if reader.textEquals("nmea") {
        nmea = try reader.boolean("nmea")
      } else if reader.textEquals("raw") {
        raw = try reader.level("raw")
      } else if reader.textEquals("scaled") {
        scaled = try reader.boolean("scaled")
      } else if reader.textEquals("timing") {
        timing = try reader.boolean("timing")
      } else if reader.textEquals("split24") {
        split24 = try reader.boolean("split24")
      } else if reader.textEquals("pps") {
        pps = try reader.boolean("pps")
      } else if reader.textEquals("device") {
        device = try reader.string("device")
      } else {
        try reader.skipValue()
      }
    }
  }
}

extension GPSDPoll {
  init(
    _ reader: inout ReportReader, source: FixSource, receivedAt date: Date?
  ) throws(GPSDReportError) {
    self.init(active: 0)
    while try reader.nextMember() {
      if reader.textEquals("time") {
        time = try reader.date("time")
      } else if reader.textEquals("active") {
        active = try reader.integer("active")
      } else if reader.textEquals("tpv") {
        try reader.beginArray("tpv")
        while try reader.nextObject("tpv") {
          positions.append(try TPVMembers(&reader).update(source: source, receivedAt: date))
        }
      } else if reader.textEquals("sky") {
        try reader.beginArray("sky")
        while try reader.nextObject("sky") {
          skies.append(try SKYMembers(&reader).view(source: source, receivedAt: date))
        }
      } else {
        try reader.skipValue()
      }
    }
  }
}

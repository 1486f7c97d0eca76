import LocationCore
import NMEA0183

/// Counts decoded values and uses them, so that the compiler cannot optimize the decoding away.
struct Tally {
  var sentences = 0
  private(set) var sum = 0.0

  mutating func add(_ number: Double?) { sum += number ?? 0 }
  mutating func add(_ number: Int?) { sum += Double(number ?? 0) }

  /// Reads a frame as the type of its kind, and looks at values.
  mutating func add(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    switch frame.kind {
    case .rmc:
      let rmc = try RMC(frame)
      add(rmc.latitude)
      add(rmc.speed)
    case .gga:
      let gga = try GGA(frame)
      add(gga.longitude)
      add(gga.altitude)
    case .gns:
      let gns = try GNS(frame)
      add(gns.latitude)
      add(gns.altitude)
    case .gll: add(try GLL(frame).latitude)
    case .gsa:
      let gsa = try GSA(frame)
      add(gsa.satellites.count)
      add(gsa.positionDilution)
    case .gsv: add(try GSV(frame).satellites.count)
    case .vtg: add(try VTG(frame).course)
    case .zda: add(try ZDA(frame).year)
    case .gst: add(try GST(frame).latitudeError)
    case .gbs: add(try GBS(frame).latitudeError)
    case .hdt: add(try HDT(frame).heading)
    case .hdg: add(try HDG(frame).sensorHeading)
    case .mwv: add(try MWV(frame).angle)
    case .dpt: add(try DPT(frame).depth)
    case .rmb: add(try RMB(frame).range)
    case .pubx00: add(try PUBX00(frame).latitude)
    case .pgrme: add(try PGRME(frame).horizontalError)
    default: add(Int(truncatingIfNeeded: try Sentence(frame).type.rawValue))
    }
    sentences += 1
  }

  mutating func add(_ sentence: Sentence) {
    sentences += 1
    switch sentence.payload {
    case .rmc(let rmc):
      add(rmc.latitude)
      add(rmc.speed)
    case .gga(let gga):
      add(gga.longitude)
      add(gga.altitude)
    case .gns(let gns):
      add(gns.latitude)
      add(gns.altitude)
    case .gll(let gll): add(gll.latitude)
    case .gsa(let gsa):
      add(gsa.satellites.count)
      add(gsa.positionDilution)
    case .gsv(let gsv): add(gsv.satellites.count)
    case .vtg(let vtg): add(vtg.course)
    case .zda(let zda): add(zda.year)
    case .gst(let gst): add(gst.latitudeError)
    case .gbs(let gbs): add(gbs.latitudeError)
    case .hdt(let hdt): add(hdt.heading)
    case .hdg(let hdg): add(hdg.sensorHeading)
    case .mwv(let mwv): add(mwv.angle)
    case .dpt(let dpt): add(dpt.depth)
    case .rmb(let rmb): add(rmb.range)
    case .pubx00(let pubx): add(pubx.latitude)
    case .pgrme(let pgrme): add(pgrme.horizontalError)
    default: add(Int(truncatingIfNeeded: sentence.type.rawValue))
    }
  }

  mutating func add(_ update: LocationUpdate) {
    switch update {
    case .fix(let fix): add(fix.coordinate.latitude)
    case .sky(let sky): add(sky.satellites.count)
    case .fixLost, .authorization: add(1)
    }
  }

  /// The sentences, and the memory that was allocated for each.
  func outcome(_ counted: (allocations: Int, items: Int)) -> Outcome {
    // This uses the sum.
    let unit = sum.isNaN ? "sentences that make no sense" : "sentences"
    guard counted.allocations >= 0, counted.items > 0 else {
      return Outcome(count: sentences, unit: unit)
    }
    return Outcome(
      count: sentences, unit: unit,
      allocations: Double(counted.allocations) / Double(counted.items))
  }
}

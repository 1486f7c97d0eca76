import LocationCore

/// The satellites of a view of the sky, one entry for each satellite, ordered by constellation.
struct SatelliteList {
  /// The satellites, each with the best of its signals.
  let entries: [Satellite]
  /// How many satellites the fix uses; `nil` if the receiver did not report it.
  let used: Int?

  init(_ sky: SkyView?) {
    var order: [String] = []
    var best: [String: Satellite] = [:]
    for satellite in sky?.satellites ?? [] {
      let label = satellite.label
      if let known = best[label] {
        best[label] = known.merged(with: satellite)
      } else {
        best[label] = satellite
        order.append(label)
      }
    }
    entries = order.compactMap { best[$0] }.sorted { one, other in
      let ranks = (one.constellation?.rank ?? 99, other.constellation?.rank ?? 99)
      return ranks.0 != ranks.1 ? ranks.0 < ranks.1 : one.number < other.number
    }
    used = sky?.satellitesUsed ?? entries.usedCount
  }

  /// The constellations with how many of their satellites are used and in view: "GPS 6/8".
  var constellations: [String] {
    Constellation.allCases.sorted { $0.rank < $1.rank }.compactMap { constellation in
      let members = entries.filter { $0.constellation == constellation }
      guard !members.isEmpty else { return nil }
      guard members.contains(where: { $0.isUsed != nil }) else {
        return "\(constellation.name) \(members.count)"
      }
      return "\(constellation.name) \(members.count { $0.isUsed == true })/\(members.count)"
    }
  }
}

extension Satellite {
  /// The number within the constellation, or gpsd's number.
  fileprivate var number: Int { constellation == nil ? prn : id ?? prn }

  /// A letter for the constellation and a number, as in RINEX: `G12`.
  var label: String {
    let letter = constellation?.letter ?? ""
    let digits = String(number)
    let zero = !letter.isEmpty && digits.count < 2 ? "0" : ""
    return letter + zero + digits
  }

  /// One satellite for two signals: used if one of them is, and as strong as the stronger one.
  fileprivate func merged(with other: Satellite) -> Satellite {
    var best = (signalStrength ?? -1) >= (other.signalStrength ?? -1) ? self : other
    if isUsed == true || other.isUsed == true { best.isUsed = true }
    best.elevation = best.elevation ?? elevation ?? other.elevation
    best.azimuth = best.azimuth ?? azimuth ?? other.azimuth
    return best
  }
}

extension Constellation {
  /// The name for people.
  var name: String {
    switch self {
    case .gps: "GPS"
    case .sbas: "SBAS"
    case .galileo: "Galileo"
    case .beidou: "BeiDou"
    case .imes: "IMES"
    case .qzss: "QZSS"
    case .glonass: "GLONASS"
    case .navic: "NavIC"
    }
  }

  /// The letter of RINEX 3; IMES has none there.
  fileprivate var letter: String {
    switch self {
    case .gps: "G"
    case .sbas: "S"
    case .galileo: "E"
    case .beidou: "C"
    case .imes: "M"
    case .qzss: "J"
    case .glonass: "R"
    case .navic: "I"
    }
  }

  /// The place in lists: the global systems come first.
  fileprivate var rank: Int {
    let order: [Constellation] = [
      .gps, .galileo, .glonass, .beidou, .qzss, .navic, .sbas, .imes,
    ]
    return order.firstIndex(of: self) ?? order.count
  }
}

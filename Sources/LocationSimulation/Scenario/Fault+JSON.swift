import LocationCore

extension Fault {
  /// The kinds, by their names in scenario files.
  fileprivate enum Name: String, CaseIterable {
    case noFix = "no-fix"
    case coldStart = "cold-start"
    case dropout
    case jump
    case stuck
    case drift
    case fewSatellites = "few-satellites"
    case satelliteLoss = "satellite-loss"
    case timeStep = "time-step"
    case weekRollover = "week-rollover"
    case leapSecond = "leap-second"
    case badChecksum = "bad-checksum"
    case truncated
    case interleaved
    case garbage
    case staleRepeats = "stale-repeats"
    case silence
    case denied
    case revoked
    case granted
    case end
  }

  init(_ reader: ScenarioReader) throws(ScenarioError) {
    guard let word = try reader.member("kind") else { throw reader.error("kind is missing") }
    let name = try word.choice("fault", Name.allCases.map { ($0.rawValue, $0) })
    let hasLength = name.lasts ? ["for"] : []
    let hasStart = name == .denied ? [] : ["at"]
    let members = try reader.members(["kind"] + hasStart + hasLength + name.members)
    func needed(_ member: String) throws(ScenarioError) -> ScenarioReader {
      try members.needed(member, of: reader)
    }
    func share() throws(ScenarioError) -> Double { try members["share"]?.number(0...1) ?? 1 }
    let kind: Kind
    switch name {
    case .noFix: kind = .noFix
    case .coldStart: kind = .coldStart
    case .dropout: kind = .dropout
    case .jump:
      kind = .jump(
        meters: try needed("meters").number(0...20_000_000, "meters"),
        bearing: try members["bearing"]?.number(-360...360, "degrees") ?? 0)
    case .stuck: kind = .stuck
    case .drift:
      kind = .drift(
        speed: try needed("speed").number(0...100_000, "m/s"),
        bearing: try members["bearing"]?.number(-360...360, "degrees") ?? 0)
    case .fewSatellites: kind = .fewSatellites(count: try needed("count").integer(0...200))
    case .satelliteLoss:
      kind = .satelliteLoss(every: try members["every"]?.seconds(0.05...86_400) ?? .seconds(5))
    case .timeStep: kind = .timeStep(by: try needed("seconds").seconds(-1e9...1e9))
    case .weekRollover: kind = .weekRollover
    case .leapSecond: kind = .leapSecond
    case .badChecksum: kind = .badChecksum(share: try share())
    case .truncated: kind = .truncated(share: try share())
    case .interleaved: kind = .interleaved(share: try share())
    case .garbage: kind = .garbage(bytes: try members["bytes"]?.integer(1...100_000) ?? 64)
    case .staleRepeats: kind = .staleRepeats
    case .silence: kind = .silence
    case .denied: kind = .denied
    case .revoked: kind = .revoked
    case .granted: kind = .granted
    case .end: kind = .end(isFailure: try members["failure"]?.bool() ?? false)
    }
    self.init(
      kind, at: try members["at"]?.seconds() ?? .zero, for: try members["for"]?.seconds())
  }
}

extension Fault.Name {
  /// Whether the fault has a duration.
  fileprivate var lasts: Bool {
    switch self {
    case .leapSecond, .denied, .revoked, .granted, .end: false
    default: true
    }
  }

  /// Its members without its kind and its times.
  fileprivate var members: [String] {
    switch self {
    case .jump: ["meters", "bearing"]
    case .drift: ["speed", "bearing"]
    case .fewSatellites: ["count"]
    case .satelliteLoss: ["every"]
    case .timeStep: ["seconds"]
    case .badChecksum, .truncated, .interleaved: ["share"]
    case .garbage: ["bytes"]
    case .end: ["failure"]
    default: []
    }
  }
}

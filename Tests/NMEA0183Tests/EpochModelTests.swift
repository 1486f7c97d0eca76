import LocationSimulation
import TestTurns
import TestValues
import Testing

@testable import NMEA0183

/// Random streams of one or two receivers. Each value that a receiver sends tells its receiver and its second,
/// so that a rule can see to which instant each value of an epoch belongs.
@Suite(.inTurn) struct EpochModelTests {
  private struct Instant: Hashable, CustomStringConvertible {
    var receiver: Int
    var second: Int
    var description: String { "\(receiver)@\(second)" }
    /// The number in all its values.
    var code: Double { Double(receiver * 1000 + second) }

    init(_ receiver: Int, _ second: Int) { (self.receiver, self.second) = (receiver, second) }
    init(code: Double) { self.init(Int(code) / 1000, Int(code) % 1000) }
  }

  private enum Kind: CaseIterable { case rmc, gga, gll, gst, vtg, zda, gsa }

  private struct Sent {
    var kind: Kind
    var instant: Instant
    var milliseconds: Int
    var hasTime: Bool

    var sentence: Sentence {
      let time = TimeOfDay(
        hour: 12, minute: 0, second: instant.second, nanosecond: milliseconds * 1_000_000)
      let stated = hasTime ? time : nil
      let (latitude, longitude) = (instant.code / 1000, Double(instant.receiver))
      let payload: Sentence.Payload
      switch kind {
      case .rmc:
        var rmc = RMC()
        (rmc.time, rmc.status, rmc.speed) = (stated, .active, instant.code)
        (rmc.latitude, rmc.longitude, rmc.minuteDecimals) = (latitude, longitude, 5)
        rmc.date = ShortDate(day: 1, month: 3, yearOfCentury: 25)
        payload = .rmc(rmc)
      case .gga:
        var gga = GGA()
        (gga.time, gga.quality, gga.altitude) = (stated, .autonomous, instant.code)
        (gga.latitude, gga.longitude, gga.minuteDecimals) = (latitude, longitude, 5)
        payload = .gga(gga)
      case .gll:
        var gll = GLL()
        (gll.time, gll.status) = (stated, .active)
        (gll.latitude, gll.longitude, gll.minuteDecimals) = (latitude, longitude, 5)
        payload = .gll(gll)
      case .gst:
        var gst = GST()
        (gst.time, gst.latitudeError) = (stated, instant.code)
        payload = .gst(gst)
      case .vtg:
        var vtg = VTG()
        (vtg.course, vtg.speed) = (84, instant.code)
        payload = .vtg(vtg)
      case .zda:
        var zda = ZDA()
        (zda.time, zda.day, zda.month, zda.year) = (stated, 1, 3, 2025)
        payload = .zda(zda)
      case .gsa: payload = .gsa(GSA())
      }
      return Sentence(
        talker: instant.receiver == 1 ? .gps : .combined, type: SentenceType(rawValue: 0),
        payload: payload)
    }

    var hasPlace: Bool { [.rmc, .gga, .gll].contains(kind) }
  }

  /// What an assembler handed on, and the rules about it.
  private struct Play {
    var assembler: EpochAssembler
    private(set) var fixes: [Instant] = []
    private var places: Set<Instant> = []
    private var timedPlaces: Set<Instant> = []
    private(set) var violation: String?

    init(emitsEarly: Bool) { assembler = EpochAssembler(emitsEarly: emitsEarly) }

    mutating func perform(
      _ call: (inout EpochAssembler, (NavigationEpoch, [EpochSatellite]) -> Void) -> Void
    ) {
      var epochs: [NavigationEpoch] = []
      call(&assembler) { epoch, _ in epochs.append(epoch) }
      for epoch in epochs where violation == nil { see(epoch) }
    }

    private mutating func see(_ epoch: NavigationEpoch) {
      func expect(_ isTrue: Bool, _ rule: String) {
        if !isTrue, violation == nil { violation = "\(rule): \(epoch)" }
      }
      let place = epoch.latitude.map { Instant(code: ($0 * 1000).rounded()) }
      let values = [epoch.altitude, epoch.speed, epoch.latitudeError].compactMap { $0 }
      let told = Set(values.map { Instant(code: $0) } + (place.map { [$0] } ?? []))
      expect(told.count <= 1, "values of two instants are mixed")
      if let time = epoch.time, let instant = told.first {
        expect(time.second == instant.second, "a value has another time")
      }
      expect(epoch.date?.day ?? 1 == 1, "an invented date")
      expect(epoch.hasFix == true || place == nil, "a place without a fix")
      guard epoch.hasFix == true, let place else { return }
      // Without a time, nothing shows which instant a place is of.
      let isKnown = epoch.hadFix == true ? places.contains(place) : timedPlaces.contains(place)
      expect(isKnown == (epoch.hadFix == true), "not one fix for an instant")
      if epoch.hadFix != true { fixes.append(place) }
      places.insert(place)
      if epoch.time != nil { timedPlaces.insert(place) }
    }
  }

  /// What arrives: a sentence, or nothing for a while.
  private enum Arrival {
    case sentence(Sent)
    case pause
  }

  /// Some seconds of receivers. Two of them take turns, and may state the same times.
  private static func stream(
    _ random: inout RandomStream, receivers: Int, isDamaged: Bool
  ) -> [Arrival] {
    let isTogether = random.oneIn(2)
    // At the same time, nothing shows whose error a GST states.
    let kinds = Kind.allCases.filter { receivers == 1 || !isTogether || $0 != .gst }
    // A receiver that states its place shows that it is not another one at the same time.
    let cycles = (0..<receivers).map { _ -> [Kind] in
      let place = [Kind.rmc, .gga, .gll][random.integer(below: 3)]
      let others = kinds.filter { $0 != place }.shuffled(using: &random)
      var cycle = ([place] + others.prefix(1 + random.integer(below: 4))).shuffled(using: &random)
      // A receiver states the time before its speed.
      if let first = cycle.first, [.vtg, .gsa].contains(first) {
        cycle = [place] + cycle.filter { $0 != place }
      }
      return cycle
    }
    let omitsTimes = isDamaged && random.oneIn(4)
    // A speed between two pauses is of the receiver that paused, so there is only one.
    let pauses = random.oneIn(2) && (receivers == 1 || !isDamaged)
    var arrivals: [Arrival] = []
    for second in seconds {
      var left = cycles.enumerated().map { index, cycle in
        cycle.map { kind in
          Sent(
            kind: kind, instant: Instant(1 + index, second),
            milliseconds: isTogether ? 0 : 400 * index, hasTime: !(omitsTimes && random.oneIn(3)))
        }
      }
      while let index = left.indices.filter({ !left[$0].isEmpty }).randomElement(using: &random) {
        let next = left[index].removeFirst()
        if isDamaged, random.oneIn(8) { continue }
        arrivals.append(.sentence(next))
        // Nothing shows that a sentence without a time is repeated.
        if isDamaged, !omitsTimes, random.oneIn(16) { arrivals.append(.sentence(next)) }
      }
      if pauses { arrivals.append(.pause) }
    }
    return arrivals
  }

  private static let seconds = 10..<18

  /// Plays a stream up to its last pause.
  private static func play(_ arrivals: [Arrival], emitsEarly: Bool) -> Play {
    var play = Play(emitsEarly: emitsEarly)
    for arrival in arrivals + [.pause] {
      switch arrival {
      case .sentence(let sent):
        let sentence = sent.sentence
        play.perform { $0.add(sentence, $1) }
      case .pause: play.perform { $0.flush($1) }
      }
    }
    return play
  }

  /// The instants with a place.
  private static func instants(_ arrivals: [Arrival]) -> Set<Instant> {
    Set(
      arrivals.compactMap { arrival in
        if case .sentence(let sent) = arrival, sent.hasPlace { sent.instant } else { nil }
      })
  }

  @Test func noStreamMixesInstantsOrRepeatsAFix() {
    playRandomSequences(1_500) { random in
      let stream = Self.stream(&random, receivers: 1 + random.integer(below: 2), isDamaged: true)
      var play = Self.play(stream, emitsEarly: random.oneIn(2))
      if let violation = play.violation { return violation }
      let count = play.fixes.count
      play.perform { $0.flush($1) }
      play.perform { $0.finish($1) }
      return play.fixes.count == count ? nil : "an end told a fix again"
    }
  }

  @Test func aStreamWithoutDamageHasAFixForEachInstant() {
    playRandomSequences(1_500) { random in
      let stream = Self.stream(&random, receivers: 1 + random.integer(below: 2), isDamaged: false)
      let play = Self.play(stream, emitsEarly: random.oneIn(2))
      if let violation = play.violation { return violation }
      let missing = Self.instants(stream).subtracting(play.fixes)
      return missing.isEmpty ? nil : "no fix of \(missing)"
    }
  }
}

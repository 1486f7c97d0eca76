import LocationCore
import LocationReplay
import LocationTesting
import TestTurns
import Testing

/// What a test does to the receiver of a track while it runs.
@Suite(.inTurn) struct ReceptionFaultTests {
  /// Two devices that report each second, after the satellites of the first one.
  static let twoDevices = (0..<6).flatMap { second in
    var used = Satellite(prn: 3)
    used.isUsed = true
    var sky = SkyView(
      satellites: [used],
      source: FixSource(kind: .replayed, name: "script", device: "a"))
    sky.timestamp = trackStart.addingTimeInterval(Double(second))
    sky.satellitesUsed = 1
    sky.dilution.horizontal = 1
    return [
      TrackItem(.update(.sky(sky)), position: .seconds(second), bytes: [1, 2]),
      of("a", fix(at: second)), of("b", fix(at: second, bytes: [3])),
    ]
  }

  static func of(_ device: String, _ item: TrackItem) -> TrackItem {
    guard case .fix(var fix) = item.update else { return item }
    fix.source.device = device
    var named = item
    named.content = .update(.fix(fix))
    return named
  }

  /// A word for each update: its kind, its device and its second.
  static func word(_ update: LocationUpdate?) -> String {
    switch update {
    case .fix(let fix):
      "fix \(fix.source.device ?? "-") \(Int(fix.timestamp?.timeIntervalSince(trackStart) ?? -1))"
    case .fixLost(let loss):
      "\(loss.reason) \(loss.source.device ?? "-") \(Int(loss.timestamp?.timeIntervalSince(trackStart) ?? -1))"
    case .sky(let sky): "\(sky.satellites.count { $0.isUsed == true }) used"
    case .authorization(let status): "\(status)"
    case nil: "end"
    }
  }

  /// The next updates of a subscription as words.
  func words(_ count: Int, _ updates: LocationUpdates) async throws -> [String] {
    var words: [String] = []
    for _ in 0..<count { words.append(Self.word(try await updates.next())) }
    return words
  }

  @Test(arguments: [ReplayPace.recorded, .unpaced])
  func aLossTakesTheFixOfEachDeviceForItsPartOfTheTrack(_ pace: ReplayPace) async throws {
    let player = ScriptedTrack(Self.twoDevices).player(pace: pace)
    let updates = player.startUpdatingLocation()
    // In the middle of an instant: the rest of it is as it was.
    #expect(try await words(2, updates) == ["1 used", "fix a 0"])
    player.lose(for: .seconds(2))
    #expect(
      try await words(16, updates) == [
        "fix b 0", "0 used", "no fix a 1", "no fix b 1", "0 used", "no fix a 2", "no fix b 2",
        "1 used", "fix a 3", "fix b 3", "1 used", "fix a 4", "fix b 4", "1 used", "fix a 5",
        "fix b 5",
      ])
  }

  @Test func aLossEndsWhereASeekGoesAndDoesNotConcernLaterSubscriptions() async throws {
    let player = ScriptedTrack(seconds: 0..<100).player(pace: .unpaced)
    let updates = player.startUpdatingLocation()
    _ = try await words(1, updates)
    player.lose(for: .seconds(50))
    #expect(try await words(1, updates) == ["no fix - 1"])
    player.seek(to: .seconds(20))
    #expect(try await words(1, updates) == ["fix - 20"])
    // In the other order the loss begins there.
    player.seek(to: .seconds(40))
    player.lose(for: .seconds(1))
    #expect(try await words(2, updates) == ["no fix - 40", "fix - 41"])
    #expect(try await words(1, player.startUpdatingLocation()) == ["fix - 0"])
  }

  @Test func aLossContinuesInTheNextRound() async throws {
    let player = ScriptedTrack(seconds: 0..<3).player(pace: .unpaced, loops: true)
    let updates = player.startUpdatingLocation()
    _ = try await words(1, updates)
    player.lose(for: .seconds(4))
    #expect(
      try await words(6, updates) == [
        "no fix - 1", "no fix - 2", "no fix - 0", "no fix - 1", "fix - 2", "fix - 0",
      ])
  }

  @Test func aLossThatIsZeroEndsTheLoss() async throws {
    let player = ScriptedTrack(seconds: 0..<9).player(pace: .unpaced)
    let updates = player.startUpdatingLocation()
    _ = try await words(1, updates)
    player.lose(for: .seconds(100))
    #expect(try await words(1, updates) == ["no fix - 1"])
    player.lose(for: .zero)
    #expect(try await words(1, updates) == ["fix - 2"])
  }

  @Test func aJumpMovesTheFixesOfEachDeviceUntilItIsTakenBack() async throws {
    let track = ScriptedTrack(Self.twoDevices)
    let player = track.player(pace: .unpaced)
    let updates = player.startUpdatingLocation()
    _ = try await words(3, updates)
    player.jump(meters: 500, bearing: 90)
    for second in 1...2 {
      _ = try await updates.next()
      for _ in ["a", "b"] {
        guard case .fix(let moved) = try await updates.next(),
          case .fix(let original) = fix(at: second).update
        else { return #expect(Bool(false), "no fix") }
        #expect(abs(moved.coordinate.distance(to: original.coordinate) - 500) < 1e-6)
        #expect(moved.coordinate.longitude > original.coordinate.longitude)
        #expect(moved.isSimulated && !original.isSimulated)
      }
    }
    // The distance is that from the track, so a jump of 0 is the end.
    player.jump(meters: 0)
    _ = try await updates.next()
    #expect(try await updates.next()?.received(at: nil) == track.items[10].update)
  }

  @Test func aChangedItemHasNoOriginalBytes() async throws {
    let player = ScriptedTrack(Self.twoDevices).player(pace: .unpaced)
    let next = player.startPlaying()
    #expect(try await next()?.bytes == [1, 2])
    player.jump(meters: 1)
    _ = try await next()
    #expect(try await next()?.bytes == [3])
    for _ in 0..<3 {
      let item = try await next()
      #expect(item?.bytes == [] && item?.needsSentences == true)
    }
    player.jump(meters: 0)
    let item = try await next()
    #expect(item?.bytes == [1, 2] && item?.needsSentences == false)
  }

  @Test func aDenialEndsEverySubscriptionAlsoDuringAPause() async throws {
    let player = ScriptedTrack(seconds: 0..<9).player(clock: ManualClock())
    let (one, other) = (player.startUpdatingLocation(), player.startUpdatingLocation())
    _ = try await words(1, one)
    _ = try await words(1, other)
    player.pause()
    let waiting = Task { [self] in try await words(1, one) }
    player.deny()
    #expect(try await waiting.value == ["denied"])
    await #expect(throws: UserLocationError.notAuthorized) { try await one.next() }
    #expect(try await words(1, other) == ["denied"])
    await #expect(throws: UserLocationError.notAuthorized) { try await other.next() }
    #expect(player.authorizationStatus == .denied)
    #expect(player.authorizationRefusal != nil)
    await #expect(throws: UserLocationError.notAuthorized) {
      try await player.startUpdatingLocation().next()
    }
  }
}

import LocationSimulation
import LocationTesting
import Synchronization
import TestSupport
import TestTurns
import Testing

@testable import GPSDLocation

/// Random histories of two receivers and of the connection, against the times when each one sent data.
@Suite(.inTurn) struct SilenceModelTests {
  private typealias Device = SilenceWatch.Device

  private struct Play {
    private static let limit = Duration.seconds(10)

    private let clock = ManualClock()
    private let told = Told()
    private let watch: SilenceWatch
    private var random: RandomStream

    // What the model knows.
    /// When each watched receiver last sent data, with the pauses after it.
    private var heard: [Device: Duration] = [:]
    private var pausedAt: Duration?
    private var resumedAt = Duration.zero
    private var isStopped = false
    private(set) var violation: String?

    init(_ random: RandomStream) {
      self.random = random
      watch = SilenceWatch(limit: Self.limit, clock: clock) { [told] in told.add($0) }
    }

    private var now: Duration { clock.now.offset }

    private mutating func expect(_ isTrue: Bool, _ rule: @autoclosure () -> String) {
      if !isTrue, violation == nil { violation = "after \(now / .seconds(1)) s: \(rule())" }
    }

    mutating func step() async {
      switch random.integer(below: 14) {
      case 0: hear(nil)
      case 1...4: hear(random.oneIn(2) ? "/dev/a" : "/dev/b")
      case 5:
        let device = random.oneIn(2) ? "/dev/a" : "/dev/b"
        watch.forget(device)
        heard[device] = nil
      case 6:
        guard pausedAt == nil else { return }
        watch.pause()
        pausedAt = now
      case 7: resume()
      case 8:
        guard random.oneIn(10) else { return }
        watch.stop()
        (isStopped, heard) = (true, [:])
      default: await advance(by: .seconds(1 + random.integer(below: 6)))
      }
    }

    private mutating func hear(_ device: Device) {
      // The connection is not read in a pause.
      guard pausedAt == nil else { return }
      watch.expect(device)
      guard !isStopped else { return }
      // The first receiver that sends data is the one that was expected.
      if device != nil { heard[nil] = nil }
      heard[device] = now
    }

    private mutating func resume() {
      watch.resume()
      guard let pausedAt = pausedAt.take() else { return }
      resumedAt = now
      // The time of a short pause does not matter.
      let pause = now - pausedAt
      if pause > Self.limit / 10 { for device in heard.keys { heard[device]? += pause } }
    }

    private mutating func advance(by duration: Duration) async {
      clock.advance(by: duration)
      // The watch sleeps again, unless no receiver is left.
      let deadline = ContinuousClock.now + .seconds(20)
      while clock.sleeperCount == 0, !told.all.isSuperset(of: heard.keys) {
        guard ContinuousClock.now < deadline else {
          return expect(false, "the watch neither watches nor tells")
        }
        await Task.yield()
      }
      for device in told.takeAll() {
        let last = heard.removeValue(forKey: device)
        expect(pausedAt == nil, "a silence was told in a pause")
        let isSilent = last.map { now - $0 >= Self.limit } ?? false
        expect(isSilent, "\(device ?? "-") is not silent")
      }
      guard pausedAt == nil else { return }
      for (device, last) in heard {
        // A watch whose time came in a pause looks again after a whole limit.
        let isInTime = now - last < Self.limit * 2 || now - resumedAt < Self.limit
        expect(isInTime, "the silence of \(device ?? "-") was not told")
      }
    }
  }

  /// The receivers that were told. Each is told once, until it sends data again.
  private final class Told: Sendable {
    private let devices = Mutex<[Device]>([])
    var all: Set<Device> { devices.withLock { Set($0) } }
    func add(_ device: Device) { devices.withLock { $0.append(device) } }
    func takeAll() -> [Device] {
      devices.withLock { devices in
        defer { devices = [] }
        return devices
      }
    }
  }

  @Test func everyHistoryKeepsTheRules() async {
    await playRandomSequences { random in
      var play = Play(random)
      for _ in 0..<40 where play.violation == nil { await play.step() }
      return play.violation
    }
  }
}

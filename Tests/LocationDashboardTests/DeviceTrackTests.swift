import LocationCore
import LocationTesting
import TestSupport
import TestTurns
import Testing

@testable import LocationDashboard

@Suite(.inTurn) struct DeviceTrackTests {
  private let start = Date(timeIntervalSince1970: 1_800_000_000)

  private func after(_ seconds: Double) -> Date { start.addingTimeInterval(seconds) }

  private func source(_ number: Int) -> FixSource {
    FixSource(kind: .live, name: "gpsd://localhost", device: "\(number)")
  }

  /// What devices report that move at different speeds for some seconds.
  private func state(
    devices: Int, seconds: Int, pointLimit: Int = LocationDashboard.pointLimit
  ) throws -> LocationDashboard {
    var state = LocationDashboard(pointLimit: pointLimit)
    for second in 0..<seconds {
      for number in 0..<devices {
        let latitude = 10 + Double(second * (number + 1)) * 1e-4
        state.note(.fix(try .bare(latitude, 20, source: source(number))), at: after(Double(second)))
      }
    }
    return state
  }

  @Test(arguments: [(2, 9000), (200, 60)])
  func theTrackOfADeviceIsAsFineWithOthersAsAlone(devices: Int, seconds: Int) throws {
    let alone = try #require(state(devices: 1, seconds: seconds).devices.first?.track.points)
    let tracks = try state(devices: devices, seconds: seconds).devices.map(\.track.points)
    #expect(tracks.reduce(0) { $0 + $1.count } > DeviceTrack.pointLimit)
    #expect(tracks.count == devices && tracks.allSatisfy { $0.count == alone.count })
    #expect(tracks[0].map(\.time) == alone.map(\.time))
    #expect(tracks[0].map(\.coordinate) == alone.map(\.coordinate))
  }

  @Test func aTimeThatNoCalendarHasIsNoTimeOfAPoint() throws {
    var track = DeviceTrack()
    var fix = try Fix.bare(10, 20)
    fix.timestamp = Date(timeIntervalSince1970: 1e300)
    track.add(fix, now: start)
    #expect(track.points.map(\.time) == [start.timeIntervalSince1970])
  }

  @Test func allTracksTogetherHaveALimit() throws {
    let state = try state(devices: 100, seconds: 60, pointLimit: 2000)
    let counts = state.devices.map(\.track.points.count)
    #expect(counts.reduce(0, +) <= 2000)
    // The longest track is halved each time, so that each has about the same.
    #expect(counts.allSatisfy { (10...40).contains($0) })
    // No device lost the end of its way.
    #expect(
      state.devices.allSatisfy {
        $0.track.points.last.map { $0.time > after(55).timeIntervalSince1970 } == true
      })
  }

  @Test func aLongTrackMakesRoomForOthers() throws {
    var state = try state(devices: 1, seconds: 1500, pointLimit: 2000)
    for second in 1500..<2100 {
      let fix = try Fix.bare(10 + Double(second) * 1e-4, 20, source: source(1))
      state.note(.fix(fix), at: after(Double(second)))
    }
    #expect(state.devices.map(\.track.points.count) == [750, 600])
  }

  @Test func aPointTakes32Bytes() {
    #expect(MemoryLayout<DeviceTrack.Point>.stride == 32)
  }

  @Test func aPointHasWhatTheFixHas() throws {
    var track = DeviceTrack()
    var fix = try Fix.bare(-48.1173051, -179.9999999)
    track.add(fix, now: after(0))
    (fix.altitude, fix.speed, fix.timestamp) = (8848.5, 12.25, after(77))
    track.add(fix, now: after(10))
    #expect(track.points.map(\.time) == [0, 77].map { after($0).timeIntervalSince1970 })
    #expect(track.points.map(\.altitude) == [nil, 8848.5])
    #expect(track.points.map(\.speed) == [nil, 12.25])
    #expect(track.points.allSatisfy { $0.coordinate.distance(to: fix.coordinate) < 0.01 })
  }

  @Test func noLineLeadsBackInTime() throws {
    var track = DeviceTrack()
    for second in [0.0, 1, 2, 0, 1] {
      track.add(try .bare(10 + second * 0.01, 20), now: after(second))
    }
    #expect(track.points.map(\.startsSegment) == [true, false, false, true, false])
  }

  @Test func fewerPointsHaveTheWholeWay() throws {
    let state = try state(devices: 3, seconds: 1000)
    #expect(state.pointsOfEach(upTo: 3000) == 3000)
    #expect(state.pointsOfEach(upTo: 2999) == 749)
    #expect(state.pointsOfEach(upTo: 2) == 1)
    for limit in [1, 2, 7, 749, 999, 1000] {
      let points = state.devices[0].track.points(upTo: limit)
      #expect(limit / 2 < points.count && points.count <= limit)
      #expect(points.last?.time == after(999).timeIntervalSince1970)
    }
  }

  @Test func thinningKeepsSegmentsAndTheLastPoint() throws {
    var track = DeviceTrack()
    for index in 0..<9 {
      if index == 3 { track.interrupt() }
      track.add(try .bare(10 + Double(index) * 0.01, 20), now: after(Double(index)))
    }
    track.thin()
    #expect(
      track.points.map { ($0.coordinate.latitude * 100).rounded() } == [
        1000, 1002, 1004, 1006, 1008,
      ])
    #expect(track.points.map(\.startsSegment) == [true, false, true, false, false])
  }

  @Test func aReceiverThatStandsAddsFewPoints() throws {
    var track = DeviceTrack()
    for second in 0..<100 { track.add(try .bare(), now: after(Double(second))) }
    #expect(track.points.count == 20)
  }
}

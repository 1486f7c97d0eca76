import LocationCore
import LocationReplay
import TestTurns
import Testing

@testable import LocationTracks

@Suite(.inTurn) struct FITParserTests {
  private typealias Builder = FITBuilder

  /// 2025-03-01T12:00:00Z in seconds since 1989-12-31.
  private static let noon = 1_740_830_400 - 631_065_600

  private static func ride(isBigEndian: Bool = false, headerSize: Int = 14) -> FITBuilder {
    var builder = FITBuilder(isBigEndian: isBigEndian, headerSize: headerSize)
    builder.define(0, as: 0, [(0, 0x00, 1)])
    builder.add(0, (4, 1))
    builder.define(
      3, as: 20,
      [
        Builder.timestamp, Builder.latitude, Builder.longitude, Builder.altitude, Builder.speed,
        Builder.accuracy, Builder.climb,
      ])
    builder.add(
      3, (noon, 4), Builder.semicircles(45), Builder.semicircles(-90), (5000, 2), (2500, 2),
      (4, 1), (-1500, 2))
    builder.add(
      3, (noon + 1, 4), Builder.semicircles(56.25), Builder.semicircles(-101.25), (0xFFFF, 2),
      (0xFFFF, 2), (0xFF, 1), (0x7FFF, 2))
    return builder
  }

  @Test(arguments: [false, true], [12, 14])
  func aRecordIsAFixInBothByteOrders(isBigEndian: Bool, headerSize: Int) throws {
    let file = Self.ride(isBigEndian: isBigEndian, headerSize: headerSize).file
    #expect(FileFormat.recognize(file, isWhole: true) == .known(.fit))
    let track = try ParsedTrack(file, as: .fit)
    #expect(track.error == nil)
    #expect(track.kinds == ["fix", "fix"])
    let fix = try #require(track.fixes.first)
    #expect(try fix.coordinate == Coordinate(latitude: 45, longitude: -90))
    #expect(fix.timestamp == .march(12, 0, 0))
    #expect(fix.altitude == 500 && fix.speed == 2.5 && fix.climb == -1.5)
    #expect(fix.errors.horizontal == 4 && fix.mode == nil)
    #expect(fix.source == FixSource(kind: .replayed, name: "file:track"))
    var bare = Fix(
      coordinate: try Coordinate(latitude: 56.25, longitude: -101.25), source: fix.source)
    bare.timestamp = .march(12, 0, 1)
    #expect(track.fixes.last == bare)
    #expect(track.items.map(\.position) == [.zero, .seconds(1)])
  }

  @Test func theSizeOfThePiecesDoesNotMatter() throws {
    let file = Self.ride().file
    let whole = try ParsedTrack(file, as: .fit)
    for size in 1...50 {
      let track = try ParsedTrack(file, as: .fit, inPiecesOf: size)
      #expect(track.items == whole.items && track.error == nil)
    }
  }

  @Test func theBytesOfAllItemsAreTheFile() throws {
    let file = Self.ride().file
    let track = try ParsedTrack(file, as: .fit, inPiecesOf: 10, keepsBytes: true)
    #expect(track.items.flatMap(\.bytes) == file)
    #expect(track.items.last?.bytes.count == 2)
  }

  @Test func enhancedValuesReplaceTheOthers() throws {
    var builder = FITBuilder()
    builder.define(
      0, as: 20,
      [
        Builder.latitude, Builder.longitude, Builder.altitude, Builder.enhancedAltitude,
        Builder.speed, Builder.enhancedSpeed,
      ])
    builder.add(
      0, Builder.semicircles(1), Builder.semicircles(2), (0xFFFF, 2), (50_000, 4), (1, 2),
      (3600, 4))
    let fix = try #require(try ParsedTrack(builder.file, as: .fit).fixes.first)
    #expect(fix.altitude == 9500 && fix.speed == 3.6)
    #expect(fix.timestamp == nil)
  }

  @Test func aNegativeSpeedOrAccuracyIsNotReported() throws {
    var builder = FITBuilder()
    // The file defines both with a sign: sint16 and sint8.
    builder.define(0, as: 20, [Builder.latitude, Builder.longitude, (6, 0x83, 2), (31, 0x01, 1)])
    builder.add(0, Builder.semicircles(1), Builder.semicircles(2), (-40, 2), (-4, 1))
    let fix = try #require(try ParsedTrack(builder.file, as: .fit).fixes.first)
    #expect(fix.speed == nil)
    #expect(fix.errors.horizontal == nil)
  }

  @Test func aCompressedTimestampContinuesTheLastOne() throws {
    var builder = FITBuilder()
    builder.define(
      0, as: 20, [Builder.timestamp, Builder.latitude, Builder.longitude])
    builder.define(1, as: 20, [Builder.latitude, Builder.longitude])
    let place = (Builder.semicircles(1), Builder.semicircles(2))
    builder.add(1, fiveBits: 3, place.0, place.1)
    // The lowest five bits of this time are 0.
    builder.add(0, (Self.noon & ~31, 4), place.0, place.1)
    builder.add(1, fiveBits: 30, place.0, place.1)
    builder.add(1, fiveBits: 30, place.0, place.1)
    builder.add(1, fiveBits: 2, place.0, place.1)
    builder.add(1, place.0, place.1)
    let fixes = try ParsedTrack(builder.file, as: .fit).fixes
    let start = Date(timeIntervalSince1970: Double(Self.noon & ~31) + 631_065_600)
    #expect(
      fixes.map { $0.timestamp?.timeIntervalSince(start) } == [nil, 0, 30, 30, 34, nil])
  }

  @Test func fieldsOfDevelopersAreSkipped() throws {
    var builder = FITBuilder()
    builder.define(
      5, as: 20, [Builder.latitude, Builder.longitude], developerSizes: [2, 5])
    for latitude in [1.0, 2] {
      builder.add(
        5, Builder.semicircles(latitude), Builder.semicircles(3), developer: [1, 2, 3, 4, 5, 6, 7])
    }
    let track = try ParsedTrack(builder.file, as: .fit, inPiecesOf: 3)
    #expect(track.error == nil)
    #expect(track.fixes.map { $0.coordinate.latitude.rounded() } == [1, 2])
  }

  @Test func theEndOfALapIsAWaypoint() throws {
    var builder = FITBuilder()
    let end: [FITBuilder.Field] = [Builder.timestamp, (5, 0x85, 4), (6, 0x85, 4)]
    builder.define(0, as: 19, end)
    builder.add(0, (Self.noon, 4), Builder.semicircles(1), Builder.semicircles(2))
    // A lap indoors has no place.
    builder.add(0, (Self.noon, 4), (0x7FFF_FFFF, 4), (0x7FFF_FFFF, 4))
    builder.add(0, (Self.noon, 4), Builder.semicircles(3), Builder.semicircles(4))
    let track = try ParsedTrack(builder.file, as: .fit)
    #expect(track.waypoints.map(\.name) == ["LAP001", "LAP003"])
    #expect(track.waypoints.map { $0.coordinate.latitude.rounded() } == [1, 3])
    #expect(track.waypoints.first?.timestamp == .march(12, 0, 0))
    #expect(track.fixes.isEmpty)
  }

  /// The timestamp of a lap is that of its start in a file whose summaries come first.
  @Test func aLapEndsItsTimeAfterItsStart() throws {
    var builder = FITBuilder()
    builder.define(
      0, as: 19,
      [Builder.timestamp, (2, 0x86, 4), (7, 0x86, 4), (5, 0x85, 4), (6, 0x85, 4)])
    builder.add(
      0, (Self.noon, 4), (Self.noon, 4), (61_500, 4), Builder.semicircles(1), Builder.semicircles(2)
    )
    builder.add(
      0, (Self.noon + 90, 4), (Self.noon + 62, 4), (0xFFFF_FFFF, 4), Builder.semicircles(1),
      Builder.semicircles(2))
    let laps = try ParsedTrack(builder.file, as: .fit).waypoints
    #expect(laps.map(\.timestamp) == [.march(12, 1, 1.5), .march(12, 1, 30)])
    #expect(laps.map(\.lapDuration) == [61.5, nil])
  }

  /// A file with sessions, which begin at seconds after noon, and a record every ten seconds.
  private static func sessions(
    _ sports: [(start: Int, sport: Int)], areFirst: Bool, usual: Int? = nil
  ) -> [UInt8] {
    var builder = FITBuilder()
    if let usual {
      builder.define(2, as: 12, [(0, 0x00, 1)])
      builder.add(2, (usual, 1))
    }
    func addSessions() {
      builder.define(0, as: 18, [Builder.timestamp, (2, 0x86, 4), (5, 0x00, 1)])
      for (start, sport) in sports.reversed() {
        builder.add(0, (noon + 99, 4), (noon + start, 4), (sport, 1))
      }
    }
    if areFirst { addSessions() }
    builder.define(1, as: 20, [Builder.timestamp, Builder.latitude, Builder.longitude])
    for index in 0..<4 {
      builder.add(
        1, (noon + 10 * index, 4), Builder.semicircles(Double(index)), Builder.semicircles(2))
    }
    if !areFirst { addSessions() }
    return builder.file
  }

  @Test(arguments: [true, false], [3, 1 << 20])
  func everySportIsATrack(areFirst: Bool, size: Int) throws {
    func items(_ file: [UInt8]) throws -> [String] {
      try ParsedTrack(file, as: .fit, inPiecesOf: size).items.map { item in
        switch item.content {
        case .trackStart(let title): title.type ?? "track"
        case .segmentStart: "|"
        default: "."
        }
      }
    }
    let run = Self.sessions([(0, 1)], areFirst: areFirst)
    #expect(try items(run) == ["running", ".", ".", ".", "."])
    #expect(
      try items(Self.sessions([(0, 5), (15, 3), (20, 2)], areFirst: areFirst))
        == ["swimming", ".", ".", "cycling", ".", "."])
    #expect(
      try items(Self.sessions([], areFirst: areFirst, usual: 17)) == ["hiking", ".", ".", ".", "."])
    #expect(try items(Self.sessions([(0, 0)], areFirst: areFirst)) == [".", ".", ".", "."])
    // A file that follows continues a track of the same sport.
    let bike = Self.sessions([(0, 2)], areFirst: areFirst)
    #expect(
      try items(run + run + bike)
        == ["running", ".", ".", ".", ".", "|", ".", ".", ".", ".", "cycling", ".", ".", ".", "."])
  }

  @Test func aRecordWithoutAPlaceIsNoFix() throws {
    var builder = FITBuilder()
    builder.define(0, as: 20, [Builder.latitude, Builder.longitude])
    builder.add(0, (0x7FFF_FFFF, 4), (0x7FFF_FFFF, 4))
    // The time since the device was switched on is no date.
    builder.define(0, as: 20, [Builder.timestamp, Builder.latitude, Builder.longitude])
    builder.add(0, (1000, 4), Builder.semicircles(1), Builder.semicircles(2))
    let track = try ParsedTrack(builder.file, as: .fit)
    #expect(track.kinds == ["fix"])
    #expect(track.fixes.first?.timestamp == nil)
    #expect(track.skipped.names == ["time since the device was switched on"])
  }

  /// A ride whose records count seconds from when the device was switched on, before and after the message
  /// that says when that was: an hour before noon, and half a second earlier.
  private static func rideInSystemTime() -> FITBuilder {
    var builder = FITBuilder()
    builder.define(0, as: 20, [Builder.timestamp, Builder.latitude, Builder.longitude])
    builder.define(1, as: 29, [Builder.timestamp, (0, 0x07, 2), (1, 0x85, 4), (2, 0x85, 4)])
    builder.define(2, as: 162, [Builder.timestamp, (1, 0x86, 4), (4, 0x84, 2), (2, 0x84, 2)])
    builder.add(0, (3600, 4), Builder.semicircles(1), Builder.semicircles(2))
    builder.add(1, (noon, 4), (0x0061, 2), Builder.semicircles(45), Builder.semicircles(90))
    builder.add(2, (noon, 4), (3600, 4), (0, 2), (16_384, 2))
    builder.add(0, (3601, 4), Builder.semicircles(3), Builder.semicircles(4))
    return builder
  }

  @Test func aCorrelationGivesSystemTimesADate() throws {
    let track = try ParsedTrack(Self.rideInSystemTime().file, as: .fit)
    #expect(track.kinds == ["fix", "waypoint", "fix"])
    #expect(track.fixes.map(\.timestamp) == [.march(11, 59, 59.5), .march(12, 0, 0.5)])
    #expect(track.waypoints.map(\.timestamp) == [.march(12, 0, 0)])
    #expect(track.skipped.isEmpty)
  }

  @Test func recordsThatWaitForACorrelationSurviveTheEndOfADamagedFile() throws {
    var builder = FITBuilder()
    builder.define(0, as: 20, [Builder.timestamp, Builder.latitude, Builder.longitude])
    builder.add(0, (3600, 4), Builder.semicircles(1), Builder.semicircles(2))
    let file = builder.file
    for damaged in [Array(file.dropLast()), Array(file.dropLast(4)), file.dropLast() + [1]] {
      let track = try ParsedTrack(damaged, as: .fit)
      #expect(track.error != nil)
      #expect(track.kinds == (damaged.count < file.count - 2 ? [] : ["fix"]))
    }
    builder.add(raw: [5, 0])
    let track = try ParsedTrack(builder.file, as: .fit)
    #expect(track.error?.problem.contains("expected a definition") == true)
    #expect(track.kinds == ["fix"])
  }

  @Test func aTimerThatStartsAgainBeginsASegment() throws {
    var builder = FITBuilder()
    builder.define(0, as: 20, [Builder.latitude, Builder.longitude])
    builder.define(1, as: 21, [(0, 0x00, 1), (1, 0x00, 1)])
    builder.add(1, (0, 1), (0, 1))
    builder.add(0, Builder.semicircles(1), Builder.semicircles(2))
    builder.add(1, (0, 1), (4, 1))
    builder.add(1, (0, 1), (0, 1))
    builder.add(0, Builder.semicircles(1), Builder.semicircles(2))
    #expect(try ParsedTrack(builder.file, as: .fit).kinds == ["fix", "segment", "fix"])
  }

  @Test func locationsAndCoursePointsAreWaypoints() throws {
    var builder = FITBuilder()
    builder.define(
      0, as: 29, [Builder.timestamp, (0, 0x07, 5), (1, 0x85, 4), (2, 0x85, 4), (4, 0x84, 2)])
    builder.add(
      0, (Self.noon, 4), (0x00_6D_61_43, 4), (0, 1), Builder.semicircles(45),
      Builder.semicircles(90), (3000, 2))
    builder.define(1, as: 32, [(1, 0x86, 4), (2, 0x85, 4), (3, 0x85, 4), (6, 0x07, 4)])
    builder.add(
      1, (Self.noon, 4), Builder.semicircles(45), Builder.semicircles(90), (0x7075, 4))
    let waypoints = try ParsedTrack(builder.file, as: .fit).waypoints
    let place = try Coordinate(latitude: 45, longitude: 90)
    #expect(
      waypoints == [
        TrackWaypoint(place, altitude: 100, timestamp: .march(12, 0, 0), name: "Cam"),
        TrackWaypoint(place, timestamp: .march(12, 0, 0), name: "up"),
      ])
  }

  @Test func filesInARowAreOneTrack() throws {
    let track = try ParsedTrack(
      Self.ride().file + Self.ride(isBigEndian: true).file, as: .fit, inPiecesOf: 37)
    #expect(track.error == nil)
    #expect(track.kinds == ["fix", "fix", "segment", "fix", "fix"])
  }

  @Test func theTimesOfAFileAreNotContinuedInTheNextOne() throws {
    var next = FITBuilder()
    next.define(1, as: 20, [Builder.latitude, Builder.longitude])
    next.define(0, as: 20, [Builder.timestamp, Builder.latitude, Builder.longitude])
    let place = (Builder.semicircles(1), Builder.semicircles(2))
    next.add(1, fiveBits: 3, place.0, place.1)
    // The lowest five bits of this time are 0.
    let start = Self.noon & ~31
    next.add(0, (start, 4), place.0, place.1)
    next.add(1, fiveBits: 4, place.0, place.1)
    let fixes = try ParsedTrack(Self.ride().file + next.file, as: .fit).fixes
    let seconds = fixes.map { fix in
      fix.timestamp.map { Int($0.timeIntervalSince1970) - 631_065_600 - start }
    }
    #expect(seconds.map { $0 == nil } == [false, false, true, false, false])
    #expect(seconds.suffix(2) == [0, 4])
  }

  @Test func aWrongChecksumIsAnErrorAfterAllItems() throws {
    var file = Self.ride().file
    file[file.count - 1] ^= 1
    let track = try ParsedTrack(file, as: .fit)
    #expect(track.fixes.count == 2)
    #expect(track.error?.offset == file.count - 2)
    #expect(track.error?.line == nil)
    #expect(track.error?.problem.contains("the checksum is wrong") == true)
    file = Self.ride().file
    file[1] ^= 1
    let damaged = try ParsedTrack(file, as: .fit)
    #expect(damaged.items.isEmpty)
    #expect(damaged.error?.offset == 12)
  }

  @Test func everyTruncationIsAnErrorAfterTheItemsBeforeIt() throws {
    let file = Self.ride().file
    for count in 0..<file.count {
      let track = try ParsedTrack(file[..<count], as: .fit, inPiecesOf: 13)
      #expect(track.error?.offset == (count < 14 ? 0 : count), "\(count) bytes")
      #expect(track.fixes.count <= 2)
    }
  }

  @Test func everyDamagedByteIsFound() throws {
    let file = Self.ride().file
    for index in file.indices {
      var damaged = file
      damaged[index] ^= 0x55
      // The header's checksum may also be 0, which means that it has none.
      #expect(try ParsedTrack(damaged, as: .fit).error != nil, "byte \(index)")
    }
  }

  @Test func aByteOrderThatDoesNotExistIsAnError() throws {
    var builder = FITBuilder()
    builder.define(0, as: 20, [Builder.latitude, Builder.longitude], byteOrder: 2)
    let error = try #require(try ParsedTrack(builder.file, as: .fit).error)
    #expect(error.offset == 16)
    #expect(error.description.hasPrefix("byte 16: expected a definition with the byte order"))
  }

  @Test func dataWithoutADefinitionIsAnError() throws {
    var builder = FITBuilder()
    builder.add(raw: [0x05, 1, 2, 3])
    let error = try #require(try ParsedTrack(builder.file, as: .fit).error)
    #expect(error.offset == 14)
    #expect(error.problem.contains("expected a definition of the local message type 5"))
  }

  @Test func theDefinitionsOfAFileDoNotHoldInTheNextOne() throws {
    var next = FITBuilder()
    next.add(raw: [0x03, 1, 2, 3])
    let first = Self.ride().file
    let track = try ParsedTrack(first + next.file, as: .fit)
    #expect(track.error?.offset == first.count + 14)
    #expect(track.error?.problem.contains("local message type 3") == true)
  }

  @Test func aMessageCannotBeLongerThanTheFile() throws {
    var builder = FITBuilder()
    builder.define(0, as: 20, [Builder.latitude, Builder.longitude])
    builder.add(raw: [0x00, 1, 2])
    let error = try #require(try ParsedTrack(builder.file, as: .fit).error)
    #expect(error.offset == 26)
    #expect(error.problem.contains("longer than the rest"))
  }

  @Test func aPlaceThatDoesNotExistIsLeftOut() throws {
    var builder = FITBuilder()
    builder.define(0, as: 20, [Builder.latitude, Builder.longitude])
    builder.add(0, Builder.semicircles(1), Builder.semicircles(2))
    builder.add(0, Builder.semicircles(91), Builder.semicircles(2))
    builder.add(0, Builder.semicircles(1), Builder.semicircles(2))
    let track = try ParsedTrack(builder.file, as: .fit)
    #expect(track.fixes.count == 2 && track.error == nil)
    #expect(track.skipped.names == ["point without a possible position"])
  }
}

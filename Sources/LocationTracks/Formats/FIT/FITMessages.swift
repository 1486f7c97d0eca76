import LocationCore
import LocationReplay

/// Reads the messages of a FIT file: definitions, and data with the values that the last definition of the
/// same local type lays out.
struct FITMessages {
  private struct HeldMessage {
    /// Where it is in ``heldBytes``.
    let start, count: Int
    let definition: FITDefinition
    let kind: FITDefinition.Kind
    let time: UInt32?
    let offset: Int
  }

  /// More bytes than this are not held: an hour of a record each second has about 100 kB.
  private static let mostHeldBytes = 4 << 20

  private let source: FixSource
  private var definitions = [FITDefinition?](repeating: nil, count: 16)
  private var clock = FITClock()
  /// The messages of a file whose sports are not known yet, because most devices state them at its end; then messages
  /// whose time has no date yet, and all messages after them.
  private var held: [HeldMessage] = []
  private var heldBytes: [UInt8] = []
  /// The number of held messages that were appended.
  private var released = 0
  /// Whether the held messages can be appended.
  private(set) var isReleasing = false
  private var awaitsSports = true
  private var sports = FITSports()
  /// The number of records since the last definition of each local type.
  private var records = [Int](repeating: 0, count: 16)
  private var laps = 0

  init(source: FixSource) { self.source = source }

  /// Ends a file. Its messages that are still held can be appended.
  mutating func endFile() { isReleasing = !held.isEmpty }

  /// Forgets everything: local types and times do not reach beyond a file.
  mutating func beginFile(_ items: inout ParsedItems) {
    release(into: &items)
    awaitsSports = true
    sports.endFile()
    noteSkipped(in: &items)
    definitions = [FITDefinition?](repeating: nil, count: 16)
    clock = FITClock()
  }

  /// Counts the fields of records that are not read.
  mutating func noteSkipped(in items: inout ParsedItems) {
    for type in definitions.indices { noteSkipped(of: type, in: &items) }
  }

  /// The number of bytes of the message that begins here; `nil` if more bytes are needed to know it.
  func size(of bytes: UnsafeRawBufferPointer, at offset: Int) throws(TrackFileError) -> Int? {
    guard let header = bytes.first else { return nil }
    if Self.isDefinition(header) { return FITDefinition.size(of: bytes) }
    let type = Self.localType(header)
    guard let definition = definitions[type] else {
      throw TrackFileError(
        offset: offset,
        problem: "expected a definition of the local message type \(type) before its data")
    }
    return 1 + definition.size
  }

  /// Reads a whole message, and appends the item that it is.
  mutating func read(
    _ message: UnsafeRawBufferPointer, at offset: Int, into items: inout ParsedItems
  ) throws(TrackFileError) {
    let header = message[0]
    let type = Self.localType(header)
    if Self.isDefinition(header) {
      noteSkipped(of: type, in: &items)
      definitions[type] = try FITDefinition(message, at: offset)
      return
    }
    guard let definition = definitions[type] else { return }
    let data = FITData(message, definition)
    let time = clock.time(of: data, definition.kind, header)
    guard let kind = definition.kind else { return }
    if kind == .record { records[type] += 1 }
    if kind == .timeCorrelation {
      clock.correlate(data)
      if !awaitsSports { endFile() }
    } else if kind == .sport || kind == .session {
      sports.read(data, kind)
    } else if awaitsSports || !held.isEmpty || clock.isWaiting(for: time) {
      held.append(
        HeldMessage(
          start: heldBytes.count, count: message.count, definition: definition, kind: kind,
          time: time, offset: offset))
      heldBytes += message
      if heldBytes.count > Self.mostHeldBytes {
        awaitsSports = false
        isReleasing = true
      }
    } else {
      append(
        data, definition, kind, time, endingAt: offset + message.count, to: &items)
    }
  }

  /// Appends the messages that are held, or some of them.
  mutating func release(upTo limit: Int = .max, into items: inout ParsedItems) {
    let end = min(held.count - released, limit) + released
    let (messages, bytes) = (held, heldBytes)
    bytes.withUnsafeBufferPointer { buffer in
      let bytes = UnsafeRawBufferPointer(buffer)
      for message in messages[released..<end] {
        let part = bytes[message.start..<message.start + message.count]
        append(
          FITData(UnsafeRawBufferPointer(rebasing: part), message.definition), message.definition,
          message.kind, message.time, endingAt: message.offset + message.count, to: &items)
      }
    }
    released = end
    if released == held.count { (held, heldBytes, released, isReleasing) = ([], [], 0, false) }
  }

  /// Appends the item that a message is.
  private mutating func append(
    _ data: FITData, _ definition: FITDefinition, _ kind: FITDefinition.Kind, _ time: UInt32?,
    endingAt end: Int, to items: inout ParsedItems
  ) {
    let timestamp = clock.date(time)
    if time != nil, timestamp == nil { items.skipped.add("time since the device was switched on") }
    switch kind {
    case .record:
      let sensors = sensors(data, definition.sensors, skipped: &items.skipped)
      guard let coordinate = coordinate(data, 0, 1, &items.skipped) else {
        items.skipped.add(withoutPoint: sensors)
        break
      }
      if let title = sports.title(at: time) { items.beginTrack(title) }
      items.append(fix(data, at: coordinate, timestamp), sensors: sensors, endingAt: end)
    case .event:
      // The event 0 is the timer, and its type 0 is its start.
      if data.integer(0) == 0, data.integer(1) == 0 { items.beginSegment() }
    case .location:
      guard let coordinate = coordinate(data, 1, 2, &items.skipped) else { break }
      let mark = TrackWaypoint(
        coordinate, altitude: data.altitude(4), timestamp: timestamp, name: data.string(0))
      items.append(.waypoint(mark), endingAt: end)
    case .coursePoint:
      guard let coordinate = coordinate(data, 2, 3, &items.skipped) else { break }
      let mark = TrackWaypoint(coordinate, timestamp: timestamp, name: data.string(6))
      items.append(.waypoint(mark), endingAt: end)
    case .lap:
      laps += 1
      guard let coordinate = coordinate(data, 5, 6, &items.skipped) else {
        items.skipped.add("lap without a place")
        break
      }
      // Its timestamp is that of its start in a file with its summaries first.
      let duration = data.positive(7).map { Double($0) / 1000 }
      let start = clock.date(data.positive(2).flatMap { UInt32(exactly: $0) })
      let lapEnd = start.flatMap { start in duration.map { start.addingTimeInterval($0) } }
      var mark = TrackWaypoint(endOfLap: laps, coordinate, timestamp: lapEnd ?? timestamp)
      mark.lapDuration = lapEnd.flatMap { _ in duration }
      items.append(.waypoint(mark), endingAt: end)
    case .timeCorrelation, .sport, .session: break
    }
  }

  /// Counts the fields of records that are not read, for all records of a definition at once.
  private mutating func noteSkipped(of type: Int, in items: inout ParsedItems) {
    defer { records[type] = 0 }
    guard records[type] > 0, let definition = definitions[type] else { return }
    for name in definition.skippedFields { items.skipped.add(name, count: records[type]) }
  }

  private func fix(_ data: FITData, at coordinate: Coordinate, _ timestamp: Date?) -> Fix {
    var fix = Fix(coordinate: coordinate, source: source)
    fix.timestamp = timestamp
    fix.altitude = data.altitude(78) ?? data.altitude(2)
    fix.speed = (data.positive(73) ?? data.positive(6)).map { Double($0) / 1000 }
    fix.climb = data.integer(32).map { Double($0) / 1000 }
    fix.errors.horizontal = data.positive(31).map(Double.init)
    return fix
  }

  /// What sensors measured, in some fields.
  private func sensors(
    _ data: FITData, _ fields: [SensorField], skipped: inout SkippedParts
  ) -> SensorValues {
    var sensors = SensorValues()
    for field in fields {
      guard let number = data.integer(field.fit) else { continue }
      if !field.set(Double(number), of: &sensors) {
        skipped.add(unreadable: FITDefinition.name(field.fit))
      }
    }
    return sensors
  }

  /// The place in two fields; `nil` if the message has none, or one that is impossible.
  private func coordinate(
    _ data: FITData, _ latitude: UInt8, _ longitude: UInt8, _ skipped: inout SkippedParts
  ) -> Coordinate? {
    guard let north = data.degrees(latitude), let east = data.degrees(longitude) else { return nil }
    let coordinate = Coordinate(north, east)
    if coordinate == nil { skipped.addImpossiblePosition() }
    return coordinate
  }

  /// Whether a message is a definition. Data messages with five bits of a timestamp use the same bit for
  /// their local type.
  private static func isDefinition(_ header: UInt8) -> Bool { header & 0xC0 == 0x40 }

  private static func localType(_ header: UInt8) -> Int {
    header & 0x80 != 0 ? Int(header >> 5 & 3) : Int(header & 0x0F)
  }
}

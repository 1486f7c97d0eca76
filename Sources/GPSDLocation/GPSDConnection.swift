import GPSDProtocol
import LocationCore
import LocationText

/// One connection to gpsd, from its greeting to its end: bytes in, updates out.
struct GPSDConnection: ~Copyable {
  /// What was received so far.
  private(set) var counters = GPSDCounters()
  /// What gpsd reported about itself; `nil` before its greeting.
  private(set) var server: GPSDServer? { didSet { edition += 1 } }
  /// How often ``server`` changed.
  private(set) var edition = 0
  /// The first bytes that were received, for the error if the server is not gpsd.
  private(set) var firstWords: [UInt8] = []

  private let name: String
  private let device: String?
  private let log: GPSDLog
  private let watch: SilenceWatch
  private let memory: LastFixTimes
  private var decoder: ReportDecoder
  private var splitter = LineSplitter(limit: 65536)
  private var skies = LatestSkies()
  private var repeatable: LastFixTimes.Last
  private var givenUp: Set<String> = []
  /// gpsd's last error before its greeting: the reason why it refuses this client.
  private(set) var refusal: String?
  /// Whether gpsd listed its receivers without the one to read.
  private var lacksDevice = false
  private let interests: @Sendable () -> LocationInterests
  /// When the current bytes were received, by the host's clock and by the watch's clock.
  private var received: (date: Date, time: Duration)?

  /// More devices than gpsd serves, so that a server that invents names cannot fill the memory.
  private static let maximumDevices = 64
  /// How many damaged lines before the first report show that the server is not gpsd.
  private static let patience = 8

  /// Begins a connection.
  ///
  /// - Parameters:
  ///   - source: the source in the form that a user writes, such as `gpsd://localhost:2947`.
  ///   - device: the path of the one receiver to read; `nil` for all receivers.
  ///   - memory: the last fixes of the connections before this one.
  ///   - interests: what at least one subscription is interested in now.
  init(
    source: String, device: String?, log: GPSDLog, watch: SilenceWatch, memory: LastFixTimes,
    interests: @escaping @Sendable () -> LocationInterests = { .all }
  ) {
    name = source
    self.device = device
    self.log = log
    self.watch = watch
    self.memory = memory
    self.interests = interests
    repeatable = memory.last
    decoder = ReportDecoder(source: source)
  }

  /// Whether the server has proved to be gpsd.
  var isGreeted: Bool { counters.objects > 0 }

  /// Takes bytes, and calls `tell` with each update.
  ///
  /// - Parameters:
  ///   - date: when the bytes were received, by the host's clock.
  ///   - time: the same by the watch's clock.
  ///   - tell: receives each update, and the connection as it is after that update.
  /// - Throws: `.protocolViolation` if the server is not gpsd; `.sourceUnavailable` if it does not have the
  ///   one receiver to read.
  mutating func receive(
    _ bytes: UnsafeRawBufferPointer, at date: Date, _ time: Duration,
    tell: (LocationUpdate, borrowing GPSDConnection) -> Void
  ) throws(UserLocationError) {
    let before = edition
    counters.bytes += bytes.count
    received = (date, time)
    if !isGreeted, firstWords.count < 64 { firstWords += bytes.prefix(64 - firstWords.count) }
    // The lines change `self` while the splitter runs, so the splitter is not a part of it meanwhile.
    var splitter = LineSplitter(limit: 0)
    swap(&splitter, &self.splitter)
    splitter.split(bytes) { line in
      switch line {
      case .whole(let line): if let update = take(line) { tell(update, self) }
      case .tooLong: reject(.tooLong)
      }
    }
    swap(&splitter, &self.splitter)
    if edition != before || !isGreeted { try checkProtocol() }
    if lacksDevice { throw absence }
  }

  /// The connection has ended.
  mutating func finish() {
    if splitter.isWithinLine { reject(.truncated) }
  }

  // MARK: Lines

  private mutating func take(_ line: UnsafeRawBufferPointer) -> LocationUpdate? {
    do throws(GPSDCounters.Damage) {
      let passed = try ReportGate.examine(line)
      if line.begins(with: #"{"class":"TPV""#) || line.begins(with: #"{"class":"SKY""#) {
        guard passed.isFitForLibgps else { throw .undecodable }
        // A SKY is noted before libgps decodes it, so that a fix has the same DOPs whether or not a
        // subscription reads satellites.
        let path = SkippedSky.device(of: line)
        if let path {
          let device = name(path)
          noteSky(line, of: device)
          if !interests().contains(.satellites) {
            counters.skies += 1
            hear(device)
            return nil
          }
        }
        let update = try decoder.decode(line, listed: passed.innerObjects, at: received?.date)
        if case .sky = update, path == nil { noteSky(line, of: decoder.source.device) }
        return take(update)
      }
      guard let report = try? GPSDReport(line, source: decoder.source) else { throw .undecodable }
      counters.others += 1
      return take(report)
    } catch {
      reject(error)
      return nil
    }
  }

  /// The name of a receiver. It is not made again if it is that of the last report.
  private func name(_ path: UnsafeRawBufferPointer) -> String? {
    decoder.isLastDevice(path) ? decoder.source.device : String(decoding: path, as: UTF8.self)
  }

  private mutating func noteSky(_ line: UnsafeRawBufferPointer, of device: String?) {
    if isWanted(device) { skies.note(line, of: device, at: arrival) }
  }

  private mutating func reject(_ damage: GPSDCounters.Damage) {
    counters.count(damage)
    log.damaged(damage)
  }

  /// - Throws: if the server is not gpsd, or speaks another protocol.
  private func checkProtocol() throws(UserLocationError) {
    if let server, server.version.protocolMajor != 3 {
      throw UserLocationError(
        .protocolViolation, source: name,
        detail:
          "gpsd \(server.version.release) speaks protocol \(server.version.protocolMajor); 3 is needed"
      )
    }
    if !isGreeted, counters.damagedLines >= Self.patience { throw strangeness }
  }

  /// The error for a server that is not gpsd.
  var strangeness: UserLocationError {
    let printable = firstWords.prefix { $0 != 10 && $0 != 13 }.filter { (32..<127).contains($0) }
    let words = String(decoding: printable.prefix(40), as: UTF8.self)
    let advice = words.hasPrefix("$") ? "; that is NMEA: read it with tcp://" : ""
    return UserLocationError(
      .protocolViolation, source: name, detail: "not gpsd: it said '\(words)'\(advice)")
  }

  /// The error for a gpsd without the receiver to read.
  private var absence: UserLocationError {
    let present = (server?.devices ?? []).map(\.path).joined(separator: ", ")
    let path = device ?? ""
    return UserLocationError(
      .sourceUnavailable, source: name,
      detail: "gpsd does not have \(path), or cannot open it; "
        + (present.isEmpty ? "it has no receiver: " : "it has \(present): name one of those, or ")
        + "add it with 'sudo gpsdctl add \(path)'")
  }

  // MARK: Reports of a receiver

  private var arrival: Duration { received?.time ?? .zero }

  private mutating func take(_ update: LocationUpdate) -> LocationUpdate? {
    let device = decoder.source.device
    switch update {
    case .fix:
      counters.positions += 1
      counters.fixes += 1
      guard hear(device) else { return nil }
      let sky = skies.sky(of: decoder.timestamp, from: device, at: arrival)
      if repeatable.isRepeated(by: device, at: decoder.timestamp) {
        counters.repeated += 1
        return nil
      }
      memory.keep(decoder.timestamp, of: device)
      return sky.map(update.with) ?? update
    case .fixLost:
      counters.positions += 1
      guard hear(device) else { return nil }
      _ = skies.sky(of: decoder.timestamp, from: device, at: arrival)
      return update
    case .sky:
      counters.skies += 1
      return hear(device) ? update : nil
    case .authorization: return nil
    }
  }

  /// Notes that a receiver sent data, and returns whether it is a receiver to read.
  @discardableResult
  private func hear(_ device: String?) -> Bool {
    guard isWanted(device) else { return false }
    watch.expect(device, at: received?.time ?? watch.now)
    return true
  }

  private func isWanted(_ path: String?) -> Bool { device == nil || device == path }

  // MARK: Reports of gpsd

  private mutating func take(_ report: GPSDReport) -> LocationUpdate? {
    switch report {
    case .version(let version):
      if server == nil {
        log.greeted(by: version)
        watch.expect(nil)
      }
      server = GPSDServer(version: version)
    case .devices(let devices):
      server?.devices = Array(devices.prefix(Self.maximumDevices))
      if !devices.contains(where: { isWanted($0.path) }) {
        lacksDevice = device != nil
        return loss(.noDevice, of: device)
      }
    case .device(let device?): return take(device)
    case .error(let message):
      log.error(message)
      if server == nil { refusal = message }
    case .device(nil), .watch, .poll, .update, .other: break
    }
    return nil
  }

  private mutating func take(_ device: GPSDDevice) -> LocationUpdate? {
    var known = server?.devices ?? []
    let place = known.firstIndex { $0.path == device.path }
    if let place {
      known[place] = device
    } else if known.count < Self.maximumDevices {
      known.append(device)
    }
    server?.devices = known
    guard isWanted(device.path) else { return nil }
    if device.activation == .givenUp {
      watch.forget(device.path)
      if givenUp.count < Self.maximumDevices, givenUp.insert(device.path).inserted {
        return loss(.deviceRemoved, of: device.path)
      }
    } else if givenUp.remove(device.path) != nil || place == nil {
      watch.expect(device.path)
      return loss(.deviceAdded, of: device.path)
    }
    return nil
  }

  private func loss(_ reason: FixLoss.Reason, of path: String?) -> LocationUpdate {
    var loss = FixLoss(
      reason: reason, source: FixSource(kind: .live, name: name, device: path))
    loss.receivedAt = received?.date
    return .fixLost(loss)
  }
}

extension LocationUpdate {
  /// A fix with the values of a SKY; every other update unchanged.
  fileprivate func with(_ sky: SkySummary) -> LocationUpdate {
    guard case .fix(var fix) = self else { return self }
    fix.satellitesUsed = sky.satellitesUsed
    fix.dilution = sky.dilution
    return .fix(fix)
  }
}

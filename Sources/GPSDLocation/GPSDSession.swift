import LocationCore

/// One connection to gpsd, from its greeting to its end: bytes in, updates out.
struct GPSDSession: ~Copyable {
  /// What came through so far.
  private(set) var counters = GPSDCounters()
  /// What gpsd said of itself; `nil` before its greeting.
  private(set) var server: GPSDServer? { didSet { edition += 1 } }
  /// How often that changed.
  private(set) var edition = 0
  /// The beginning of what it said, for who turns out to be no gpsd.
  private(set) var firstWords: [UInt8] = []

  private let name: String
  private let device: String?
  private let log: GPSDLog
  private let watch: SilenceWatch
  private let memory: FixMemory
  private var decoder: ReportDecoder
  private var splitter = LineSplitter(limit: 65536)
  private var repeatable: FixMemory.Last
  private var givenUp: Set<String> = []
  private let interests: @Sendable () -> LocationInterests
  /// When what is being taken was received, by the host's clock and by that of the watch.
  private var received: (date: Date, time: Duration)?

  /// gpsd itself serves fewer; a server that makes names up may not fill the memory.
  private static let maximumDevices = 64
  /// So many bad lines before the first good one, and it is no gpsd.
  private static let patience = 8

  /// Begins a session.
  ///
  /// - Parameters:
  ///   - source: the source as its user would write it.
  ///   - device: the one receiver that is of interest.
  ///   - memory: what the connections before this one told last.
  ///   - interests: what at least one subscription is interested in now.
  init(
    source: String, device: String?, log: GPSDLog, watch: SilenceWatch, memory: FixMemory,
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

  /// Whether it has turned out to be gpsd.
  var isGreeted: Bool { counters.objects > 0 }

  /// Takes what was read, and tells what there is to be told.
  ///
  /// - Parameters:
  ///   - date: when that was, by the host's clock.
  ///   - time: the same by the watch's.
  ///   - tell: told each update, and what came through up to it.
  /// - Throws: `.protocolViolation` when the other end is no gpsd.
  mutating func receive(
    _ bytes: UnsafeRawBufferPointer, at date: Date, _ time: Duration,
    tell: (LocationUpdate, borrowing GPSDSession) -> Void
  ) throws(UserLocationError) {
    let before = edition
    counters.bytes += bytes.count
    received = (date, time)
    if !isGreeted, firstWords.count < 64 { firstWords += bytes.prefix(64 - firstWords.count) }
    // The splitter shows lines while it is being changed, so it is not part of `self` meanwhile.
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
  }

  /// The connection has ended.
  mutating func finish() {
    if splitter.isWithinLine { reject(.truncated) }
  }

  // MARK: Lines

  private mutating func take(_ line: UnsafeRawBufferPointer) -> LocationUpdate? {
    do throws(GPSDCounters.Damage) {
      if let path = SkippedSky.device(of: line), !interests().contains(.satellites) {
        skipSky(of: path)
        return nil
      }
      let passed = try ReportGate.examine(line)
      if line.begins(with: #"{"class":"TPV""#) || line.begins(with: #"{"class":"SKY""#) {
        guard passed.isFitForLibgps else { throw .undecodable }
        return take(try decoder.decode(line, listed: passed.innerObjects, at: received?.date))
      }
      let className = String(decoding: line[passed.className], as: UTF8.self)
      guard let object = GPSDObject(className: className, line) else { throw .undecodable }
      counters.others += 1
      return take(object)
    } catch {
      reject(error)
      return nil
    }
  }

  /// Takes a SKY that nobody wants: it shows that its receiver is alive.
  private mutating func skipSky(of path: UnsafeRawBufferPointer) {
    counters.skies += 1
    hear(decoder.isLastDevice(path) ? decoder.source.device : String(decoding: path, as: UTF8.self))
  }

  private mutating func reject(_ damage: GPSDCounters.Damage) {
    counters.count(damage)
    log.damaged(damage)
  }

  /// - Throws: when it is no gpsd, or one of another kind.
  private func checkProtocol() throws(UserLocationError) {
    if let server, server.protocolMajor != 3 {
      throw UserLocationError(
        .protocolViolation, source: name,
        detail: "gpsd \(server.release) speaks protocol \(server.protocolMajor); 3 is needed")
    }
    if !isGreeted, counters.damagedLines >= Self.patience { throw strangeness }
  }

  /// That the other end is no gpsd.
  var strangeness: UserLocationError {
    let printable = firstWords.prefix { $0 != 10 && $0 != 13 }.filter { (32..<127).contains($0) }
    let words = String(decoding: printable.prefix(40), as: UTF8.self)
    let advice = words.hasPrefix("$") ? "; that is NMEA: read it with tcp://" : ""
    return UserLocationError(
      .protocolViolation, source: name, detail: "not gpsd: it said '\(words)'\(advice)")
  }

  // MARK: What a receiver said

  private mutating func take(_ update: LocationUpdate) -> LocationUpdate? {
    let device = decoder.source.device
    switch update {
    case .fix:
      counters.positions += 1
      counters.fixes += 1
      guard hear(device) else { return nil }
      if repeatable.isRepeated(by: device, at: decoder.timestamp) {
        counters.repeated += 1
        return nil
      }
      memory.keep(decoder.timestamp, of: device)
      return update
    case .fixLost:
      counters.positions += 1
      return hear(device) ? update : nil
    case .sky:
      counters.skies += 1
      return hear(device) ? update : nil
    case .authorization: return nil
    }
  }

  /// Notes that a receiver spoke; whether it is of interest.
  @discardableResult
  private func hear(_ device: String?) -> Bool {
    guard isWanted(device) else { return false }
    watch.expect(device, at: received?.time ?? watch.now)
    return true
  }

  private func isWanted(_ path: String?) -> Bool { device == nil || device == path }

  // MARK: What gpsd said

  private mutating func take(_ object: GPSDObject) -> LocationUpdate? {
    switch object {
    case .version(let version):
      if server == nil {
        log.greeted(by: version)
        watch.expect(nil)
      }
      server = version
    case .devices(let devices):
      server?.devices = Array(devices.prefix(Self.maximumDevices))
      if !devices.contains(where: { isWanted($0.path) }) { return loss(.noDevice, of: device) }
    case .device(let device, let isGivenUp): return take(device, isGivenUp: isGivenUp)
    case .error(let message): log.error(message)
    case .other: break
    }
    return nil
  }

  private mutating func take(_ device: GPSDDevice, isGivenUp: Bool) -> LocationUpdate? {
    var known = server?.devices ?? []
    let place = known.firstIndex { $0.path == device.path }
    if let place {
      known[place] = device
    } else if known.count < Self.maximumDevices {
      known.append(device)
    }
    server?.devices = known
    guard isWanted(device.path) else { return nil }
    if isGivenUp {
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

import LocationCore

/// One connection to gpsd, from its greeting to its end: bytes in, updates out.
struct GPSDSession: ~Copyable {
  /// What came through so far.
  private(set) var counters = GPSDCounters()
  /// What gpsd said of itself; `nil` before its greeting.
  private(set) var server: GPSDServer?
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
  private var updates: [LocationUpdate] = []

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
  init(
    source: String, device: String?, log: GPSDLog, watch: SilenceWatch, memory: FixMemory
  ) {
    name = source
    self.device = device
    self.log = log
    self.watch = watch
    self.memory = memory
    repeatable = memory.last
    decoder = ReportDecoder(source: source)
  }

  /// Whether it has turned out to be gpsd.
  var isGreeted: Bool { server != nil || counters.objects > 0 }

  /// Takes what was read, and returns what there is to be told.
  ///
  /// - Throws: `.protocolViolation` when the other end is no gpsd.
  mutating func receive(
    _ bytes: UnsafeRawBufferPointer, at date: Date
  ) throws(UserLocationError) -> [LocationUpdate] {
    counters.bytes += bytes.count
    if !isGreeted, firstWords.count < 64 { firstWords += bytes.prefix(64 - firstWords.count) }
    // The splitter shows lines while it is being changed, so it is not part of `self` meanwhile.
    var splitter = LineSplitter(limit: 0)
    swap(&splitter, &self.splitter)
    splitter.split(bytes) { line in
      switch line {
      case .whole(let line): take(line)
      case .tooLong: reject(.tooLong)
      }
    }
    swap(&splitter, &self.splitter)
    try checkProtocol()
    defer { updates.removeAll(keepingCapacity: true) }
    return updates.map { $0.received(at: date) }
  }

  /// The connection has ended.
  mutating func finish() {
    if splitter.isWithinLine { reject(.truncated) }
  }

  // MARK: Lines

  private mutating func take(_ line: UnsafeRawBufferPointer) {
    do throws(GPSDCounters.Damage) {
      let passed = try ReportGate.examine(line)
      let className = String(decoding: line[passed.className], as: UTF8.self)
      switch className {
      case "TPV", "SKY":
        guard passed.isFitForLibgps else { throw .undecodable }
        take(try decoder.decode(line, listed: passed.innerObjects))
      default:
        guard let object = GPSDObject(className: className, line) else { throw .undecodable }
        counters.others += 1
        take(object)
      }
    } catch {
      reject(error)
    }
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

  private mutating func take(_ update: LocationUpdate) {
    switch update {
    case .fix(let fix):
      counters.positions += 1
      counters.fixes += 1
      guard isWanted(fix.source.device) else { return }
      watch.expect(fix.source.device)
      if repeatable.isRepeated(by: fix) {
        counters.repeated += 1
        return
      }
      memory.keep(fix)
    case .fixLost(let loss):
      counters.positions += 1
      guard isWanted(loss.source.device) else { return }
      watch.expect(loss.source.device)
    case .sky(let sky):
      counters.skies += 1
      guard isWanted(sky.source.device) else { return }
      watch.expect(sky.source.device)
    case .authorization: break
    }
    updates.append(update)
  }

  private func isWanted(_ path: String?) -> Bool { device == nil || device == path }

  // MARK: What gpsd said

  private mutating func take(_ object: GPSDObject) {
    switch object {
    case .version(let version):
      if server == nil {
        log.greeted(by: version)
        watch.expect(nil)
      }
      server = version
    case .devices(let devices):
      server?.devices = Array(devices.prefix(Self.maximumDevices))
      if !devices.contains(where: { isWanted($0.path) }) { tell(.noDevice, device) }
    case .device(let device, let isGivenUp): take(device, isGivenUp: isGivenUp)
    case .error(let message): log.error(message)
    case .other: break
    }
  }

  private mutating func take(_ device: GPSDDevice, isGivenUp: Bool) {
    var known = server?.devices ?? []
    let place = known.firstIndex { $0.path == device.path }
    if let place {
      known[place] = device
    } else if known.count < Self.maximumDevices {
      known.append(device)
    }
    server?.devices = known
    guard isWanted(device.path) else { return }
    if isGivenUp {
      watch.forget(device.path)
      if givenUp.count < Self.maximumDevices, givenUp.insert(device.path).inserted {
        tell(.deviceRemoved, device.path)
      }
    } else if givenUp.remove(device.path) != nil || place == nil {
      watch.expect(device.path)
      tell(.deviceAdded, device.path)
    }
  }

  private mutating func tell(_ reason: FixLoss.Reason, _ path: String?) {
    updates.append(
      .fixLost(FixLoss(reason: reason, source: FixSource(kind: .live, name: name, device: path))))
  }
}

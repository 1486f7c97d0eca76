/// Writes one instant as a receiver's cycle of sentences: GGA, GSA, GSV, GST, HDT, RMC, VTG and ZDA.
///
/// RMC and GGA are always written, the others if the epoch has a value for them. A value that the
/// epoch does not have is an empty field, with two exceptions: without a fix the quality is 0 and
/// the mode `N`; and a fix without a stated quality has GGA's quality 1.
///
/// The satellites are grouped as in NMEA 4.11: a group of GSV for each system and signal, under the
/// system's talker, SBAS with GPS; and a GSA for each system, or several if the system has more than
/// twelve satellites in use. With several systems in use all GSA have the talker `GN`. Before
/// version 4.1 systems and signals have no fields, and the numbers of the satellites tell the systems
/// apart.
///
/// Only the growth of the caller's buffer allocates memory.
public struct EpochEncoder: Hashable, Sendable {
  /// How each sentence is written.
  public var encoder: SentenceEncoder
  /// The sentences to write, of RMC, GGA, GSA, GSV, VTG, ZDA, GST and HDT. Default: all of them.
  public var contents: SentenceKinds = [.rmc, .gga, .gsa, .gsv, .vtg, .zda, .gst, .hdt]
  /// The talker of all sentences except GSV. `nil` chooses it: `GN` if satellites of several systems
  /// are in use; that system's talker if one is; the epoch's talker if none is.
  public var talker: Talker?

  /// Makes an encoder of whole epochs.
  public init(_ encoder: SentenceEncoder = SentenceEncoder()) {
    self.encoder = encoder
  }

  /// Appends the sentences of an epoch.
  ///
  /// - Parameters:
  ///   - epoch: the instant.
  ///   - satellites: its satellites, one entry for each signal.
  ///   - buffer: the destination.
  /// - Throws: ``SentenceEncodingError``; the buffer is then as it was.
  public func encode(
    _ epoch: NavigationEpoch, satellites: [EpochSatellite] = [], into buffer: inout [UInt8]
  ) throws(SentenceEncodingError) {
    let count = buffer.count
    do throws(SentenceEncodingError) {
      try forEachSentence(of: epoch, satellites) { sentence throws(SentenceEncodingError) in
        try encoder.encode(sentence, into: &buffer)
      }
    } catch {
      buffer.removeSubrange(count...)
      throw error
    }
  }

  /// Calls `body` with each of an epoch's sentences.
  public func forEachSentence<Failure: Error>(
    of epoch: NavigationEpoch, _ satellites: [EpochSatellite],
    _ body: (Sentence) throws(Failure) -> Void
  ) throws(Failure) {
    let groups = SatelliteGroups(satellites)
    let talker = talker ?? groups.talker ?? epoch.talker.flatMap { $0.isSatelliteSystem ? $0 : nil }
    let speaker = talker ?? .gps
    func say(_ kind: SentenceKind, _ payload: Sentence.Payload) throws(Failure) {
      guard contents.contains(kind), let sentence = Sentence(talker: speaker, payload: payload)
      else { return }
      try body(sentence)
    }
    // gpsd takes an empty number of satellites in GGA for 0, and the position for none, until a later sentence
    // declares it valid. So RMC follows.
    try say(.gga, .gga(GGA(epoch)))
    if contents.contains(.gsa) {
      try groups.forEachGSA(of: epoch, speaker, inSystems: hasSystems, body)
    }
    if contents.contains(.gsv) {
      try groups.forEachGSV(of: epoch, speaker, inSystems: hasSystems, body)
    }
    if epoch.latitudeError != nil || epoch.longitudeError != nil { try say(.gst, .gst(GST(epoch))) }
    if epoch.heading != nil { try say(.hdt, .hdt(HDT(epoch))) }
    try say(.rmc, .rmc(RMC(epoch)))
    if epoch.speed != nil || epoch.course != nil { try say(.vtg, .vtg(VTG(epoch))) }
    if epoch.date != nil { try say(.zda, .zda(ZDA(epoch))) }
  }

  private var hasSystems: Bool {
    encoder.version.rawValue >= SentenceEncoder.Version.v41.rawValue
  }
}

extension RMC {
  fileprivate init(_ epoch: NavigationEpoch) {
    time = epoch.time
    status = epoch.hasFix.map { $0 ? .active : .void }
    latitude = epoch.latitude
    longitude = epoch.longitude
    speed = epoch.speed
    course = epoch.course
    date = epoch.date.flatMap(ShortDate.init)
    magneticVariation = epoch.magneticVariation
    mode = epoch.positioningMode
    navigationStatus = epoch.navigationStatus ?? .notProvided
  }
}

extension GGA {
  fileprivate init(_ epoch: NavigationEpoch) {
    time = epoch.time
    latitude = epoch.latitude
    longitude = epoch.longitude
    quality = epoch.fixQuality
    satellitesUsed = epoch.satellitesUsed
    horizontalDilution = epoch.horizontalDilution
    altitude = epoch.altitude
    geoidSeparation = epoch.geoidSeparation
    differentialAge = epoch.differentialAge
    differentialStation = epoch.differentialStation
  }
}

extension VTG {
  fileprivate init(_ epoch: NavigationEpoch) {
    course = epoch.course
    speed = epoch.speed
    speedKilometersPerHour = epoch.speed.map { $0 * 1.852 }
    mode = epoch.positioningMode
  }
}

extension GST {
  fileprivate init(_ epoch: NavigationEpoch) {
    time = epoch.time
    latitudeError = epoch.latitudeError
    longitudeError = epoch.longitudeError
    altitudeError = epoch.altitudeError
  }
}

extension HDT {
  fileprivate init(_ epoch: NavigationEpoch) {
    heading = epoch.heading
  }
}

extension ZDA {
  fileprivate init(_ epoch: NavigationEpoch) {
    time = epoch.time
    day = epoch.date?.day
    month = epoch.date?.month
    year = epoch.date?.year
  }
}

extension ShortDate {
  /// The date with two digits of its year; `nil` if they would mean another century.
  fileprivate init?(_ date: CalendarDate) {
    self.init(day: date.day, month: date.month, yearOfCentury: date.year % 100)
    guard calendarDate == date else { return nil }
  }
}

extension NavigationEpoch {
  /// How the position was determined, for RMC and VTG.
  fileprivate var positioningMode: PositioningMode? {
    hasFix == false ? .invalid : mode ?? quality.map(PositioningMode.init)
  }

  /// How the position was determined, for GGA.
  fileprivate var fixQuality: FixQuality? {
    guard let hasFix else { return nil }
    guard hasFix else { return .invalid }
    // The epoch has a fix, so a quality or mode "no fix" comes from another talker.
    if let quality, quality != .invalid { return quality }
    if let mode, mode != .invalid {
      return FixQuality.allCases.first { PositioningMode($0) == mode }
    }
    return .autonomous
  }
}

extension PositioningMode {
  /// The mode that says the same as a quality.
  package init(_ quality: FixQuality) {
    self =
      switch quality {
      case .invalid: .invalid
      case .autonomous: .autonomous
      case .differential, .sbas: .differential
      case .precise: .precise
      case .rtkFixed: .rtkFixed
      case .rtkFloat: .rtkFloat
      case .estimated: .estimated
      case .manual: .manual
      case .simulator: .simulator
      }
  }
}

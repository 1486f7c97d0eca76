/// A sentence that contributes to epochs.
///
/// The assembler is generic over it. So a sentence goes directly from its fields into the draft, and
/// is not copied through ``Sentence/Payload``, which is as large as the largest sentence.
protocol EpochMember {
  static var kind: SentenceKind { get }
  /// Whether the type has a field for the time.
  static var hasTime: Bool { get }
  /// The time it states.
  var instant: TimeOfDay? { get }
  var place: StatedPlace? { get }
  var statedDate: CalendarDate? { get }
  /// Distinguishes the sentences of one talker and type within a cycle.
  var part: UInt16 { get }
  /// Whether it is the last of its group.
  var closesGroup: Bool { get }
  var payload: Sentence.Payload { get }
  func merge(into draft: inout EpochDraft)
  func note(in untimed: inout UntimedValues, talker: Talker)
  func merge(into sky: inout SkyCollector, talker: Talker)
}

extension EpochMember {
  static var hasTime: Bool { false }
  var instant: TimeOfDay? { nil }
  var place: StatedPlace? { nil }
  var statedDate: CalendarDate? { nil }
  var part: UInt16 { 0 }
  var closesGroup: Bool { true }
  func merge(into draft: inout EpochDraft) {}
  func note(in untimed: inout UntimedValues, talker: Talker) {}
  func merge(into sky: inout SkyCollector, talker: Talker) {}
}

/// A sentence with a time, which can begin an epoch.
protocol TimedMember: EpochMember {
  var time: TimeOfDay? { get }
}

extension TimedMember {
  static var hasTime: Bool { true }
  var instant: TimeOfDay? { time }
}

/// A sentence with a position in degrees and minutes.
protocol PlacedMember: EpochMember {
  var latitude: Double? { get }
  var longitude: Double? { get }
  var minuteDecimals: WrittenDecimals { get }
}

extension PlacedMember {
  var place: StatedPlace? { StatedPlace(latitude, longitude, decimals: minuteDecimals.count) }
}

extension RMC: TimedMember, PlacedMember {
  static var kind: SentenceKind { .rmc }
  var statedDate: CalendarDate? { date?.calendarDate }
  var payload: Sentence.Payload { .rmc(self) }
  func merge(into draft: inout EpochDraft) { draft.merge(self) }
}

extension GGA: TimedMember, PlacedMember {
  static var kind: SentenceKind { .gga }
  var payload: Sentence.Payload { .gga(self) }
  func merge(into draft: inout EpochDraft) { draft.merge(self) }
}

extension GNS: TimedMember, PlacedMember {
  static var kind: SentenceKind { .gns }
  var payload: Sentence.Payload { .gns(self) }
  func merge(into draft: inout EpochDraft) { draft.merge(self) }
}

extension GLL: TimedMember, PlacedMember {
  static var kind: SentenceKind { .gll }
  var payload: Sentence.Payload { .gll(self) }
  func merge(into draft: inout EpochDraft) { draft.merge(self) }
}

extension GSA: EpochMember {
  static var kind: SentenceKind { .gsa }
  var payload: Sentence.Payload { .gsa(self) }
  func merge(into draft: inout EpochDraft) { draft.merge(self) }
  func merge(into sky: inout SkyCollector, talker: Talker) { sky.add(self, talker: talker) }
}

extension GSV: EpochMember {
  static var kind: SentenceKind { .gsv }
  /// The signal, and the number within the group or 0 if the group has no satellites.
  var part: UInt16 {
    UInt16(signalID ?? 0xFF) << 8 | (satellitesInView == 0 ? 0 : UInt16((groupIndex ?? 0) & 0xFF))
  }
  var closesGroup: Bool { groupIndex == groupSize }
  var payload: Sentence.Payload { .gsv(self) }
  func merge(into draft: inout EpochDraft) { draft.merge(self) }
  func merge(into sky: inout SkyCollector, talker: Talker) { sky.add(self, talker: talker) }
}

extension VTG: EpochMember {
  static var kind: SentenceKind { .vtg }
  var payload: Sentence.Payload { .vtg(self) }
  func merge(into draft: inout EpochDraft) { draft.merge(self) }
  func note(in untimed: inout UntimedValues, talker: Talker) { untimed.note(self, talker: talker) }
}

extension ZDA: TimedMember {
  static var kind: SentenceKind { .zda }
  var statedDate: CalendarDate? { date }
  var payload: Sentence.Payload { .zda(self) }
  func merge(into draft: inout EpochDraft) { draft.merge(self) }
}

extension GST: TimedMember {
  static var kind: SentenceKind { .gst }
  var payload: Sentence.Payload { .gst(self) }
  func merge(into draft: inout EpochDraft) { draft.merge(self) }
}

extension GBS: TimedMember {
  static var kind: SentenceKind { .gbs }
  var payload: Sentence.Payload { .gbs(self) }
}

extension PGRME: EpochMember {
  static var kind: SentenceKind { .pgrme }
  var payload: Sentence.Payload { .pgrme(self) }
  func merge(into draft: inout EpochDraft) { draft.merge(self) }
}

extension PGRMZ: EpochMember {
  static var kind: SentenceKind { .pgrmz }
  var payload: Sentence.Payload { .pgrmz(self) }
  func note(in untimed: inout UntimedValues, talker: Talker) { untimed.note(self) }
}

extension PUBX00: TimedMember, PlacedMember {
  static var kind: SentenceKind { .pubx00 }
  var payload: Sentence.Payload { .pubx00(self) }
  func merge(into draft: inout EpochDraft) { draft.merge(self) }
}

extension PASHRPOS: TimedMember, PlacedMember {
  static var kind: SentenceKind { .pashrPOS }
  var payload: Sentence.Payload { .pashrPOS(self) }
  func merge(into draft: inout EpochDraft) { draft.merge(self) }
}

// A heading may have a time, but headings have their own rate. So it begins no epoch, and its time
// is not read.

extension HDT: EpochMember {
  static var kind: SentenceKind { .hdt }
  var payload: Sentence.Payload { .hdt(self) }
  func merge(into draft: inout EpochDraft) { draft.merge(heading: heading) }
}

extension THS: EpochMember {
  static var kind: SentenceKind { .ths }
  var payload: Sentence.Payload { .ths(self) }
  func merge(into draft: inout EpochDraft) {
    if mode != .invalid { draft.merge(heading: heading) }
  }
}

extension PASHR: EpochMember {
  static var kind: SentenceKind { .pashr }
  var payload: Sentence.Payload { .pashr(self) }
  func merge(into draft: inout EpochDraft) { draft.merge(heading: heading) }
}

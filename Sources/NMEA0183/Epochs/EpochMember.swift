/// A sentence that epochs are made of.
///
/// The assembler is generic over it, so that a sentence goes from its fields into the draft without
/// being copied through ``Sentence/Payload``, which is as large as the largest of them.
protocol EpochMember {
  static var kind: EpochContents { get }
  /// The instant the sentence is of, where it states it.
  var instant: TimeOfDay? { get }
  /// The place it states.
  var place: (latitude: Double, longitude: Double)? { get }
  /// The date it states.
  var statedDate: CalendarDate? { get }
  /// What tells it from others of its talker and kind in one cycle.
  var part: UInt16 { get }
  /// Whether it is the last of its group.
  var closesGroup: Bool { get }
  /// The payload it is.
  var payload: Sentence.Payload { get }
  func merge(into draft: inout EpochDraft)
  func merge(into sky: inout SkyCollector, talker: Talker)
}

extension EpochMember {
  var instant: TimeOfDay? { nil }
  var place: (latitude: Double, longitude: Double)? { nil }
  var statedDate: CalendarDate? { nil }
  var part: UInt16 { 0 }
  var closesGroup: Bool { true }
  func merge(into sky: inout SkyCollector, talker: Talker) {}

  func pair(
    _ latitude: Double?, _ longitude: Double?
  ) -> (latitude: Double, longitude: Double)? {
    guard let latitude, let longitude else { return nil }
    return (latitude, longitude)
  }
}

extension RMC: EpochMember {
  static var kind: EpochContents { .rmc }
  var instant: TimeOfDay? { time }
  var place: (latitude: Double, longitude: Double)? { pair(latitude, longitude) }
  var statedDate: CalendarDate? { date?.calendarDate }
  var payload: Sentence.Payload { .rmc(self) }
  func merge(into draft: inout EpochDraft) { draft.merge(self) }
}

extension GGA: EpochMember {
  static var kind: EpochContents { .gga }
  var instant: TimeOfDay? { time }
  var place: (latitude: Double, longitude: Double)? { pair(latitude, longitude) }
  var payload: Sentence.Payload { .gga(self) }
  func merge(into draft: inout EpochDraft) { draft.merge(self) }
}

extension GNS: EpochMember {
  static var kind: EpochContents { .gns }
  var instant: TimeOfDay? { time }
  var place: (latitude: Double, longitude: Double)? { pair(latitude, longitude) }
  var payload: Sentence.Payload { .gns(self) }
  func merge(into draft: inout EpochDraft) { draft.merge(self) }
}

extension GLL: EpochMember {
  static var kind: EpochContents { .gll }
  var instant: TimeOfDay? { time }
  var place: (latitude: Double, longitude: Double)? { pair(latitude, longitude) }
  var payload: Sentence.Payload { .gll(self) }
  func merge(into draft: inout EpochDraft) { draft.merge(self) }
}

extension GSA: EpochMember {
  static var kind: EpochContents { .gsa }
  var payload: Sentence.Payload { .gsa(self) }
  func merge(into draft: inout EpochDraft) { draft.merge(self) }
  func merge(into sky: inout SkyCollector, talker: Talker) { sky.add(self, talker: talker) }
}

extension GSV: EpochMember {
  static var kind: EpochContents { .gsv }
  var part: UInt16 { UInt16(signalID ?? 0xFF) << 8 | UInt16((groupIndex ?? 0) & 0xFF) }
  var closesGroup: Bool { groupIndex == groupSize }
  var payload: Sentence.Payload { .gsv(self) }
  func merge(into draft: inout EpochDraft) { draft.merge(self) }
  func merge(into sky: inout SkyCollector, talker: Talker) { sky.add(self, talker: talker) }
}

extension VTG: EpochMember {
  static var kind: EpochContents { .vtg }
  var payload: Sentence.Payload { .vtg(self) }
  func merge(into draft: inout EpochDraft) { draft.merge(self) }
}

extension ZDA: EpochMember {
  static var kind: EpochContents { .zda }
  var instant: TimeOfDay? { time }
  var statedDate: CalendarDate? { date }
  var payload: Sentence.Payload { .zda(self) }
  func merge(into draft: inout EpochDraft) { draft.merge(self) }
}

extension GST: EpochMember {
  static var kind: EpochContents { .gst }
  var instant: TimeOfDay? { time }
  var payload: Sentence.Payload { .gst(self) }
  func merge(into draft: inout EpochDraft) { draft.merge(self) }
}

extension GBS: EpochMember {
  static var kind: EpochContents { .gbs }
  var instant: TimeOfDay? { time }
  var payload: Sentence.Payload { .gbs(self) }
  func merge(into draft: inout EpochDraft) {}
}

extension PGRME: EpochMember {
  static var kind: EpochContents { .pgrme }
  var payload: Sentence.Payload { .pgrme(self) }
  func merge(into draft: inout EpochDraft) { draft.merge(self) }
}

extension PGRMZ: EpochMember {
  static var kind: EpochContents { .pgrmz }
  var payload: Sentence.Payload { .pgrmz(self) }
  func merge(into draft: inout EpochDraft) { draft.merge(self) }
}

extension PUBX00: EpochMember {
  static var kind: EpochContents { .pubx00 }
  var instant: TimeOfDay? { time }
  var place: (latitude: Double, longitude: Double)? { pair(latitude, longitude) }
  var payload: Sentence.Payload { .pubx00(self) }
  func merge(into draft: inout EpochDraft) { draft.merge(self) }
}

extension PASHRPOS: EpochMember {
  static var kind: EpochContents { .pashrPOS }
  var instant: TimeOfDay? { time }
  var place: (latitude: Double, longitude: Double)? { pair(latitude, longitude) }
  var payload: Sentence.Payload { .pashrPOS(self) }
  func merge(into draft: inout EpochDraft) { draft.merge(self) }
}

// A heading's own time, where it has one, runs faster than the positions' and begins no epoch.

extension HDT: EpochMember {
  static var kind: EpochContents { .hdt }
  var payload: Sentence.Payload { .hdt(self) }
  func merge(into draft: inout EpochDraft) { draft.merge(heading: heading) }
}

extension THS: EpochMember {
  static var kind: EpochContents { .ths }
  var payload: Sentence.Payload { .ths(self) }
  func merge(into draft: inout EpochDraft) {
    if mode != .invalid { draft.merge(heading: heading) }
  }
}

extension PASHR: EpochMember {
  static var kind: EpochContents { .pashr }
  var payload: Sentence.Payload { .pashr(self) }
  func merge(into draft: inout EpochDraft) { draft.merge(heading: heading) }
}

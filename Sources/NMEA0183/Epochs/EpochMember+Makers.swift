// Makers' own sentences, and sentences of vessels.

extension PSTI030: TimedMember, PlacedMember {
  static var kind: SentenceKind { .psti030 }
  var statedDate: CalendarDate? { date?.calendarDate }
  var payload: Sentence.Payload { .psti030(self) }
  func merge(into draft: inout EpochDraft) { draft.merge(self) }
}

extension PGRMF: TimedMember, PlacedMember {
  static var kind: SentenceKind { .pgrmf }
  var statedDate: CalendarDate? { date?.calendarDate }
  var payload: Sentence.Payload { .pgrmf(self) }
  func merge(into draft: inout EpochDraft) { draft.merge(self) }
}

extension PGRMV: EpochMember {
  static var kind: SentenceKind { .pgrmv }
  var payload: Sentence.Payload { .pgrmv(self) }
  func merge(into draft: inout EpochDraft) { draft.merge(self) }
}

extension PSRFEPE: TimedMember {
  static var kind: SentenceKind { .psrfepe }
  var payload: Sentence.Payload { .psrfepe(self) }
  func merge(into draft: inout EpochDraft) { draft.merge(self) }
}

extension PORZD: EpochMember {
  static var kind: SentenceKind { .porzd }
  var payload: Sentence.Payload { .porzd(self) }
  func merge(into draft: inout EpochDraft) { draft.merge(self) }
}

extension PQTMEPE: EpochMember {
  static var kind: SentenceKind { .pqtmepe }
  var payload: Sentence.Payload { .pqtmepe(self) }
  func merge(into draft: inout EpochDraft) { draft.merge(self) }
}

extension PQTMPVT: TimedMember, PlacedMember {
  static var kind: SentenceKind { .pqtmpvt }
  var statedDate: CalendarDate? { date }
  var payload: Sentence.Payload { .pqtmpvt(self) }
  func merge(into draft: inout EpochDraft) { draft.merge(self) }
}

extension PUBX03: EpochMember {
  static var kind: SentenceKind { .pubx03 }
  var payload: Sentence.Payload { .pubx03(self) }
  func merge(into sky: inout SkyCollector, talker: Talker) { sky.add(self) }
}

extension PUBX04: TimedMember {
  static var kind: SentenceKind { .pubx04 }
  var statedDate: CalendarDate? { date?.calendarDate }
  var payload: Sentence.Payload { .pubx04(self) }
  func merge(into draft: inout EpochDraft) { draft.merge(self) }
}

extension VHW: EpochMember {
  static var kind: SentenceKind { .vhw }
  var payload: Sentence.Payload { .vhw(self) }
  func merge(into draft: inout EpochDraft) { draft.merge(heading: heading) }
}

extension VBW: EpochMember {
  static var kind: SentenceKind { .vbw }
  var payload: Sentence.Payload { .vbw(self) }
  func merge(into draft: inout EpochDraft) { draft.merge(self) }
}

extension VDO: EpochMember {
  static var kind: SentenceKind { .vdo }
  var place: StatedPlace? { StatedPlace(latitude, longitude, decimals: 4) }
  var payload: Sentence.Payload { .vdo(self) }
  func merge(into draft: inout EpochDraft) { draft.merge(self) }
}

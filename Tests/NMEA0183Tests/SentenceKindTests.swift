import LocationSimulation
import TestSupport
import Testing

@testable import NMEA0183

/// Reading a frame as its own type, without a `Sentence`.
@Suite struct SentenceKindTests {
  /// Reads a frame by its kind, as a user does.
  private func typed(_ frame: borrowing SentenceFrame) throws(SentenceError) -> Sentence.Payload {
    switch frame.kind {
    case .rmc: .rmc(try RMC(frame))
    case .gga: .gga(try GGA(frame))
    case .gns: .gns(try GNS(frame))
    case .gll: .gll(try GLL(frame))
    case .gsa: .gsa(try GSA(frame))
    case .gsv: .gsv(try GSV(frame))
    case .vtg: .vtg(try VTG(frame))
    case .zda: .zda(try ZDA(frame))
    case .gst: .gst(try GST(frame))
    case .gbs: .gbs(try GBS(frame))
    case .dtm: .dtm(try DTM(frame))
    case .grs: .grs(try GRS(frame))
    case .txt: .txt(try TXT(frame))
    case .hdt: .hdt(try HDT(frame))
    case .hdm: .hdm(try HDM(frame))
    case .hdg: .hdg(try HDG(frame))
    case .ths: .ths(try THS(frame))
    case .rot: .rot(try ROT(frame))
    case .mwv: .mwv(try MWV(frame))
    case .dbt: .dbt(try DBT(frame))
    case .dpt: .dpt(try DPT(frame))
    case .mtw: .mtw(try MTW(frame))
    case .xte: .xte(try XTE(frame))
    case .bod: .bod(try BOD(frame))
    case .rmb: .rmb(try RMB(frame))
    case .wpl: .wpl(try WPL(frame))
    case .rte: .rte(try RTE(frame))
    case .vhw: .vhw(try VHW(frame))
    case .vbw: .vbw(try VBW(frame))
    case .vdo: .vdo(try VDO(frame))
    case .gyoacc: .gyoacc(try GYOACC(frame))
    case .pgrme: .pgrme(try PGRME(frame))
    case .pgrmz: .pgrmz(try PGRMZ(frame))
    case .pgrmv: .pgrmv(try PGRMV(frame))
    case .pgrmf: .pgrmf(try PGRMF(frame))
    case .pgrmm: .pgrmm(try PGRMM(frame))
    case .psti030: .psti030(try PSTI030(frame))
    case .psrfepe: .psrfepe(try PSRFEPE(frame))
    case .porzd: .porzd(try PORZD(frame))
    case .pashr: .pashr(try PASHR(frame))
    case .pashrPOS: .pashrPOS(try PASHRPOS(frame))
    case .pubx00: .pubx00(try PUBX00(frame))
    case .pubx03: .pubx03(try PUBX03(frame))
    case .pubx04: .pubx04(try PUBX04(frame))
    case .query: try Sentence(frame).payload
    case .unknown: .unknown
    }
  }

  @Test func everyKindIsReadAsItsOwnType() throws {
    var generator = SentenceGenerator(.exact, seed: 18)
    var kinds: Set<SentenceKind> = []
    for _ in 0..<20 {
      for payload in generator.payloads() {
        let sentence = try #require(Sentence(talker: .combined, payload: payload))
        var bytes: [UInt8] = []
        try SentenceEncoder.exact.encode(sentence, into: &bytes)
        var framer = SentenceFramer()
        framer.push(bytes.span) { frame in
          kinds.insert(frame.kind)
          let whole = try? Sentence(frame).payload
          #expect(whole != nil)
          #expect((try? typed(frame)) == whole, "\(frame.text)")
        }
      }
    }
    // No generator writes an AIS transponder's own report.
    #expect(kinds.union([.vdo, .query, .unknown]) == Set(SentenceKind.allCases))
  }

  @Test(arguments: [
    ("PUBX,00", SentenceKind.query), ("CCGPQ,GGA", .query), ("PUBX,05,1", .unknown),
    ("PASHR,POS,0", .pashrPOS), ("PASHR,ATT,0", .unknown), ("GPXXX,1", .unknown),
    ("GPrmc,1", .unknown), (",1,2", .unknown), ("GNRMC", .rmc),
  ])
  func aFrameHasTheKindOfItsAddress(body: String, kind: SentenceKind) {
    var framer = SentenceFramer()
    var kinds: [SentenceKind] = []
    framer.push(stream(body).span) { kinds.append($0.kind) }
    #expect(kinds == [kind])
  }

  @Test func aDamagedFrameHasNoKind() {
    var framer = SentenceFramer()
    var kinds: [SentenceKind] = []
    framer.push(Array("$GPRMC,123519,A*00\r\n".utf8).span) { kinds.append($0.kind) }
    #expect(kinds == [.unknown])
  }

  @Test func aFieldOutOfRangeIsAnErrorOfTheType() {
    var framer = SentenceFramer()
    var error: SentenceError?
    framer.push(stream("GPHDT,361,T").span) { frame in
      do throws(SentenceError) { _ = try HDT(frame) } catch let thrown { error = thrown }
    }
    #expect(error == SentenceError(field: 1, reason: .outOfRange))
  }
}

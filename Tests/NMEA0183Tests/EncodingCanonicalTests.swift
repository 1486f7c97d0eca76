import TestTurns
import Testing

@testable import NMEA0183

/// Sentences in the form of the standard or a maker. The encoder writes them as they were read.
@Suite(.inTurn) struct EncodingCanonicalTests {
  private static let modern = [
    "GPRMC,123519.00,A,4807.03800,N,01131.00000,E,22.40,84.4,230394,3.1,W,A,V",
    "GNRMC,235959.50,V,,,,,,,311299,,,N,V",
    "GPRMC,,V,,,,,,,,,,N,V",
    "GNGGA,092725.00,4717.11399,N,00833.91590,E,1,08,1.01,499.6,M,48.0,M,,",
    "GPGGA,092725.00,4717.11399,N,00833.91590,E,4,12,0.61,499.6,M,-48.0,M,1.2,0120",
    "GPGGA,,,,,,0,00,99.99,,,,,,",
    "GNGNS,091547.00,5114.50897,N,00012.28663,W,ANNNN,10,0.83,111.1,45.6,,,V",
    "GNGLL,4717.11364,S,00833.91565,W,092321.00,A,D",
    "GPGLL,,,,,092321.00,V,N",
    "GPVTG,77.5,T,76.1,M,0.04,N,0.08,K,A",
    "GPVTG,,T,,M,0.04,N,0.08,K,D",
    "GPVTG,,,,,,,,,N",
    "GNGSA,A,3,23,29,07,08,09,18,26,28,,,,,1.94,1.18,1.54,1",
    "GPGSA,M,1,,,,,,,,,,,,,99.99,99.99,99.99",
    "GPGSA,A,3,10,12,25,29,31,32,,,,,,,5.10,1.30,4.90,3.30",
    "GPGSV,3,1,10,23,38,230,44,29,71,156,47,07,29,116,41,08,09,081,36,1",
    "GLGSV,1,1,02,65,-05,000,,78,,,09",
    "GPGSV,1,1,00",
    "GNZDA,082710.00,16,09,2002,00,00",
    "GNZDA,082710.00,16,09,2002,-05,-30",
    "GNZDA,,,,,,",
    "GNGST,082356.00,1.80,6.10,4.20,91.5,1.70,1.30,2.20",
    "GNGST,082356.00,,,,,,,",
    "GNGBS,235503.00,1.60,1.40,3.20,03,0.002,-21.40,3.80,1,0",
    "GNGBS,235458.00,1.40,1.30,3.10,,,,,,",
    "GNGRS,104148.00,1,2.60,2.20,-1.60,-1.10,-1.70,-1.50,5.80,1.70,,,,,1,1",
    "GPDTM,W84,,0.00000,N,0.00000,E,0.0,W84",
    "GPDTM,999,USR,0.05300,N,0.04600,W,-1.4,W84",
    "GPTXT,01,01,02,u-blox ag - www.u-blox.com, and so on",
    "HEHDT,277.2,T",
    "GPHDT,,T",
    "HCHDM,93.8,M",
    "HCHDG,101.1,0.5,E,7.1,W",
    "GPTHS,77.5,E",
    "TIROT,-0.3,A",
    "WIMWV,214.8,R,0.10,K,A",
    "SDDBT,7.8,f,2.4,M,1.3,F",
    "SDDPT,76.1,-0.5,100",
    "YXMTW,17.75,C",
    "GPXTE,A,A,0.67,L,N,D",
    "GPBOD,99.3,T,105.6,M,POINTB,POINTA",
    "GPRMB,A,0.66,L,003,004,4917.24000,N,12309.57000,W,1.3,52.5,0.50,V,A",
    "GPWPL,4917.16000,N,12310.64000,W,003",
    "GPRTE,2,1,c,0,PBRCPK,PBRTO,PTELGR",
    "GPRTE,1,1,w,7",
    "PGRME,15.00,M,45.00,M,25.00,M",
    "PGRMZ,246.0,f,3",
    "PASHR,085335.00,224.2,T,-1.3,0.8,0.00,0.10,0.11,0.27,,",
    "PASHR,POS,3,10,151858.00,4717.96085,N,00130.49949,W,83.0,1.4,77.3,0.46,-0.10,2.00,1.10,1.70,1.30,",
    "PUBX,03,02,23,U,189,61,39,,222,e,,,18,",
    "PUBX,04,073731.00,091202,113851,1196,15D,1930035,-2660.664,43",
    "PSTI,030,033010.00,A,2447.08955,S,12100.52347,W,94.6,0.50,-0.01,0.04,111219,R,0.999,3.724",
    "PSRFEPE,053232.44,A,1.20,5.77,12.97,1.30,180.00", "PORZD,A,22.90",
    "PQTMEPE,2,1.00,1.10,2.00,1.49,2.49",
    "PQTMPVT,1,,20221225,083737.00,,3,09,18,31.12738291,-117.26372910,34.2,5.3,3.21,2.93,0.24,4.35,34.1,2.16,4.38",
    "GYOACC,090624,000653.10,0.005,-0.002,0.005,,-3.358,-8.121,4.428,,35,,,",
    "PGRMV,-2.50,1.10,0.30",
    "PGRMF,290,293895,160305,093802.00,13,5213.14390,N,02100.65110,E,A,2,18.50,226.0,2.00,1.00",
    "PGRMM,NAD27 CONUS", "VWVHW,245.1,T,245.5,M,5.50,N,10.20,K",
    "VDVLW,47702.775,N,46487.665,N,47690.1,N,12,N",
    "VDVBW,-5.10,0.20,A,5.00,-0.30,V,0.10,A,-0.20,V", "CCGPQ,GGA", "PUBX,00",
    "PUBX,00,081350.00,4717.11321,N,00833.91519,E,546.6,G3,2.10,2.00,0.01,77.5,0.01,,"
      + "0.92,1.19,0.77,9,,",
  ]

  @Test(arguments: modern)
  func modernSentencesAreWrittenAsTheyWereRead(body: String) throws {
    var encoder = SentenceEncoder()
    encoder.maximumLength = nil
    #expect(try bare(encode(decode(body), by: encoder)) == body)
  }

  @Test func everyTypeThatCanBeWrittenIsInTheTable() throws {
    let types = try Set(Self.modern.map { try decode($0).type })
    let forms = SentenceKind.allCases.compactMap(\.form)
    let missing = forms.filter { $0.beginning != .ais && !types.contains($0.type) }
    #expect(missing.isEmpty)
  }

  @Test(arguments: [
    (
      SentenceEncoder.Version.v20,
      "GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W"
    ),
    (.v20, "GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,E"),
    (.v23, "GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,,,A"),
    (.v41, "GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,,,A,V"),
    (.v20, "GPGLL,4916.450,N,12311.120,W,225444,A"),
    (.v30, "GPGLL,4916.450,N,12311.120,W,225444,A,A"),
    (.v20, "GPVTG,054.7,T,034.4,M,005.5,N,010.2,K"),
    (.v23, "GPVTG,054.7,T,034.4,M,005.5,N,010.2,K,S"),
    (.v20, "GPGSA,A,3,04,05,,09,12,,,24,,,,,2.5,1.3,2.1"),
    (.v30, "GPGSV,2,2,05,46,12,033,"),
    (.v30, "GNGNS,122310,3722.425,N,12258.856,W,DA,14,0.9,1005.5,6.5,5,0023"),
    (.v30, "GPGBS,015509.00,0.1,2.5,2.5,,,,"),
    (.v30, "GPGRS,220320.0,0,-0.8,-0.2,-0.1,-0.2,0.8,0.6,,,,,,"),
    (.v20, "GPXTE,A,A,4.07,L,N"),
    (.v20, "SDDPT,2.3,0.5"),
    (.v20, "GPBOD,045.0,T,023.0,M,DEST,START"),
    (
      .v20,
      "GPRMB,V,9.99,R,MINST,START,4230.000,N,07115.000,W,999.9,156.0,-000.3,A"
    ),
  ])
  func olderFormsAreWrittenAsAsked(version: SentenceEncoder.Version, body: String) throws {
    var encoder = SentenceEncoder()
    encoder.version = version
    encoder.timeDecimals = 0...2
    encoder.minuteDecimals = 3...3
    encoder.speed = .fixed(1, integerDigits: 3)
    encoder.angle = .fixed(1, integerDigits: 3)
    encoder.dilution = .fixed(1)
    encoder.error = .fixed(1)
    #expect(try bare(encode(decode(body), by: encoder)) == body)
  }

  @Test func aValueWithoutAFieldInAnOlderVersionIsLeftOut() throws {
    var encoder = SentenceEncoder()
    encoder.version = .v23
    let gsv = try encode(decode("GPGSV,1,1,01,23,38,230,44,1"), by: encoder)
    #expect(bare(gsv) == "GPGSV,1,1,01,23,38,230,44")
    let gsa = try encode(decode("GNGSA,A,2,23,,,,,,,,,,,,1.94,1.18,1.54,1"), by: encoder)
    #expect(bare(gsa) == "GNGSA,A,2,23,,,,,,,,,,,,1.94,1.18,1.54")
  }
}

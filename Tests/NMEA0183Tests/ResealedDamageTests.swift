import LocationSimulation
import NMEA0183
import TestTurns
import TestValues
import Testing

/// Sentences that are nonsense, but intact: their checksums are right.
@Suite(.inTurn) struct ResealedDamageTests {
  private let bodies = [
    "GNRMC,123519.25,A,4807.038,N,01131.000,W,022.4,084.4,230394,003.1,W,D,V",
    "GPGGA,113938.50,3842.86006889,S,11705.43645510,W,2,09,1.5,1864.182,M,-44.296,M,1.4,0120",
    "GNGNS,213712.000,4111.59903,N,11156.54809,W,ANDR,13,0.93,01482.5,-016.5,,,S",
    "GPGLL,4807.038,N,01131.000,E,123519,A,A", "GNGSA,M,2,07,,,,,,,,,,,,1.05,0.64,0.83,3",
    "GAGSV,2,1,05,02,28,167,40,03,69,097,33,7", "GPVTG,089.0,T,075.0,M,15.2,N,28.2,K,E",
    "GPZDA,235960.999,31,12,2016,-03,30", "GPGST,181141.00,46,1.0,2.0,-40.9,4.7,1.9,5.3",
    "GNGBS,181141.00,4.7,1.9,5.3,87,,-54902.0,57.5,2,1", "HEHDT,274.07,T", "GNTHS,77.52,E",
    "GPGRS,150119.000,1,-0.33,-2.59,3.03,-0.09", "GPTXT,01,01,02,u-blox ag", "PGRMZ,2282,f,3",
    "GPRMB,A,0.66,L,003,004,4917.24,N,12309.57,W,001.3,052.5,000.5,V,A",
    "PGRME,15.0,M,22.5,M,27.0,M",
    "PUBX,00,081350.00,4717.113210,N,00833.915187,E,546.589,G3,2.1,2.0,0.007,77.52,-0.5,,0.92,1.19,0.77,9,0,0",
    "PASHR,POS,3,10,151858.00,4717.960848,N,00130.499487,W,82.972,,77.3,0.459,-0.1,2.0,1.1,1.7,1.3,G010",
    "PASHR,085335.000,224.19,T,-01.26,+00.83,+00.00,0.101,0.113,0.267,1,0",
    "GPDTM,W72,A,0.5,S,0.25,W,-2.0,W84", "WIMWV,214.8,R,0.1,K,A", "GPRTE,2,1,c,0,W3IWI,DRIVWY",
  ]

  @Test func undamagedNonsenseNeitherCrashesNorLeavesTheEarth() throws {
    var random = RandomStream(test: 1979)
    var assembler = EpochAssembler(
      dates: KnownDates(notBefore: CalendarDate(year: 2020, month: 1, day: 1)), emitsEarly: true)
    var seen = 0
    func check(_ epoch: NavigationEpoch, _ satellites: [EpochSatellite]) {
      seen += 1
      #expect(epoch.hasFix != true || epoch.latitude != nil)
      #expect(epoch.latitude.map { abs($0) <= 90 } ?? true)
      #expect(epoch.longitude.map { abs($0) <= 180 } ?? true)
      #expect(satellites.count <= 2048)
    }
    let letters = Array("0123456789.,-+ANVSWEMTK9990".utf8)
    for round in 0..<20_000 {
      var bytes = Array(bodies[Int(random.next() % UInt64(bodies.count))].utf8)
      for _ in 0..<random.next() % 4 {
        let place = 5 + Int(random.next() % UInt64(bytes.count - 5))
        let letter = letters[Int(random.next() % UInt64(letters.count))]
        switch random.next() % 3 {
        case 0: bytes[place] = letter
        case 1: bytes.insert(contentsOf: Array(repeating: letter, count: 1 + round % 30), at: place)
        default: if bytes.count > 20 { bytes.remove(at: place) }
        }
      }
      guard let sentence = try? decode(String(decoding: bytes, as: UTF8.self)) else { continue }
      _ = sentence.properties
      assembler.add(sentence, check)
    }
    assembler.flush(check)
    #expect(seen > 1000)
  }
}

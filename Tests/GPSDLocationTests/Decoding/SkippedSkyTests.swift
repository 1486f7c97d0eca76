import TestTurns
import Testing

@testable import GPSDLocation

@Suite(.inTurn) struct SkippedSkyTests {
  private func device(_ line: String) -> String? {
    Array(line.utf8).withUnsafeBytes { bytes in
      SkippedSky.device(of: bytes).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  @Test func aSkippedLineOnlyYieldsItsReceiver() {
    #expect(device(#"{"class":"SKY","device":"/dev/gps0","hdop":1.0}"#) == "/dev/gps0")
    #expect(device(#"{"class":"SKY","device":"/dev/größe",garbage}"#) == "/dev/größe")
  }

  /// A line that gpsd would write differently is decoded like any other line.
  @Test(arguments: [
    "", #"{"class":"SKY","device":"#, #"{"class":"SKY","device":"/dev/gps0"#,
    #"{"class":"SKY","hdop":1.0}"#,
    #"{"class":"SKY","device":""}"#, #"{"class":"SKY","device":"\/dev\/gps0"}"#,
    #"{"class":"TPV","device":"/dev/gps0"}"#, #"{"class":"SKY","device":"/dev/gps0}"#,
  ])
  func aLineThatGPSDWouldNotWriteIsDecoded(line: String) {
    #expect(device(line) == nil)
  }

  @Test func theTableOfReceiversIsBounded() {
    var table = DeviceTable<Int>()
    let taken = (0..<100).filter { table.set($0, of: "\($0)") }
    #expect(taken == Array(0..<64))
    let (known, forgotten) = (table.set(7, of: "3"), table.removeValue(of: "3"))
    #expect(known && forgotten == 7)
    let (nothing, anonymous) = (table.removeValue(of: "3"), table.set(1, of: nil))
    #expect(nothing == nil && anonymous)
    table.update { $0 = -1 }
    #expect(table.entries.allSatisfy { $0.value == -1 })
  }
}

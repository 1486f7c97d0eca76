import Foundation
import LocationIO
import LocationSources
import LocationTesting
import NMEALocation
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

@Suite(.inTurn) struct DecodeCommandTests {
  private let rmc = "$GPRMC,120000.00,A,4807.03800,N,01131.00000,E,10.000,84.40,010325,,,A*63\r\n"

  private func lines(_ log: String, _ arguments: String...) async -> [String] {
    let test = TestEnvironment(log: log)
    _ = await test.run(["decode", "a"] + arguments)
    return test.output.lines
  }

  @Test func aSentenceIsAnObjectWithTheUnitsInTheNames() async {
    let test = TestEnvironment(log: "noise\n" + rmc)
    #expect(await test.run("decode", "a") == 0)
    #expect(
      test.output.text
        == #"{"line":2,"talker":"GP","type":"RMC","valid":true,"checksum":"verified","fields":"#
        + #"{"time":"12:00:00.00","status":"active","latitude":48.1173,"#
        + #""longitude":11.516666666666667,"speedKnots":10,"course":84.4,"date":"2025-03-01","#
        + #""mode":"autonomous"}}"# + "\n")
    #expect(test.errors.text == "")
  }

  @Test(
    arguments: [
      (
        "$GPVTG,1*5E",
        #""talker":"GP","type":"VTG","valid":false,"reason":"checksum wrong","#
          + #""expected":"4F","found":"5E","text":"$GPVTG,1*5E""#
      ),
      (
        "$GPVTG,1*4",
        #""talker":"GP","type":"VTG","valid":false,"reason":"checksum malformed","#
          + #""text":"$GPVTG,1*4""#
      ),
      (
        "$GPVTG,1$",
        #""talker":"GP","type":"VTG","valid":false,"reason":"interrupted","#
          + #""text":"$GPVTG,1""#
      ),
      (
        "$GPVTG,\u{7}",
        #""talker":"GP","type":"VTG","valid":false,"reason":"unprintable byte","#
          + #""byte":"07","text":"$GPVTG,""#
      ),
      (
        "$GPZDA,250000*63",
        #""talker":"GP","type":"ZDA","valid":false,"#
          + #""reason":"field 1 out of range","field":1,"value":"250000","text":"$GPZDA,250000*63""#
      ),
      (
        "$GPZDA,4x0*18",
        #""talker":"GP","type":"ZDA","valid":false,"#
          + #""reason":"field 1 malformed","field":1,"value":"4x0","text":"$GPZDA,4x0*18""#
      ),
      (
        "$gpvtg,1*6F",
        #""valid":false,"reason":"address malformed","field":0,"value":"gpvtg","#
          + #""text":"$gpvtg,1*6F""#
      ),
    ])
  func aBadSentenceContainsTheReason(sentence: String, said: String) async throws {
    let line = try #require(await lines(sentence + "\r\n" + rmc).first)
    #expect(line == "{\"line\":1," + said + "}")
  }

  @Test func aWrongFieldIsNamedAndTheOthersAreRead() async {
    let text =
      "$GPVTG,4x0,T,,M,-1.0,N,17.4,K,A*41\r\n$GPGGA,120000,4807.038,N,01131.000,E,1,08,0.9,1\r\n"
    let lines = await lines(text)
    #expect(
      lines == [
        #"{"line":1,"talker":"GP","type":"VTG","valid":true,"checksum":"verified","#
          + #""fields":{"speedKilometersPerHour":17.4,"mode":"autonomous"},"#
          + #""leftOut":[{"reason":"field 1 malformed","field":1,"value":"4x0"},"#
          + #"{"reason":"field 5 out of range","field":5,"value":"-1.0"}]}"#,
        #"{"line":2,"talker":"GP","type":"GGA","valid":true,"checksum":"missing","#
          + #""fields":{"time":"12:00:00","latitude":48.1173,"longitude":11.516666666666667,"#
          + #""quality":"autonomous","satellitesUsed":8,"horizontalDilution":0.9},"#
          + #""leftOut":[{"reason":"field 9 cut off","field":9}]}"#,
      ])
    let words = await self.lines(text, "--format", "text")
    #expect(
      words.map { $0.replacing(/^.*?; left/, with: "left") } == [
        "left out: field 1 malformed, 4x0; left out: field 5 out of range, -1.0",
        "left out: field 9 cut off",
      ])
  }

  @Test func aSentenceCutOffByTheEndIsIncomplete() async {
    let lines = await lines(rmc + "$GPGGA,1200")
    #expect(
      lines.last == #"{"line":2,"talker":"GP","type":"GGA","valid":false,"#
        + #""reason":"truncated","text":"$GPGGA,1200"}"#)
  }

  @Test func aLineAboveTheLimitIsTooLong() async throws {
    let line = try #require(
      await lines("$GPTXT," + String(repeating: "A", count: 2000) + "\r\n").first)
    #expect(line.contains(#""reason":"too long","limit":1024,"text":"$GPTXT,AAA"#))
  }

  @Test func aMissingChecksumIsNotAWrongOne() async {
    // A sentence without a checksum is good if its receiver never sends one. Otherwise it is truncated.
    let never = await lines("$GPHDT,90,T\r\n$GPHDT,91,T\r\n")
    #expect(never.count == 2)
    #expect(never.allSatisfy { $0.contains(#""valid":true,"checksum":"missing""#) })
    let lost = await lines(rmc + "$GPRMC,120001\r\n")
    #expect(lost.last?.contains(#""valid":false,"reason":"checksum missing","text":"#) == true)
  }

  @Test func anUnknownSentenceKeepsAllFields() async {
    let lines = await lines("$PMINE,a \"b\",,3\r\n!AIVDM,1,1,,A,13aDp<P000,0\r\n")
    #expect(
      lines == [
        #"{"line":1,"type":"PMINE","valid":true,"checksum":"missing","#
          + #""fields":["a \"b\"","","3"]}"#,
        #"{"line":2,"talker":"AI","type":"VDM","valid":true,"checksum":"missing","#
          + #""fields":["1","1","","A","13aDp<P000","0"]}"#,
      ])
  }

  @Test func listsAndSatellitesAreNested() async {
    let lines = await lines(
      """
      $GPGSV,1,1,02,04,40,083,46,05,,360,
      $GNGNS,123519,,,,,AN?,3,,,,,
      $GPGRS,123519,1,0.5,,-1

      """)
    #expect(
      lines.map { $0.replacing(/^.*"fields":/, with: "") } == [
        #"{"groupSize":1,"groupIndex":1,"satellitesInView":2,"satellites":"#
          + #"[{"number":4,"elevation":40,"azimuth":83,"signalStrengthDBHz":46},"#
          + #"{"number":5,"azimuth":360}]}}"#,
        #"{"time":"12:35:19","modes":["autonomous","invalid",null],"satellitesUsed":3}}"#,
        #"{"time":"12:35:19","mode":1,"residualsMeters":[0.5,null,-1]}}"#,
      ])
  }

  @Test(
    arguments: [
      ("PUBX,00,081350.00,,,,,,NF", "PUBX,00"), ("PUBX,00", "PUBX,00"), ("PUBX,05,1", "PUBX,05"),
      ("PASHR,POS,3,10,151858.00", "PASHR,POS"), ("PASHR,085335.000,224.19,T", "PASHR"),
      ("PSTI,030,033010.000", "PSTI,030"), ("PFEC,GPint,1", "PFEC,GPint"),
      ("PGRME,15.0,M", "PGRME"),
      ("PMTK001,604,3", "PMTK001"), ("PMINE,a", "PMINE"), ("PUBX", "PUBX"),
      ("PSAT,a message", "PSAT"),
    ])
  func aMakersOwnSentenceHasATypeAndNoTalker(body: String, type: String) async throws {
    let checksum = body.utf8.reduce(0, ^)
    let sentence = "$\(body)*" + String(format: "%02X", checksum)
    let lines = await lines(sentence + "\r\n")
    let start = "{\"line\":1,\"type\":\"\(type)\",\"valid\":true,"
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix(start) == true, "\(lines)")
    let text = await self.lines(sentence + "\r\n", "--format", "text")
    #expect(text.first?.hasPrefix("     1  \(type)  ") == true, "\(text)")
  }

  @Test func aDamagedMakersSentenceHasTheSameType() async throws {
    let lines = await lines("$PUBX,00,1*00\r\n$PUBX,0*00\r\n" + rmc)
    #expect(lines.first?.hasPrefix(#"{"line":1,"type":"PUBX,00","valid":false,"#) == true)
    // The name of the message may be cut off.
    #expect(lines.dropFirst().first?.hasPrefix(#"{"line":2,"type":"PUBX","valid":false,"#) == true)
  }

  @Test func theSummaryNamesMakersSentencesWithoutATalker() async throws {
    let test = TestEnvironment(log: "$PGRME,15.0,M,22.5,M,27.0,M\r\n")
    #expect(await test.run("decode", "a", "--summary", "--json") == 0)
    #expect(test.output.text.contains(#""kinds":[{"type":"PGRME","count":1,"withChecksum":0}]"#))
  }

  @Test func textIsOneLineForEachSentence() async {
    let log =
      rmc + "$GPVTG,1*5E\r\n$PMINE,a\u{1B}\r\n$PMINE,a,b\r\n$GPHDT,,T\r\n"
      + "$GNGNS,123519,,,,,A?,3,,,,,\r\n"
    #expect(
      await lines(log, "--format", "text") == [
        "     1  GPRMC  time 12:00:00.00, status active, latitude 48.1173, longitude 11.516666667, "
          + "speedKnots 10, course 84.4, date 2025-03-01, mode autonomous",
        "     2  GPVTG  BAD checksum wrong: 5E found, 4F computed: $GPVTG,1*5E",
        "     3  PMINE  BAD byte 1B is not printable: $PMINE,a",
        "     4  PMINE  no checksum; not decoded: $PMINE,a,b",
        "     5  GPHDT  no checksum; no values",
        "     6  GNGNS  no checksum; time 12:35:19, modes [autonomous, -], satellitesUsed 3",
      ])
  }

  @Test func theSummaryContainsTheCounters() async {
    let test = TestEnvironment(log: Logs.drive + "$GPGGA,damaged*00\r\n")
    #expect(await test.run("decode", "a", "--summary") == 0)
    #expect(
      test.output.lines.map { $0.replacing(#/ +/#, with: " ") } == [
        "Bytes \(Logs.drive.utf8.count + 19)", "Sentences 6", " GPRMC 3", " GPGGA 3", "Bad 1",
        " checksum wrong 1", "Epochs 3", "Fixes 2",
      ])
    #expect(Set(test.output.lines.map(\.count)).count == 1)
    #expect(await test.run("decode", "a", "--summary", "--json") == 0)
    let bytes = Logs.drive.utf8.count + 19
    #expect(
      test.output.lines.last == """
        {"bytes":\(bytes),"sentences":6,"badSentences":1,"epochs":3,"fixes":2,"kinds":[\
        {"talker":"GP","type":"RMC","count":3,"withChecksum":3},\
        {"talker":"GP","type":"GGA","count":3,"withChecksum":3}],"bad":{"checksum wrong":1}}
        """)
  }

  @Test func verbosePrintsTheCountersOnStandardError() async {
    let test = TestEnvironment(log: rmc)
    #expect(await test.run("decode", "a", "--verbose") == 0)
    #expect(
      test.errors.text
        == "locate: \(rmc.utf8.count) bytes; 1 sentences: 1 GPRMC; 0 bad; 1 epochs; 1 fixes\n")
  }

  @Test(
    arguments: [
      ("", 65, "it is empty"), ("hello\n", 65, "no NMEA sentence"),
      ("$GPVTG,1*00\r\n", 65, "only damaged ones (1 checksum wrong)"),
      ("$GPHDT,90,T\r\n$GPVTG,1*00\r\n", 0, ""),
    ] as [(String, Int32, String)])
  func onlyALogWithoutASentenceIs65(log: String, code: Int32, message: String) async {
    for arguments in [[], ["--summary"], ["--format", "text"]] {
      let test = TestEnvironment(log: log)
      #expect(await test.run(["decode", "a"] + arguments) == code)
      #expect(test.errors.text.contains(message) || message.isEmpty)
      #expect(test.errors.lines.count == (code == 0 ? 0 : 1))
    }
  }

  @Test func theCountersMatchThePrintedSentences() async throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures")
    let log = try String(
      decoding: Data(contentsOf: folder.appending(path: "noise.nmea")), as: UTF8.self)
    let test = TestEnvironment(log: log)
    #expect(await test.run("decode", "a") == 0)
    var decoder = NMEALocationDecoder(source: .replayed)
    decoder.decode(Array(log.utf8)) { _, _ in }
    decoder.finish { _, _ in }
    let objects = try test.output.lines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    let valid = objects.count { $0["valid"] as? Bool == true }
    #expect(valid == decoder.counters.sentences)
    #expect(objects.count - valid == decoder.counters.badSentences)
    #expect(decoder.counters.badSentences > 10)
  }

  @Test func aMissingSourceIs66() async {
    let test = TestEnvironment(
      sources: CommandSources(commandName: "locate", notice: { _ in }))
    #expect(await test.run("decode", "/nowhere/a.nmea") == 66)
    #expect(await test.run("decode", "--source", "/nowhere/a.nmea", "--summary") == 66)
    #expect(test.output.text == "")
  }

  @Test func aReceiverCanBeDecodedToo() async {
    let sources = SourceAssemblerMock(bytes: DataByteSource(bytes: rmc.utf8))
    let test = TestEnvironment(sources: sources)
    #expect(await test.run("decode", "tcp://boat:10110") == 0)
    #expect(sources.sources == [.tcp(host: "boat", port: 10110)])
    #expect(test.output.lines.count == 1)
  }

  @Test func ctrlCEndsItDuringAWait() async {
    let source = BlockingSource(first: rmc)
    let test = TestEnvironment(sources: SourceAssemblerMock(bytes: source))
    async let code = test.run("decode", "-")
    await source.waits()
    #expect(test.output.lines.count == 1)
    test.interrupts.interrupt()
    #expect(await code == 130)
    #expect(test.errors.text == "")
  }

  @Test func aClosedPipeIsNotAFailure() async {
    let test = TestEnvironment(
      log: String(repeating: rmc, count: 1000), output: MemorySink(failure: (1, .closedPipe)))
    #expect(await test.run("decode", "a") == 0)
    #expect(test.errors.text == "")
    #expect(test.output.writes == 2)
  }

  @Test func memoryDoesNotGrowWithTheLog() async {
    let test = TestEnvironment(log: String(repeating: rmc, count: 2000))
    #expect(await test.run("decode", "a") == 0)
    #expect(test.output.lines.count == 2000)
    #expect(test.output.writes >= 2000 * rmc.utf8.count / (1 << 16))
  }
}

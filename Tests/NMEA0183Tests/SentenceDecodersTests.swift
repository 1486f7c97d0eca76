import NMEA0183
import TestTurns
import TestValues
import Testing

@Suite(.inTurn) struct SentenceDecodersTests {
  private let address: SentenceAddress

  init() throws { address = try #require(SentenceAddress("PMINE")) }

  private func read(_ text: String, _ decoders: SentenceDecoders) throws -> Sentence {
    var result: Result<Sentence, SentenceError>?
    var framer = SentenceFramer()
    framer.push(Array((text + "\r\n").utf8).span) { frame in
      do throws(SentenceError) {
        result = .success(try Sentence(frame, decoders: decoders))
      } catch {
        result = .failure(error)
      }
    }
    return try #require(result).get()
  }

  @Test func aDecoderReadsTheSentencesOfItsAddress() throws {
    let decoders: SentenceDecoders = [
      "PMINE": { frame throws(SentenceError) in
        var position = GLL()
        position.time = try frame.time(1)
        position.latitude = try frame.latitude(2)
        position.longitude = try frame.longitude(4)
        position.status = try frame.integer(6, in: 0...1) == 1 ? .active : .void
        return .gll(position)
      }
    ]
    let sentence = try read(sealed("PMINE,123519.5,4807.038,S,01131.000,W,1"), decoders)
    guard case .gll(let position) = sentence.payload else {
      Issue.record("\(sentence)")
      return
    }
    #expect(position.time?.description == "12:35:19.5")
    #expect(position.latitude == -48.1173)
    #expect(position.longitude == -(11 + 31.0 / 60))
    #expect(position.status == .active)
    #expect(sentence.talker == .proprietary)
    #expect(sentence.type == SentenceType("MINE"))
    #expect(try read(sealed("PMINF,123519"), decoders).payload == .unknown)
  }

  @Test func anErrorOfADecoderIsTheSentencesError() {
    let decoders: SentenceDecoders = [
      "GPXYZ": { frame throws(SentenceError) in
        _ = try frame.decimal(2, in: 0...1)
        return nil
      }
    ]
    #expect(throws: SentenceError(field: 2, reason: .outOfRange)) {
      try read(sealed("GPXYZ,,1.5"), decoders)
    }
    #expect(throws: SentenceError(field: 2, reason: .malformed)) {
      try read(sealed("GPXYZ,,x"), decoders)
    }
    #expect(throws: Never.self) { try read(sealed("GPXYZ"), decoders) }
  }

  @Test func aDecoderReplacesTheLibrarysOwnReading() throws {
    var decoders = SentenceDecoders()
    let address = try #require(SentenceAddress("GPRMC"))
    decoders[address] = { _ in nil }
    #expect(try read(sealed("GPRMC,123519,A"), decoders).payload == .unknown)
    decoders[address] = nil
    #expect(try read(sealed("GPRMC,123519,A"), decoders).payload != .unknown)
  }

  @Test func fieldsAreReadOrNil() throws {
    let decoders: SentenceDecoders = [
      "PMINE": { frame throws(SentenceError) in
        #expect(frame.fieldCount == 4)
        #expect((1...5).map { frame.string($0) } == ["a b", nil, "-7.25", nil, nil])
        let (number, empty, absent) = (
          try frame.decimal(3), try frame.integer(2, in: 0...1), try frame.time(9)
        )
        #expect(number == -7.25)
        #expect(empty == nil)
        #expect(absent == nil)
        #expect(frame.address?.description == "PMINE")
        return .unknown
      }
    ]
    #expect(try read("$PMINE,a b,,-7.25,", decoders).payload == .unknown)
  }

  @Test(arguments: [-1, Int.min, Int.max])
  func fieldsOutsideTheSentenceAreNil(field: Int) throws {
    let decoders: SentenceDecoders = [
      "PMINE": { frame throws(SentenceError) in
        #expect(frame.string(field) == nil)
        #expect(try frame.decimal(field) == nil)
        #expect(try frame.latitude(field) == nil)
        return .unknown
      }
    ]
    #expect(try read(sealed("PMINE,4807.038,N"), decoders).payload == .unknown)
  }

  @Test(arguments: ["", "GP", "GPRM", "gprmc", "GPRMCX", "PAB", "P-AB", "$PABC", "GP RM"])
  func textThatIsNoAddressIsRejected(address: String) {
    #expect(SentenceAddress(address) == nil)
  }

  @Test func aDecoderOfAWrongAddressStopsTheProgram() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let decoders: SentenceDecoders = ["pmine": { _ in nil }]
      _ = decoders.isEmpty
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains(#""pmine" is no address of a sentence"#))
  }

  @Test(arguments: ["GPRMC", "PMINE", "PABC", "PQGSV", "AIVDM", "P4567890", "G1R2C"])
  func anAddressIsWrittenAsItIsRead(address: String) {
    #expect(SentenceAddress(address)?.description == address)
  }

  @Test(arguments: ["$GPS,is,not", "$USD,5", "$gprmc,1", "$PAB,1", "$GPRMCX,1", "$", "$,"])
  func withoutAChecksumTheAddressHasToLookLikeOne(text: String) {
    #expect(frames([Array((text + "\r\n").utf8)]).isEmpty)
  }

  @Test(arguments: ["GPS,is,one", "PAB,1", "GPABCDEFGH"])
  func aChecksumVouchesForAnAddress(body: String) throws {
    #expect(try read(sealed(body), [:]).payload == .unknown)
  }

  @Test func aDamagedFrameKeepsAWholeAddress() {
    var seen: [String?] = []
    var framer = SentenceFramer()
    let text = "$GPVTG,1*00\r\n$gps,1*00\r\n$GPG$GPGSV,1$gps,\u{1}\r\n$GPRMC\u{1}\r\n$GPZDA,12"
    framer.push(Array(text.utf8).span) { seen.append($0.address?.description) }
    framer.finish { seen.append($0.address?.description) }
    #expect(seen == ["GPVTG", nil, "GPGSV", "GPZDA"])
  }

  private func written(
    _ fields: [SentenceField], by encoder: SentenceEncoder = .init()
  ) throws(SentenceEncodingError) -> String {
    var bytes: [UInt8] = []
    try encoder.encode(address, fields: fields, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func anOwnSentenceIsWrittenAndReadAgain() throws {
    let time = TimeOfDay(hour: 12, minute: 35, second: 19)
    let text = try written([
      .time(time), .latitude(-48.1173), .longitude(11.516_667), .integer(7), .decimal(-1.25),
      .string("a, b"),
    ])
    #expect(
      text == sealed("PMINE,123519.00,4807.03800,S,01131.00002,E,7,-1.25,a^2C b") + "\r\n")
    let decoders: SentenceDecoders = [
      "PMINE": { frame throws(SentenceError) in
        #expect(try frame.time(1) == time)
        #expect(try frame.latitude(2) == -48.1173)
        #expect(try frame.longitude(4) == 11 + 31.000_02 / 60)
        #expect(try frame.integer(6, in: 0...9) == 7)
        #expect(try frame.decimal(7) == -1.25)
        return nil
      }
    ]
    _ = try read(String(text.dropLast()), decoders)  // "\r\n" is one character
  }

  @Test func absentValuesOfAnOwnSentenceAreEmptyFields() throws {
    let fields: [SentenceField] = [
      .time(nil), .latitude(nil), .longitude(nil), .integer(nil), .decimal(nil), .string(nil),
    ]
    #expect(try written(fields) == sealed("PMINE,,,,,,,,") + "\r\n")
    #expect(try written([]) == sealed("PMINE") + "\r\n")
  }

  @Test(arguments: [
    SentenceField.latitude(90.1), .longitude(-180.1), .decimal(.nan), .decimal(1e10),
    .integer(-1), .integer(.max), .string("€"),
  ])
  func aValueThatNoFieldCanHoldIsAnError(field: SentenceField) {
    #expect(throws: SentenceEncodingError(type: address.type, reason: .outOfRange(field: 2))) {
      try written([.string("x"), field])
    }
  }

  @Test func anOwnSentenceThatIsTooLongIsAnErrorAndLeavesTheBuffer() {
    var bytes: [UInt8] = [1, 2, 3]
    let long = String(repeating: "x", count: 82)
    #expect(
      throws: SentenceEncodingError(type: address.type, reason: .tooLong(length: 94, limit: 82))
    ) {
      try SentenceEncoder().encode(address, fields: [.string(long)], into: &bytes)
    }
    #expect(bytes == [1, 2, 3])
  }

  /// A field, how often it is in a sentence that is longer than usual, and its text there.
  static let longFields: [(SentenceField, Int, String)] = [
    (.string(String(repeating: "x", count: 5_000)), 1, "," + String(repeating: "x", count: 5_000)),
    (.string(String(repeating: "é,", count: 50)), 20, "," + String(repeating: "^E9^2C", count: 50)),
    (.integer(nil), 2_000, ","), (.integer(1_000_000_000), 100, ",1000000000"),
    (.decimal(-999_999_999.25), 100, ",-999999999.25"),
    (.longitude(-179.999_999_999_999), 100, ",17959.99999999994,W"),
  ]

  @Test(arguments: longFields)
  func onlyTheMaximumLengthLimitsAnOwnSentence(
    field: SentenceField, count: Int, text: String
  ) throws {
    let fields = Array(repeating: field, count: count)
    let text = String(repeating: text, count: count)
    let whole = sealed("PMINE" + text) + "\r\n"
    #expect(try written(fields, by: .exact) == whole)
    var encoder = SentenceEncoder.exact
    encoder.maximumLength = whole.utf8.count
    #expect(try written(fields, by: encoder) == whole)
    encoder.maximumLength = 82
    #expect(
      throws: SentenceEncodingError(
        type: address.type, reason: .tooLong(length: whole.utf8.count, limit: 82))
    ) { try written(fields, by: encoder) }
  }
}

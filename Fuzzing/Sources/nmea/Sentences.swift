import FuzzingSupport
import NMEA0183

/// A frame agrees with its bytes, and a written sentence and a written epoch read back the same.
func expectSentences(in bytes: UnsafeRawBufferPointer) {
  var framer = SentenceFramer()
  var assembler = EpochAssembler(emitsEarly: true)
  func take(_ frame: borrowing SentenceFrame) {
    expectTrue(frame, in: bytes)
    expectReadable(frame)
    guard let sentence = try? Sentence(frame) else { return }
    expect(frame.fault == nil, "a sentence of a bad frame: \(frame.text)")
    assembler.add(sentence) { epoch, satellites in expectWritable(epoch, satellites) }
    // Reflection takes as long as all the rest.
    if frame.offset % 16 == 0 { _ = sentence.properties }
    expectRoundTrip(of: sentence, isShort: hasShortNumbers(frame))
  }
  framer.push(bytes) { take($0) }
  framer.finish { take($0) }
}

/// Computes the checksum again in the plain way, and checks the place of the frame.
private func expectTrue(
  _ frame: borrowing SentenceFrame, in bytes: UnsafeRawBufferPointer
) {
  let text = bytes[frame.offset..<frame.offset + frame.count]
  expect(text.first == UInt8(ascii: "$") || text.first == UInt8(ascii: "!"), "no start")
  if frame.tag != nil {
    expect(frame.offset > 0 && bytes[frame.offset - 1] == UInt8(ascii: "\\"), "no TAG block")
  }
  expect(frame.count <= SentenceFramer.defaultLimit + 3, "\(frame.count) bytes")
  expect(frame.line <= bytes.count(where: { $0 == 10 || $0 == 13 }) + 1, "line \(frame.line)")
  guard frame.fault == nil else {
    expect(frame.checksum == .failed, "a bad frame with a good checksum")
    return
  }
  let body = text.dropFirst().prefix { $0 != UInt8(ascii: "*") }
  expect(body.allSatisfy { $0 >= 0x20 && $0 <= 0x7E && $0 != UInt8(ascii: "$") }, "\(frame.text)")
  let sum = body.reduce(0, ^)
  if body.endIndex == text.endIndex {
    expect(frame.checksum == .missing, "a checksum from nowhere")
  } else {
    let digits = text[(body.endIndex + 1)...]
    let stated = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
    expect(digits.count == 2 && stated == sum, "wrong checksum: \(frame.text)")
    expect(frame.checksum == .verified(sum), "\(frame.checksum)")
  }
}

/// Reads fields in every way.
private func expectReadable(_ frame: borrowing SentenceFrame) {
  _ = frame.address
  for field in -1...frame.fieldCount + 1 {
    _ = frame.string(field)
    _ = try? frame.integer(field, in: 0...9999)
    expect((try? frame.decimal(field))??.isFinite ?? true, "not finite: \(frame.text)")
    expect(
      (try? frame.decimal(field, in: -1...1)).flatMap { $0.map((-1...1).contains) } ?? true,
      "outside: \(frame.text)")
    _ = try? frame.time(field)
    let latitude = (try? frame.latitude(field)).flatMap { $0 }
    let longitude = (try? frame.longitude(field)).flatMap { $0 }
    expect(latitude.map((-90...90).contains) ?? true, "latitude \(latitude ?? 0)")
    expect(longitude.map((-180...180).contains) ?? true, "longitude \(longitude ?? 0)")
  }
}

/// Whether no number has more decimals than an encoder writes.
private func hasShortNumbers(_ frame: borrowing SentenceFrame) -> Bool {
  (1...max(1, frame.fieldCount)).allSatisfy { field in
    let decimals = frame.string(field)?.utf8.drop { $0 != UInt8(ascii: ".") }
    return (decimals?.count ?? 0) <= 13
  }
}

/// A written sentence reads back, and is then written the same. A sentence that is written exactly has
/// the same values too; only its number of empty slots may differ.
private func expectRoundTrip(of sentence: Sentence, isShort: Bool) {
  if let exact = written(sentence, by: .exact) {
    let again = expectStable(exact, by: .exact)
    expect(
      !isShort || again == sentence || again.properties == sentence.properties,
      "\(String(decoding: exact, as: UTF8.self)):\n\(sentence)\n\(again)")
  }
  if let rounded = written(sentence, by: SentenceEncoder()) {
    expect(rounded.count <= 82, "too long: \(String(decoding: rounded, as: UTF8.self))")
    _ = expectStable(rounded, by: SentenceEncoder())
  }
}

private func expectStable(_ bytes: [UInt8], by encoder: SentenceEncoder) -> Sentence {
  let text = String(decoding: bytes, as: UTF8.self)
  guard let again = read(bytes) else { fatalError("it does not read back: \(text)") }
  expectSame(written(again, by: encoder), bytes, text)
  return again
}

/// The bytes of a sentence; `nil` if it can not be written. Then the buffer is unchanged.
private func written(_ sentence: Sentence, by encoder: SentenceEncoder) -> [UInt8]? {
  var bytes: [UInt8] = [7]
  do throws(SentenceEncodingError) {
    try encoder.encode(sentence, into: &bytes)
    return Array(bytes.dropFirst())
  } catch {
    expect(bytes == [7], "a sentence that can not be written left something")
    expect(!error.description.isEmpty, "no words")
    return nil
  }
}

/// The one sentence in bytes.
private func read(_ bytes: [UInt8]) -> Sentence? {
  var framer = SentenceFramer()
  var sentences: [Sentence] = []
  framer.push(bytes.span) { frame in
    if let sentence = try? Sentence(frame) { sentences.append(sentence) }
  }
  framer.finish { _ in expect(false, "an end is missing") }
  return sentences.count == 1 ? sentences[0] : nil
}

/// The sentences that are written for an epoch are good.
private func expectWritable(_ epoch: NavigationEpoch, _ satellites: [EpochSatellite]) {
  var bytes: [UInt8] = []
  guard (try? EpochEncoder().encode(epoch, satellites: satellites, into: &bytes)) != nil else {
    return expect(bytes.isEmpty, "an epoch that can not be written left something")
  }
  var framer = SentenceFramer()
  func see(_ frame: borrowing SentenceFrame) {
    expect((try? Sentence(frame)) != nil, "written, and no sentence: \(frame.text)")
  }
  framer.push(bytes.span) { see($0) }
  framer.finish { see($0) }
}

import FuzzingSupport

@testable import LocationText
@testable import NMEA0183

/// The fast ways to read a sentence have the same results as the plain ones, byte by byte.
///
/// The target is separate from `nmea` because it does little else, and so runs much more often.
@_cdecl("paths_main")
func main() -> CInt {
  fuzz { start, count in
    let bytes = UnsafeRawBufferPointer(start: start, count: count)
    expectScans(of: bytes)
    var framer = SentenceFramer()
    framer.push(bytes) { frame in
      guard frame.fault == nil else { return }
      expectAddress(of: frame)
      expectSatellites(of: frame)
      for field in 1...max(1, frame.fieldCount) { expectNumbers(field, of: frame.fields) }
    }
    return 0
  }
}

/// Both scans find the same body at the first starts of sentences.
private func expectScans(of bytes: UnsafeRawBufferPointer) {
  #if arch(x86_64)
    for start in bytes.indices.filter({ bytes[$0] == Byte.dollar }).prefix(8) {
      // A copy, so that a read beyond the bound is a read beyond the memory.
      let sentence = Array(bytes[start...].prefix(SentenceFramer.defaultLimit))
      let fast = Scanned(sentence, BodyScan.init(vector:upTo:separators:))
      expectSame(fast, Scanned(sentence, BodyScan.init(portable:upTo:separators:)), "bodies differ")
    }
  #endif
}

/// A scan, and the separators that it found.
private struct Scanned: Equatable {
  var body: BodyScan?
  var separators: [UInt64]

  init(
    _ bytes: [UInt8],
    _ scan: (UnsafePointer<UInt8>, Int, UnsafeMutablePointer<UInt64>) -> BodyScan
  ) {
    separators = [UInt64](repeating: 0, count: BodyScan.wordCount(upTo: bytes.count))
    body = bytes.withUnsafeBufferPointer { bytes in
      separators.withUnsafeMutableBufferPointer { separators -> BodyScan? in
        guard let base = bytes.baseAddress, let words = separators.baseAddress else { return nil }
        return scan(base, bytes.count, words)
      }
    }
  }
}

private func expectAddress(of frame: borrowing SentenceFrame) {
  guard let fast = SentenceAddress(usual: frame) else { return }
  expect(fast == SentenceAddress(frame.fields.bytes(0)), "the address differs: \(frame.text)")
}

/// A frame of the usual layout has the same satellites as its fields, whatever its type is.
private func expectSatellites(of frame: borrowing SentenceFrame) {
  var (fast, slow) = (GSV(), GSV())
  guard fast.readUsualLayout(frame) else { return }
  do throws(SentenceError) {
    var reader = SentenceReader(frame)
    try slow.fields(&reader)
    expect(fast == slow, "\(fast) and \(slow): \(frame.text)")
  } catch {
    expect(false, "the plain way throws \(error): \(frame.text)")
  }
}

private func expectNumbers(_ field: Int, of fields: FieldReader) {
  let (first, end) = fields.bounds(field)
  let (bytes, length) = (fields.bytes(field), end - first)
  let text = { String(decoding: bytes, as: UTF8.self) }
  if length == 0 { return }
  let slow = FixedPoint(bytes)
  if let fast = FixedPoint(plain: fields.base, from: first, to: end) {
    expect(fast.digits == slow?.digits && fast.decimals == slow?.decimals, text())
  } else {
    // The fast way refuses a field that is signed, long, early in the sentence, or no number.
    let isSigned = bytes.first == UInt8(ascii: "-") || bytes.first == UInt8(ascii: "+")
    expect(slow == nil || isSigned || length > 8 || end < 8, "a number is left out: \(text())")
  }
  expectSame(
    (try? fields.decimal(field)).flatMap { $0 },
    (try? fields.anyFixedPoint(field)).flatMap { $0?.value }, text())
  expectSame(
    try? fields.integer(field, in: 0...9999), try? fields.anyInteger(field, in: 0...9999), text())
  expectSame(
    (try? fields.tenths(field, nilOutside: 0...360)).flatMap { $0 },
    (try? fields.anyTenths(field, nilOutside: 0...360)).flatMap { $0 }, text())
  // A time has its point behind six digits.
  if length >= 6, (bytes.firstIndex(of: UInt8(ascii: ".")) ?? length) == 6 {
    expectSame((try? fields.time(field)).flatMap { $0 }, try? fields.anyTime(field), text())
  }
  if field < fields.count {
    expectSame(
      (try? fields.latitude(field)).flatMap { $0 },
      (try? fields.anyAngle(field, positive: 0x4E, negative: 0x53, limit: 90)).flatMap { $0 },
      text())
    expectSame(
      (try? fields.longitude(field)).flatMap { $0 },
      (try? fields.anyAngle(field, positive: 0x45, negative: 0x57, limit: 180)).flatMap { $0 },
      text())
  }
}

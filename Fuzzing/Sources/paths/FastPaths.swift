import FuzzingSupport

@testable import LocationText
@testable import NMEA0183

/// Reading many bytes at once has the same result as reading them one after another.
func expectFastPaths(in bytes: UnsafeRawBufferPointer) {
  #if arch(x86_64)
    // At every start of a sentence, up to 64 of them.
    for start in bytes.indices.filter({ bytes[$0] == UInt8(ascii: "$") }).prefix(64) {
      // A copy, so that a read beyond the bound is a read beyond the memory.
      let sentence = Array(bytes[start...].prefix(SentenceFramer.defaultLimit))
      let fast = scan(sentence, BodyScan.init(vector:upTo:separators:))
      expectSame(fast, scan(sentence, BodyScan.init(portable:upTo:separators:)), "bodies differ")
    }
  #endif
  var framer = SentenceFramer()
  framer.push(bytes) { frame in
    for field in 1...max(1, frame.fieldCount) {
      expectNumber(field, of: frame)
      expectFourNumbers(from: field, of: frame)
    }
  }
}

/// A scan, and the separators that it found.
private struct Scanned: Equatable {
  var body: BodyScan?
  var separators: [UInt64]
}

private func scan(
  _ bytes: [UInt8], _ scan: (UnsafePointer<UInt8>, Int, UnsafeMutablePointer<UInt64>) -> BodyScan
) -> Scanned {
  var separators = [UInt64](repeating: 0, count: BodyScan.wordCount(upTo: bytes.count))
  let body = bytes.withUnsafeBufferPointer { bytes in
    separators.withUnsafeMutableBufferPointer { separators -> BodyScan? in
      guard let base = bytes.baseAddress, let words = separators.baseAddress else { return nil }
      return scan(base, bytes.count, words)
    }
  }
  return Scanned(body: body, separators: separators)
}

/// A field of a frame as a number, read both ways.
private func expectNumber(_ field: Int, of frame: borrowing SentenceFrame) {
  let fields = frame.fields
  let (first, end) = fields.bounds(field)
  let bytes = fields.bytes(field)
  let slow = FixedPoint(bytes)
  if let fast = FixedPoint(plain: fields.base, from: first, to: end) {
    expect(
      fast.digits == slow?.digits && fast.decimals == slow?.decimals,
      "\(fast) and \(slow as Any): \(frame.text)")
  } else {
    // The fast path refuses a field that is signed, long, early in the sentence, or no number.
    let isSigned = bytes.first == UInt8(ascii: "-") || bytes.first == UInt8(ascii: "+")
    expect(
      slow == nil || isSigned || bytes.count > 8 || end < 8, "a number is left out: \(frame.text)")
  }
}

/// Four fields of a frame as small numbers, read at once and one by one.
private func expectFourNumbers(from field: Int, of frame: borrowing SentenceFrame) {
  let fields = frame.fields
  guard frame.fault == nil, let fast = fields.fourIntegers(field) else { return }
  let slow = (field..<field + 4).map { try? fields.integer($0, in: 0...999) ?? 0 }
  expect(
    [fast.first, fast.second, fast.third, fast.fourth].map(Int.init) == slow,
    "\(fast) and \(slow): \(frame.text)")
}

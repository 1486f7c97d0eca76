import LibFuzzer

/// Changes an input like libFuzzer, and then usually corrects the checksums of its sentences. Otherwise
/// almost no change would pass the framer.
@_cdecl("LLVMFuzzerCustomMutator")
func mutate(
  _ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ limit: Int, _ seed: CUnsignedInt
) -> Int {
  let count = LLVMFuzzerMutate(data, size, limit)
  if seed % 8 != 0 { seal(UnsafeMutableBufferPointer(start: data, count: count)) }
  return count
}

/// Writes the right digits after each `*` of a sentence.
private func seal(_ bytes: UnsafeMutableBufferPointer<UInt8>) {
  let digits = Array("0123456789ABCDEF".utf8)
  var sum: UInt8?
  for index in bytes.indices {
    switch bytes[index] {
    case UInt8(ascii: "$"): sum = 0
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"): sum = nil
    case UInt8(ascii: "*") where index + 2 < bytes.count:
      if let sum {
        bytes[index + 1] = digits[Int(sum >> 4)]
        bytes[index + 2] = digits[Int(sum & 0xF)]
      }
      sum = nil
    case let byte: sum = sum.map { $0 ^ byte }
    }
  }
}

import FuzzingSupport

/// Bytes to sentences, epochs and fixes, and back.
@_cdecl("nmea_main")
func main() -> CInt {
  fuzz { start, count in
    let bytes = UnsafeRawBufferPointer(start: start, count: count)
    expectFixes(from: bytes)
    expectSentences(in: bytes)
    return 0
  }
}

extension ByteText {
  /// Writes a duration: `0.2 s`, `59 s`, `4:07`, `1:02:03`.
  public mutating func write(seconds: Double) {
    guard seconds >= 60, seconds < 1e9 else {
      if let number = FixedPoint(seconds, places: 3) { write(trimming: number) }
      return write(" s")
    }
    let whole = Int(seconds.rounded())
    if whole >= 3600 {
      write(integer: whole / 3600)
      write(":")
      write(pair: whole / 60 % 60)
    } else {
      write(integer: whole / 60)
    }
    write(":")
    write(pair: whole % 60)
  }
}

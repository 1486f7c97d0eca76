import LocationCore
import LocationText

extension Fix {
  /// The fix in a few words: its dimensions, place, accuracy and age.
  func summary(at now: () -> Date) -> String {
    var text = ByteText()
    text.write(dimensions == .threeD ? "3D" : "2D")
    text.write(", ")
    text.write(coordinate, as: .decimal, gap: " ")
    text.member(", ± ", horizontalAccuracy, places: 1, " m")
    if isSimulated { text.write(", simulated") }
    if isReplayed { text.write(", recorded") }
    guard let timestamp, let time = UTCTime(timestamp) else {
      text.write(", without a time")
      return text.string
    }
    // Recorded and simulated times need not be near the present.
    guard source.kind == .live else {
      text.write(isReplayed ? " " : ", of ")
      text.write(date: time)
      return text.string
    }
    let age = now().timeIntervalSince(timestamp)
    text.write(", ")
    text.write(age: age.magnitude)
    text.write(age < 0 ? " ahead of this machine's clock" : " old")
    if age.magnitude > 60 { text.write(": one of the two clocks is wrong, or this is a replay") }
    return text.string
  }
}

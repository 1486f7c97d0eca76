import TestSupport

/// Sentences of a receiver.
enum NMEAText {
  /// Eight satellites in view, five of them used.
  static let sky =
    sentence("GPGSA,A,3,02,05,07,13,15,,,,,,,,1.6,0.9,1.3")
    + sentence("GPGSV,2,1,08,02,71,063,45,05,38,316,41,07,24,188,37,13,55,237,44")
    + sentence("GPGSV,2,2,08,15,17,112,33,20,09,290,28,29,04,006,,30,12,045,20")

  /// A receiver without a fix.
  static func lost(_ second: Int) -> String {
    let time = "1200\(second < 10 ? "0" : "")\(second)"
    return sentence("GPRMC,\(time),V,,,,,,,040724,,,N")
      + sentence("GPGGA,\(time),,,,,0,00,,,M,,M,,")
  }
}

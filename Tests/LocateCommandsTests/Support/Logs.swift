/// Logs for tests.
enum Logs {
  /// Three seconds of a drive. The middle one has no fix.
  static let drive = log(
    "$GPRMC,120000.00,A,4807.03800,N,01131.00000,E,10.000,84.40,010325,,,A*63",
    "$GPGGA,120000.00,4807.03800,N,01131.00000,E,1,08,0.90,545.4,M,46.9,M,,*57",
    "$GPRMC,120001.00,V,,,,,,,010325,,,N*7A",
    "$GPGGA,120001.00,,,,,0,00,,,M,,M,,*4A",
    "$GPRMC,120002.00,A,4807.04000,N,01131.00000,E,10.000,84.40,010325,,,A*6E",
    "$GPGGA,120002.00,4807.04000,N,01131.00000,E,1,08,0.90,545.4,M,46.9,M,,*5A")

  /// Two seconds over midnight. The receiver states no date.
  static let overMidnight = log(
    "$GPGGA,235959.00,4807.03800,N,01131.00000,E,1,08,0.90,545.4,M,46.9,M,,*55",
    "$GPGGA,000000.00,4807.04000,N,01131.00000,E,1,08,0.90,545.4,M,46.9,M,,*5B")

  /// A receiver that has no fix.
  static let withoutFix = log(
    "$GPRMC,120001.00,V,,,,,,,010325,,,N*7A",
    "$GPGGA,120001.00,,,,,0,00,,,M,,M,,*4A")

  private static func log(_ sentences: String...) -> String {
    sentences.map { $0 + "\r\n" }.joined()
  }
}

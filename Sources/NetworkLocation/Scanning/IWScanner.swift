public import LocationCore
import LocationIO
import LocationPOSIX

/// Scans with the program `iw`.
///
/// The system lets only the administrator start a scan. Without this permission, the results of the last scan
/// are used, which another program may have made.
public struct IWScanner: WiFiScanner {
  private let path: String?

  /// Makes a scanner.
  ///
  /// - Parameter path: the path of `iw`; `nil` looks for it in `PATH`, `/usr/sbin` and `/sbin`.
  public init(path: String? = nil) { self.path = path }

  /// Scans with all interfaces.
  public func accessPoints() async throws(UserLocationError) -> [WiFiAccessPoint] {
    guard let program = path ?? Self.find() else {
      throw UserLocationError(
        .sourceUnavailable,
        detail: "no Wi-Fi scan is possible: NetworkManager does not run, and iw is not installed; "
          + "install it with apt-get install iw")
    }
    let interfaces = IWOutput.interfaces(try await run(program, ["dev"]).text)
    guard !interfaces.isEmpty else {
      throw UserLocationError(.sourceUnavailable, detail: "this machine has no Wi-Fi interface")
    }
    var points: [WiFiAccessPoint] = []
    var isRefused = false
    var failure: String?
    for interface in interfaces {
      var result = try await run(program, ["dev", interface, "scan"])
      if result.status != 0 {
        isRefused = isRefused || result.text.contains("(-1)")
        failure = failure ?? Self.firstLine(result.text)
        result = try await run(program, ["dev", interface, "scan", "dump"])
      }
      points += IWOutput.accessPoints(result.text)
    }
    guard points.isEmpty, let failure else { return points }
    guard isRefused else {
      throw UserLocationError(
        .sourceUnavailable, detail: "the Wi-Fi scan failed: \(failure)")
    }
    throw UserLocationError(
      .notAuthorized,
      detail:
        "only the administrator may start a Wi-Fi scan, and there are no results of another program; "
        + "run NetworkManager, or allow it with sudo setcap cap_net_admin+ep \(program)")
  }

  private func run(
    _ program: String, _ arguments: [String]
  ) async throws(UserLocationError) -> ProgramResult {
    // A scan of all channels takes about four seconds.
    try await ProgramResult.run(program, arguments, timeout: .seconds(20))
  }

  private static func firstLine(_ text: String) -> String {
    text.split(separator: "\n").first.map(String.init) ?? "no reason given"
  }

  private static func find() -> String? {
    let variable = getenv("PATH").map { String(cString: $0) } ?? ""
    let folders = variable.split(separator: ":").map(String.init) + ["/usr/sbin", "/sbin"]
    return folders.map { $0 + "/iw" }.first { $0.hasPrefix("/") && access($0, X_OK) == 0 }
  }
}

/// The question that a user answers before anything is sent to a server.
public struct ConsentQuestion: Hashable, Sendable, CustomStringConvertible {
  /// The server; see ``GeolocationServer/origin``.
  public let origin: String
  /// Whether the server may also use the IP address of this machine.
  public let usesAddress: Bool

  /// What is sent to which server, in a few sentences for the user.
  public var description: String {
    "May this program send the Wi-Fi access points in sight (addresses and signal strengths) and the cell of "
      + "the mobile network, if there is a modem, to \(origin)? The server can tell from them where this "
      + "machine is."
      + (usesAddress ? " It may also use the IP address of this machine." : "")
  }
}

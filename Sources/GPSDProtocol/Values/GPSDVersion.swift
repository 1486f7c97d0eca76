/// A gpsd's greeting (`VERSION`): its release, and the version of the protocol that it speaks.
public struct GPSDVersion: Hashable, Sendable {
  /// The release, such as "3.22".
  public var release: String
  /// The revision of the sources that the release was built from.
  public var revision: String?
  /// The version of the protocol: 3 for 3.14. Another major version is another protocol.
  public var protocolMajor: Int
  /// The rest of the version of the protocol: 14 for 3.14.
  public var protocolMinor: Int

  /// Makes a version. Any numbers are written as they are.
  public init(release: String, revision: String? = nil, protocolMajor: Int, protocolMinor: Int) {
    self.release = release
    self.revision = revision
    self.protocolMajor = protocolMajor
    self.protocolMinor = protocolMinor
  }
}

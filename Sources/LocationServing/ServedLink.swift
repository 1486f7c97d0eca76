import LocationIO
import LocationPOSIX

/// A symbolic link to a pseudo-terminal. Its owner removes it.
///
/// It replaces a link that an earlier server left behind, and nothing else. There are two such links: the
/// first leads to a pseudo-terminal that does not exist anymore. The second leads to one that does,
/// because the system gave the number to another program. It is recognized by a mark, a hidden file
/// beside the link: the mark describes the link that was made, and its maker holds a lock on it. If the
/// lock is free, the maker is gone; if the link still is the one in the mark, nobody replaced it.
struct ServedLink: Sendable {
  private let path: String
  private let target: String
  /// `nil` if no mark could be made. The link then works, but may be left behind.
  private let mark: LinkMark?

  /// Makes a link.
  ///
  /// - Throws: `.cannotCreate` if a file, a folder or somebody's link is there, or what the system
  ///   reports.
  init(_ path: String, to target: String) throws(LocationServerError) {
    self.path = path
    self.target = target
    mark = LinkMark(beside: path)
    if Self.leadsNowhere(path) || mark?.describes(path) == true { unlink(path) }
    guard symlink(target, path) == 0 else {
      let error = SystemError.last("symlink")
      mark?.remove()
      throw LocationServerError(
        .cannotCreate, subject: "\(ServerEndpoint.terminal(link: path))",
        detail: error.number == EEXIST
          ? "\(path) exists already; remove it, or name another path"
          : "cannot be created: \(error.clause)")
    }
    mark?.describe(path)
  }

  /// Removes the link, if it still leads to the same terminal, and the mark.
  func remove() {
    if readlink(path) == target { unlink(path) }
    mark?.remove()
  }

  /// Whether a link leads to a pseudo-terminal that does not exist anymore.
  private static func leadsNowhere(_ path: String) -> Bool {
    guard let target = readlink(path), target.hasPrefix("/dev/pts/") else { return false }
    return access(target, F_OK) != 0 && errno == ENOENT
  }
}

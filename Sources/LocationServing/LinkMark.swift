import LocationIO
import LocationPOSIX

/// A hidden file beside a link that tells a link of a server that is gone from all others.
///
/// The file describes the link. The server holds a lock on the file, which the system releases when the
/// server's process ends, however it ends.
final class LinkMark: Sendable {
  private let file: OwnedDescriptor
  private let path: String

  /// Takes the mark of a link. `nil` if a server that lives holds it, or if the file cannot be made or
  /// belongs to somebody else.
  init?(beside link: String) {
    let name = link.utf8.lastIndex(of: UInt8(ascii: "/")).map {
      link[link.utf8.index(after: $0)...]
    }
    path =
      (link.utf8.contains(UInt8(ascii: "/")) ? link.pathFolder : "") + ".\(name ?? link[...]).link"
    let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard opened >= 0 else { return nil }
    file = OwnedDescriptor(opened)
    var info = stat()
    guard fstat(opened, &info) == 0, info.st_mode & S_IFMT == S_IFREG, info.st_uid == geteuid(),
      info.st_size == 0 || Self.contents(of: opened).hasPrefix(Self.title),
      flock(opened, LOCK_EX | LOCK_NB) == 0,
      // Its former owner may have removed the file before this process got the lock.
      let named = stat(path: path), named.st_ino == info.st_ino, named.st_dev == info.st_dev
    else { return nil }
  }

  /// Writes down which link was made.
  func describe(_ link: String) {
    guard let text = Self.description(of: link) else { return }
    let bytes = Array((Self.title + text).utf8)
    _ = ftruncate(file.number, 0)
    _ = bytes.withUnsafeBytes { pwrite(file.number, $0.baseAddress, $0.count, 0) }
  }

  /// Whether the mark describes this very link.
  func describes(_ link: String) -> Bool {
    guard let text = Self.description(of: link) else { return false }
    return Self.contents(of: file.number) == Self.title + text
  }

  func remove() { unlink(path) }

  private static let title = "A link of swift-location: "

  /// What no other link has: its inode, the time when it was made, and its target. `nil` if the path is
  /// no link to a pseudo-terminal.
  private static func description(of link: String) -> String? {
    guard let target = readlink(link), target.hasPrefix("/dev/pts/"),
      let info = stat(path: link, followsLinks: false)
    else { return nil }
    let time = info.changeTime
    return "\(info.st_dev) \(info.st_ino) \(time.tv_sec).\(time.tv_nsec) \(target)\n"
  }

  private static func contents(of file: Int32) -> String {
    withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { room in
      let count = pread(file, room.baseAddress, room.count, 0)
      return String(decoding: room[..<max(0, count)], as: UTF8.self)
    }
  }
}

extension stat {
  /// When the file was last changed or renamed, or its permissions changed.
  fileprivate var changeTime: timespec {
    #if canImport(Darwin)
      st_ctimespec
    #else
      st_ctim
    #endif
  }
}

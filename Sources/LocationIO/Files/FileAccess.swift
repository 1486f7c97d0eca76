import LocationCore
import LocationPOSIX

/// Whether this process may read a file or device, and advice if it may not.
package struct FileAccess {
  package let path: String

  /// Names a file or device.
  package init(_ path: String) { self.path = path }

  /// `.denied` if the system refuses. A missing file counts as authorized, because opening it gives a
  /// better error.
  package var status: AuthorizationStatus {
    if faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) == 0 { return .authorizedAlways }
    return SystemError.last("faccessat").code == .notAuthorized ? .denied : .authorizedAlways
  }

  /// The missing permission and how to get it; `nil` if none is missing.
  package var refusal: String? {
    status == .denied ? advice : nil
  }

  /// How to get permission, for a file that this process may not read.
  package var advice: String {
    guard let info = stat(path: path) else {
      return "permission denied: a directory on the way to it may not be entered by this user"
    }
    let owner = Self.userName(info.st_uid)
    if info.st_mode & S_IRGRP != 0, info.st_gid != 0, let group = Self.groupName(info.st_gid) {
      return "permission denied: only \(owner) and the group \(group) may read it; "
        + "join the group (sudo usermod -aG \(group) $USER) and log in again"
    }
    return "permission denied: it belongs to \(owner) and has mode \(Self.octal(info.st_mode)); "
      + "its owner can allow it with chmod a+r"
  }

  /// Whether the file exists, as far as this process can see.
  package var exists: Bool { stat(path: path) != nil }

  /// Whether it is a regular file.
  package var isFile: Bool {
    stat(path: path).map { $0.st_mode & S_IFMT == S_IFREG } ?? false
  }

  package var isFolder: Bool {
    stat(path: path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
  }

  /// Whether a receiver can be there: the path leads to a character device, but not to `/dev/null` or
  /// its like, nor to a terminal that this process was started with. A path below `/dev/tty` that does
  /// not exist counts, because a receiver may be plugged in later.
  package var isReceiver: Bool {
    guard let info = stat(path: path) else { return path.hasPrefix("/dev/tty") }
    guard info.st_mode & S_IFMT == S_IFCHR else { return false }
    let usual = ["/dev/null", "/dev/zero", "/dev/tty"].compactMap { stat(path: $0)?.st_rdev }
    if usual.contains(info.st_rdev) { return false }
    return ![STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].contains { descriptor in
      var open = stat()
      return fstat(descriptor, &open) == 0 && open.st_mode & S_IFMT == S_IFCHR
        && open.st_rdev == info.st_rdev
    }
  }

  /// Owner, group and mode: "root:dialout, mode 660".
  package var ownership: String {
    guard let info = stat(path: path) else { return "nobody: it is missing" }
    let group = Self.groupName(info.st_gid) ?? "group \(info.st_gid)"
    return "\(Self.userName(info.st_uid)):\(group), mode \(Self.octal(info.st_mode))"
  }

  private static func octal(_ mode: mode_t) -> String {
    let digits = String(mode & 0o777, radix: 8)
    return String(repeating: "0", count: 3 - digits.count) + digits
  }

  private static func userName(_ id: uid_t) -> String {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { room in
      guard let start = room.baseAddress,
        getpwuid_r(id, &entry, start, room.count, &found) == 0, let found,
        let name = found.pointee.pw_name
      else { return "user \(id)" }
      return String(cString: name)
    }
  }

  /// `nil` for a group without a name.
  private static func groupName(_ id: gid_t) -> String? {
    var entry = group()
    var found: UnsafeMutablePointer<group>?
    // The entry contains all members of the group, so it can be long.
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 65536) { room in
      guard let start = room.baseAddress,
        getgrgid_r(id, &entry, start, room.count, &found) == 0, let found,
        let name = found.pointee.gr_name
      else { return nil }
      return String(cString: name)
    }
  }
}

/// A lock that at most one process, and one thread in it, holds at a time.
///
/// It is released when its last reference goes away, and when the process ends in any way.
package final class FileLock: Sendable {
  private let file: OwnedDescriptor

  /// Waits until the lock is free, and takes it.
  ///
  /// - Parameter path: an empty file that exists only for the lock. It is created and stays. The file
  ///   that the lock protects cannot be used itself, because it is replaced by another one.
  /// - Throws: the error of `open` or `flock`.
  package init(path: String) throws(SystemError) {
    file = try OwnedDescriptor(open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600), from: "open")
    while flock(file.number, LOCK_EX) != 0 {
      guard errno == EINTR else { throw .last("flock") }
    }
  }
}

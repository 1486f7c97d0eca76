import LocationPOSIX

/// Folders of the file system.
package enum Folder {
  /// Creates the folder of a file, and the folders that contain it, if they are missing.
  ///
  /// New folders are for their owner alone, as the XDG base directory specification wants it.
  package static func create(for path: String) throws(SystemError) {
    // Bytes are compared: a slash and a combining mark after it are one character.
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash != path.startIndex else {
      return
    }
    let folder = String(path[..<slash])
    if mkdir(folder, 0o700) == 0 { return }
    switch errno {
    case EEXIST: return
    case ENOENT:
      try create(for: folder)
      guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw .last("mkdir") }
    default: throw .last("mkdir")
    }
  }
}

/// The names in a folder.
package enum FolderContents {
  /// The names of all files in a folder, without `.` and `..`, sorted. Empty if the folder cannot be read.
  package static func names(in folder: String) -> [String] {
    guard let directory = folder.withPath({ opendir($0) }) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(path: $0.prefix { $0 != 0 }) }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}

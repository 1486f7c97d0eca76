import LocationPOSIX

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
